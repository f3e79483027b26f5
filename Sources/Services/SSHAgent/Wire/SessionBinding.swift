internal import PortableKeychain

/// A statement of ssh to the agent about one of its connections: which host it leads to, and
/// whether the agent is forwarded to that host (`session-bind@openssh.com`, PROTOCOL.agent).
struct SessionBinding: Equatable {
    /// The key of the host, without its certificate.
    let hostKey: [UInt8]
    let session: [UInt8]
    /// Whether the host may send requests to the agent; otherwise ssh logs in to it.
    let isForwarded: Bool

    /// The name of the extension.
    static let name = "session-bind@openssh.com"

    /// Reads a statement, and verifies that the host has signed its session.
    ///
    /// - Throws: ``SSHRefusal`` if it is not true, or if the key of the host has a type that is not
    ///   supported.
    init(_ reader: inout SSHReader) throws(SSHRefusal) {
        let stated = try reader.string()
        let session = Array(try reader.string())
        let signature = try reader.string()
        let flag = try reader.byte()
        try reader.finish()
        guard flag <= 1, let blob = SSHPublicKey.plainBlob(stated) else { throw .malformed }
        let key = try SSHPublicKey.material(blob)
        try SSHSignature.verify(signature, of: session, with: key)
        self.session = session
        hostKey = blob
        isForwarded = flag == 1
    }
}
