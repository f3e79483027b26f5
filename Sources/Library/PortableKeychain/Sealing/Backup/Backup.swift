internal import Crypto

/// Backups: files with items, encrypted with a passphrase (backup-format.md).
///
/// ``BackupWriter`` writes them and ``BackupReader`` reads them, item by item.
package enum Backup {
    /// Seals items.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - passphrase: 1 to 4096 bytes.
    ///   - hashing: The hashing cost of the passphrase.
    ///   - entropy: The source of the salt.
    /// - Returns: The file.
    /// - Throws: ``KeychainError/Code/noSuchClass`` for an item of no class that is stored.
    package static func seal(
        _ items: [BackupItem],
        passphrase: SecretBytes,
        hashing: PasscodeHashing = .standard,
        entropy: KeychainEntropy = .system
    ) throws(KeychainError) -> [UInt8] {
        var file: [UInt8] = []
        let writer = try BackupWriter(passphrase, hashing, entropy) { file += $0 }
        for item in items { try writer.append(item) }
        try writer.finish()
        return file
    }

    /// Opens a backup.
    ///
    /// - Throws: The same errors as ``BackupReader``.
    package static func open(
        _ file: UnsafeRawBufferPointer,
        passphrase: SecretBytes
    ) throws(KeychainError) -> [BackupItem] {
        var items: [BackupItem] = []
        try BackupReader(BackupSource(file), passphrase).forEachItem { items.append($0) }
        return items
    }

    /// The error for bytes that no version of this software wrote.
    static var malformed: KeychainError {
        KeychainError(
            .undecodable,
            reason: "The backup is damaged or was tampered with. Use another backup."
        )
    }

    /// The error for a box or a segment that does not open.
    static var sealed: KeychainError {
        KeychainError(
            .authenticationFailed,
            reason: """
                The passphrase is wrong, or the backup is damaged. Try again, or use another \
                backup.
                """
        )
    }
}

extension Backup {
    /// The beginning of a file, by which its key is derived (backup-format.md §1).
    struct Header {
        let version: UInt8
        private let salt: [UInt8]
        private let hashing: PasscodeHashing

        static let length = magic.count + 1 + Limits.saltLength + 12
        /// The version with segments, which a writer writes.
        static let segmented: UInt8 = 3
        /// The versions with one box: of items without access rules, and of those with them, which
        /// programs that know only the first one must not read.
        static let boxed: (plain: UInt8, guarded: UInt8) = (1, 2)
        private static let magic = Array("PKBK".utf8)

        /// A new header, with a random salt.
        init(version: UInt8 = segmented, _ hashing: PasscodeHashing, _ entropy: KeychainEntropy) {
            self.version = version
            self.hashing = hashing
            salt = entropy.bytes(Limits.saltLength)
        }

        /// Reads the header of a file.
        ///
        /// - Parameters:
        ///   - bytes: The first bytes, as many as a header has, or fewer.
        ///   - count: The number of bytes in the file.
        /// - Throws: ``KeychainError/Code/undecodable`` or ``KeychainError/Code/newerVersion``.
        init(_ bytes: UnsafeRawBufferPointer, ofFileWith count: Int) throws(KeychainError) {
            guard bytes.starts(with: Self.magic), count >= Self.length + Limits.tagLength else {
                throw KeychainError(.undecodable, reason: "The file is not a keychain backup.")
            }
            var reader = ByteReader(bytes)
            _ = try reader.raw(Self.magic.count)
            version = try reader.integer()
            guard version <= Self.segmented else {
                throw KeychainError(
                    .newerVersion,
                    reason:
                        "A newer version of this software wrote the backup. Update to read it."
                )
            }
            guard version >= Self.boxed.plain else { throw malformed }
            salt = try reader.array(Limits.saltLength)
            guard let hashing = try? PasscodeHashing(storedIn: &reader) else { throw malformed }
            self.hashing = hashing
        }

        var bytes: [UInt8] {
            var writer = ByteWriter()
            writer.raw(Self.magic)
            writer.integer(version)
            writer.raw(salt)
            writer.integer(hashing.rounds)
            writer.integer(hashing.blockSize)
            writer.integer(hashing.parallelism)
            return writer.bytes
        }

        /// The context for which the box or the segments of the file are sealed.
        var context: [UInt8] { Array(Labels.backup.utf8) + bytes }

        /// Derives the key of the file (backup-format.md §2), which takes as long as the hashing.
        func key(_ passphrase: SecretBytes) throws(KeychainError) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: try hashing.key(passcode: passphrase, salt: salt),
                salt: [UInt8](),
                info: context,
                outputByteCount: Limits.keyLength
            )
        }
    }
}
