internal import PortableKeychain

/// A member's file for a device that joins by a number (`Specification/sync-format.md` §9).
enum ComparisonAnswer: Sendable, Equatable {
    /// The member's nonce, and the request for which it was drawn.
    case offer(vault: VaultID, request: [UInt8], nonce: [UInt8])
    /// The device was added to the vault.
    case added(VaultID)

    var encoded: [UInt8] {
        switch self {
        case .offer(let vault, let request, let nonce): [1] + vault.bytes + request + nonce
        case .added(let vault): [2] + vault.bytes
        }
    }

    /// Reads the bytes; `nil` for any others.
    init?(_ bytes: [UInt8]) {
        let answer = try? bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let version: UInt8 = try reader.integer()
            let vault: VaultID = try reader.identifier()
            let answer: ComparisonAnswer
            switch version {
            case 1:
                answer = .offer(
                    vault: vault,
                    request: try reader.array(SyncDigest.length),
                    nonce: try reader.array(ComparisonRequest.nonceLength)
                )
            case 2: answer = .added(vault)
            default: throw KeychainError(.corrupt)
            }
            try reader.finish()
            return answer
        }
        guard let answer else { return nil }
        self = answer
    }
}
