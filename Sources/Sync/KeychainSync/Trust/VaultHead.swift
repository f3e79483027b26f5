internal import PortableKeychain

/// The lengths of the log and of the chain of members, which the engine states without proof.
package struct VaultHead: Sendable, Equatable {
    package let sequence: UInt64
    let membership: UInt64

    /// The head of an engine without any file.
    static let empty = VaultHead(sequence: 0, membership: 0)

    init(sequence: UInt64, membership: UInt64) {
        self.sequence = sequence
        self.membership = membership
    }

    var encoded: [UInt8] {
        var writer = SecretEncoder()
        writer.integer(UInt8(1))
        writer.integer(sequence)
        writer.integer(membership)
        return writer.finished().withUnsafeBytes { Array($0) }
    }

    /// Reads the bytes; `nil` for any others.
    package init?(_ bytes: [UInt8]) {
        let head = try? bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let version: UInt8 = try reader.integer()
            let head = VaultHead(
                sequence: try reader.integer(),
                membership: try reader.integer()
            )
            try reader.finish()
            return version == 1 ? head : nil
        }
        guard let head = head ?? nil else { return nil }
        self = head
    }
}
