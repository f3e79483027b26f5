internal import PortableKeychain

/// The lengths of the log and of the chain of members, and the place where the log begins, which the
/// engine states without proof.
package struct VaultHead: Sendable, Equatable {
    package let sequence: UInt64
    let membership: UInt64
    /// The place of the newest cut; 0 for a log with all of its entries.
    package let cut: UInt64

    static let version: UInt8 = 2
    /// The head of an engine without any file.
    static let empty = VaultHead(sequence: 0, membership: 0)

    init(sequence: UInt64, membership: UInt64, cut: UInt64 = 0) {
        (self.sequence, self.membership, self.cut) = (sequence, membership, cut)
    }

    var encoded: [UInt8] {
        var writer = SecretEncoder()
        writer.integer(Self.version)
        writer.integer(sequence)
        writer.integer(membership)
        writer.integer(cut)
        return writer.finished().withUnsafeBytes { Array($0) }
    }

    /// Reads the bytes; `nil` for any others.
    package init?(_ bytes: [UInt8]) {
        let head = try? bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let version: UInt8 = try reader.integer()
            let head = VaultHead(
                sequence: try reader.integer(),
                membership: try reader.integer(),
                cut: try reader.integer()
            )
            try reader.finish()
            return version == Self.version && head.cut <= head.sequence ? head : nil
        }
        guard let head = head ?? nil else { return nil }
        self = head
    }
}

extension VaultHead {
    /// Whether bytes are the head of a vault of version 1, which is not read.
    static func isOutdated(_ bytes: [UInt8]) -> Bool { bytes.count == 17 && bytes[0] == 1 }
}
