/// What an SSH agent answers (RFC 9987).
enum AgentReply: Equatable {
    /// No; the protocol gives no reasons.
    case failure
    /// It is done.
    case success
    /// The keys there are, with their comments.
    case identities([AgentIdentity])
    /// A signature.
    case signature([UInt8])

    /// The message, with its length in front.
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

/// A key that an agent has.
package struct AgentIdentity: Equatable {
    package let key: SSHPublicKey
    /// What a person knows it by.
    package let comment: String
}
