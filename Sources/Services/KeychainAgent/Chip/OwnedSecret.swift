internal import PortableKeychain

/// A secret of one user, as the agent of the system has the chip seal it.
///
/// The user's number, which the kernel gives, is inside what the chip seals, and before the PIN
/// that the chip compares. So no other user is given the secret, and no other user can try PINs:
/// the right one of another user is a wrong one.
struct OwnedSecret {
    /// The purpose of a secret; there is only one so far.
    private static let ofUser: UInt8 = 1
    private static let mark = Array("PKOS".utf8) + [1, ofUser]

    private let head: SecretBytes

    /// Binds to a user.
    init(of user: UInt32) { head = SecretBytes(Self.mark + Self.bytes(user)) }

    /// The bytes that the chip seals.
    func sealed(_ secret: SecretBytes) -> SecretBytes { joined(secret) }

    /// The PIN that the chip compares.
    func chipPIN(_ pin: SecretBytes?) -> SecretBytes? { pin.map(joined) }

    /// The secret in the bytes that the chip unsealed.
    ///
    /// - Throws: ``KeychainError/Code/missingEntitlement`` if it was sealed for another user, or
    ///   not by an agent.
    func opened(_ unsealed: SecretBytes) throws(KeychainError) -> SecretBytes {
        let parts = unsealed.withUnsafeBytes {
            (SecretBytes($0.prefix(head.count)), SecretBytes($0.dropFirst(head.count)))
        }
        guard parts.0.matches(head), parts.1.count == AgentSealedBlob.secretLength else {
            throw KeychainError(
                .missingEntitlement,
                reason: """
                    The agent of the system sealed this for another user of the machine. Use the \
                    passcode or the recovery key.
                    """
            )
        }
        return parts.1
    }

    private func joined(_ secret: SecretBytes) -> SecretBytes {
        var encoder = SecretEncoder()
        encoder.raw(head)
        encoder.raw(secret)
        return encoder.finished()
    }

    private static func bytes(_ user: UInt32) -> [UInt8] {
        withUnsafeBytes(of: user.bigEndian) { Array($0) }
    }
}
