/// A reply of an SSH agent (RFC 9987).
enum AgentReply: Equatable {
    /// The request failed; the protocol cannot transmit reasons.
    case failure
    /// The request succeeded.
    case success
    /// The keys, with their comments.
    case identities([AgentIdentity])
    /// A signature.
    case signature([UInt8])

    /// The message, preceded by its length.
    var bytes: [UInt8] {
        let message = SSHWriter.bytes {
            switch self {
            case .failure: $0.byte(5)
            case .success: $0.byte(6)
            case .identities(let identities):
                $0.byte(12)
                $0.number(UInt32(identities.count))
                for identity in identities {
                    $0.string(identity.key.blob)
                    $0.text(identity.comment)
                }
            case .signature(let signature):
                $0.byte(14)
                $0.string(signature)
            }
        }
        return SSHWriter.bytes { $0.string(message) }
    }
}
