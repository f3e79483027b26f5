internal import KeychainEssentials
internal import PortableKeychain

/// The state of a device that has set up synchronization and is not a member yet.
///
/// It is stored together with the keys, before anything is sent: a device that has lost the answer of
/// the remote, or was stopped, continues with the same keys.
enum Joining {
    /// Waits for a member's answer to a request. The request is sent again if the remote does not
    /// have it: a code is for the device that used it first.
    case invited(to: VaultID, SyncSecret, request: [UInt8])
    /// Waits until the other user confirms the number. This user's confirmation is sent again if the
    /// remote does not have it; `nil` if an older version, which did not keep it, wrote the row.
    case compared(VaultID, confirmation: [UInt8]?)
    /// Waits until the remote has stored the statements that the recovery key has signed.
    case recovering

    private static let name = SyncStateName(kind: "joining", needsUnlock: true)
    /// The row of a device that no longer waits.
    static let finished = SyncStateChange.remove(name)

    /// Whether there is a row.
    static func isUnderWay(_ state: [SyncStateName: SecretBytes]) -> Bool { state[name] != nil }

    /// Reads the row; `nil` if there is none.
    init?(_ state: [SyncStateName: SecretBytes]) throws(KeychainError) {
        guard let row = state[Self.name] else { return nil }
        self = try row.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let tag: UInt8 = try reader.integer()
            let joining: Joining
            switch tag {
            case 1:
                let vault: VaultID = try reader.identifier()
                let secret = SyncSecret(SecretBytes(try reader.raw(Invite.secretLength)))
                joining = .invited(to: vault, secret, request: Array(try reader.sized()))
            case 2: joining = .compared(try reader.identifier(), confirmation: nil)
            case 3: joining = .recovering
            case 4:
                let vault: VaultID = try reader.identifier()
                joining = .compared(vault, confirmation: Array(try reader.sized()))
            default: throw KeychainError(.undecodable)
            }
            try reader.finish()
            return joining
        }
    }

    /// The row.
    var row: SyncStateChange {
        var writer = SecretEncoder()
        switch self {
        case .invited(let vault, let secret, let request):
            writer.integer(UInt8(1))
            writer.raw(vault.bytes)
            writer.raw(secret.bytes)
            writer.sized(request)
        case .compared(let vault, let confirmation):
            writer.integer(UInt8(confirmation == nil ? 2 : 4))
            writer.raw(vault.bytes)
            if let confirmation { writer.sized(confirmation) }
        case .recovering: writer.integer(UInt8(3))
        }
        return .put(Self.name, writer.finished())
    }
}
