internal import PortableKeychain

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What a program asks an SSH agent for (RFC 9987).
enum AgentRequest {
    /// Which keys there are.
    case identities
    /// A signature by the key with this blob.
    case sign(key: [UInt8], data: [UInt8], flags: UInt32)
    /// To take one more private key.
    case add(KeyMaterial, comment: String, AgentConstraints)
    /// To forget a key.
    case remove(key: [UInt8])
    /// To forget all keys.
    case removeAll
    /// To do nothing until the passphrase comes again.
    case lock(SecretBytes)
    /// To go on.
    case unlock(SecretBytes)

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
    }

    /// Comments come from any program, and are shown to people.
    private static let longestComment = 1024

    /// Reads a message, without the length in front of it.
    ///
    /// - Throws: ``SSHRefusal/unsupported`` for other requests: smart cards, and all extensions.
    ///   Binding to a session (`session-bind@openssh.com`) serves to limit keys to some hosts, which
    ///   this agent does not offer: it refuses keys that are to be limited.
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
            }
        try reader.finish()
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

/// Under what conditions an added key is used (RFC 9987).
struct AgentConstraints: Equatable {
    /// For how many seconds; `nil` without end.
    var lifetime: UInt32?
    /// Whether the user is asked before each use.
    var needsConfirmation = false

    /// Makes no conditions.
    init() {}

    /// Reads all conditions that there are.
    ///
    /// - Throws: ``SSHRefusal/unsupported`` for one that is not known: a key is not taken with less
    ///   protection than was asked for.
    init(_ reader: inout SSHReader) throws(SSHRefusal) {
        while !reader.isAtEnd {
            switch try reader.byte() {
            case 1: lifetime = try reader.number()
            case 2: needsConfirmation = true
            default: throw .unsupported
            }
        }
    }
}
