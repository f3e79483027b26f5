@_spi(Keepers) @testable import PortableKeychain

/// Backups as earlier versions of this software wrote them, with one box.
extension Backup {
    /// Seals items, in version 2 if one has access rules.
    static func boxed(
        _ items: [BackupItem],
        _ passphrase: SecretBytes,
        _ hashing: PasscodeHashing,
        _ entropy: KeychainEntropy = .system
    ) throws(KeychainError) -> [UInt8] {
        let isGuarded = items.contains { $0.attributes[.accessControl] != nil }
        return try boxed(
            content: try content(of: items),
            version: isGuarded ? 2 : 1,
            passphrase,
            hashing,
            entropy
        )
    }

    /// Seals any content in any version.
    static func boxed(
        content: [UInt8],
        version: UInt8 = 1,
        _ passphrase: SecretBytes,
        _ hashing: PasscodeHashing,
        _ entropy: KeychainEntropy = .system
    ) throws(KeychainError) -> [UInt8] {
        let header = Header(version: version, hashing, entropy)
        let key = try header.key(passphrase)
        let box = try content.withRawBytes { bytes throws(KeychainError) in
            try Box.seal(bytes, key: key, context: header.context, entropy: entropy)
        }
        return header.bytes + box
    }

    /// The content of a box: the number of items, and the items.
    static func content(of items: [BackupItem]) throws(KeychainError) -> [UInt8] {
        var writer = ByteWriter()
        writer.integer(UInt32(items.count))
        for item in items {
            try BackupWriter.encoded(item).withUnsafeBytes { writer.raw($0) }
        }
        return writer.bytes
    }
}
