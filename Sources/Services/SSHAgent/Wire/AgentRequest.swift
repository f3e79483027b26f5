internal import PortableKeychain
internal import KeychainEssentials

/// A request to an SSH agent (RFC 9987).
enum AgentRequest {
    /// List the keys.
    case identities
    /// Sign data with the key of this blob.
    case sign(key: [UInt8], data: [UInt8], flags: UInt32)
    /// Add a private key.
    case add(KeyMaterial, comment: String, AgentConstraints)
    /// Remove a key.
    case remove(key: [UInt8])
    /// Remove all keys.
    case removeAll
    /// Refuse all requests until `unlock` with the same passphrase.
    case lock(SecretBytes)
    /// End the effect of `lock`.
    case unlock(SecretBytes)
    /// Record the statement of ssh about the connection; `nil` if it is not true.
    case bind(SessionBinding?)

    /// Whether it has an effect on other clients; other hosts may not request that.
    var changesAgent: Bool {
        switch self {
        case .identities, .sign, .bind: false
        case .add, .remove, .removeAll, .lock, .unlock: true
        }
    }

    /// The numbers of requests.
    enum Number: UInt8 {
        case identities = 11
        case sign = 13
        case add = 17
        case remove = 18
        case removeAll = 19
        case lock = 22
        case unlock = 23
        case addConstrained = 25
        case extended = 27
    }

    /// Limits comments, because any program can send one, and they are shown to the user.
    private static let longestComment = 1024

    /// Reads a message, without its length.
    ///
    /// - Throws: ``SSHRefusal/unsupported`` for other requests, such as those for smart cards, and
    ///   for extensions other than ``SessionBinding``.
    init(_ message: [UInt8]) throws(SSHRefusal) {
        var reader = SSHReader(message[...])
        guard let number = Number(rawValue: try reader.byte()) else { throw .unsupported }
        self =
            switch number {
            case .identities: .identities
            case .sign:
                .sign(
                    key: Array(try reader.string()),
                    data: Array(try reader.string()),
                    flags: try reader.number()
                )
            case .add: try Self.added(&reader, isConstrained: false)
            case .addConstrained: try Self.added(&reader, isConstrained: true)
            case .remove: .remove(key: Array(try reader.string()))
            case .removeAll: .removeAll
            case .lock: .lock(SecretBytes(copying: try reader.string()))
            case .unlock: .unlock(SecretBytes(copying: try reader.string()))
            case .extended: try Self.extended(&reader)
            }
        try reader.finish()
    }

    /// A statement that cannot be read is kept as one that is not true, because it changes the
    /// rights of the client.
    private static func extended(_ reader: inout SSHReader) throws(SSHRefusal) -> AgentRequest {
        guard try reader.text() == SessionBinding.name else { throw .unsupported }
        defer { reader.skip() }
        return .bind(try? SessionBinding(&reader))
    }

    private static func added(
        _ reader: inout SSHReader,
        isConstrained: Bool
    ) throws(SSHRefusal) -> AgentRequest {
        let key = try SSHPrivateKey.read(&reader)
        let comment = try reader.string()
        guard comment.count <= longestComment else { throw .unsupported }
        let constraints =
            isConstrained ? try AgentConstraints(&reader) : AgentConstraints()
        return .add(key, comment: String(decoding: comment, as: UTF8.self), constraints)
    }
}

/// The conditions for the use of an added key (RFC 9987).
struct AgentConstraints: Equatable {
    /// The lifetime in seconds; `nil` if it is not limited.
    var lifetime: UInt32?
    /// Whether the user is asked before each use.
    var needsConfirmation = false

    /// No conditions.
    init() {}

    /// Reads all conditions up to the end of the message.
    ///
    /// - Throws: ``SSHRefusal/condition`` for an unknown condition, because a key must not be
    ///   added with less protection than requested.
    init(_ reader: inout SSHReader) throws(SSHRefusal) {
        while !reader.isAtEnd {
            switch try reader.byte() {
            case 1: lifetime = try reader.number()
            case 2: needsConfirmation = true
            default: throw .condition
            }
        }
    }
}
