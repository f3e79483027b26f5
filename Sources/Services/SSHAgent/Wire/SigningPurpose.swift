/// The purpose of a signature, as the text to sign shows it.
///
/// The agent signs nothing else. A client that may have any bytes signed could use a key for
/// everything that accepts signatures: a token, a request for a certificate, a handshake of TLS.
enum SigningPurpose: Equatable {
    /// A login (RFC 4252, 7): the session to which it is bound, the user on the host, and the key
    /// of the host, which only newer clients state (`publickey-hostbound-v00@openssh.com`).
    case login(session: [UInt8], user: String, hostKey: [UInt8]?)
    /// A signature of a file or a message, for programs that know this namespace (PROTOCOL.sshsig).
    case file(namespace: String)

    /// The methods of a login; the second one adds the key of the host.
    private static let methods = ["publickey", "publickey-hostbound-v00@openssh.com"]
    private static let fileMagic = Array("SSHSIG".utf8)

    /// Recognizes a text.
    ///
    /// - Parameters:
    ///   - text: The bytes to sign.
    ///   - key: The key that shall sign; a login states it.
    ///   - flags: The flags of the request; a login states the algorithm that they select.
    /// - Throws: ``SSHRefusal`` for all other texts.
    init(_ text: [UInt8], by key: SSHPublicKey, flags: UInt32) throws(SSHRefusal) {
        self =
            text.starts(with: Self.fileMagic)
            ? try Self.file(text[Self.fileMagic.count...])
            : try Self.login(text[...], key, flags)
    }

    private static func file(_ text: ArraySlice<UInt8>) throws(SSHRefusal) -> SigningPurpose {
        var reader = SSHReader(text)
        let namespace = try reader.text()
        _ = try reader.string()
        let length = ["sha256": 32, "sha512": 64][try reader.text()]
        // A namespace must be stated: it keeps signatures of one program out of another one.
        guard !namespace.isEmpty, try reader.string().count == length else { throw .malformed }
        try reader.finish()
        return .file(namespace: namespace)
    }

    private static func login(
        _ text: ArraySlice<UInt8>,
        _ key: SSHPublicKey,
        _ flags: UInt32
    ) throws(SSHRefusal) -> SigningPurpose {
        var reader = SSHReader(text)
        let session = Array(try reader.string())
        // SSH_MSG_USERAUTH_REQUEST, and the boolean that a signature follows.
        guard !session.isEmpty, try reader.byte() == 50 else { throw .malformed }
        let user = try reader.text()
        guard try reader.text() == "ssh-connection",
            let method = methods.firstIndex(of: try reader.text()), try reader.byte() == 1
        else { throw .malformed }
        let algorithm = try reader.text()
        guard key.isStated(by: try reader.string(), algorithm, flags) else { throw .malformed }
        let hostKey = method == 1 ? Array(try reader.string()) : nil
        try reader.finish()
        return .login(session: session, user: user, hostKey: hostKey)
    }
}

extension SSHPublicKey {
    private static let certificate = "-cert-v01@openssh.com"

    /// Whether a login states this key: as it is, or in a certificate, which ssh lets the plain key
    /// sign (PROTOCOL.certkeys).
    fileprivate func isStated(
        by stated: ArraySlice<UInt8>,
        _ algorithm: String,
        _ flags: UInt32
    ) -> Bool {
        let plain = SSHSignature.algorithm(type, flags: flags)
        if algorithm == plain { return stated.elementsEqual(blob) }
        guard let plain, algorithm == plain + Self.certificate else { return false }
        return SSHPublicKey.plainBlob(stated) == blob
    }

    /// The plain key of a key or a certificate.
    ///
    /// - Parameter stated: A key or a certificate. The signature of a certificate is not examined.
    /// - Returns: The key in the certificate; other bytes unchanged; `nil` for a malformed
    ///   certificate.
    static func plainBlob(_ stated: ArraySlice<UInt8>) -> [UInt8]? {
        var reader = SSHReader(stated)
        guard let name = try? reader.text() else { return nil }
        guard name.hasSuffix(certificate) else { return Array(stated) }
        let type = SSHKeyType(rawValue: String(name.dropLast(certificate.count)))
        // The nonce, then the fields of the key.
        guard let type, (try? reader.string()) != nil else { return nil }
        let count =
            switch type {
            case .ed25519: 1
            case .rsa, .p256, .p384, .p521: 2
            }
        var writer = SSHWriter()
        writer.text(type.rawValue)
        for _ in 0..<count {
            guard let field = try? reader.string() else { return nil }
            writer.string(field)
        }
        return writer.bytes
    }
}
