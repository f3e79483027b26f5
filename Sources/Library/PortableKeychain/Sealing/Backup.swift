internal import Crypto

/// Seals and opens backups: files with items, encrypted with a passphrase (backup-format.md).
package enum Backup {
    private static let magic = Array("PKBK".utf8)
    /// The version of backups without access rules, and of those with them, which programs that
    /// know only the first one must not read.
    private static let versions: (plain: UInt8, guarded: UInt8) = (1, 2)
    /// Magic, version, salt and the hashing parameters.
    private static let headerLength = 4 + 1 + Limits.saltLength + 12

    /// Seals items.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - passphrase: 1 to 4096 bytes.
    ///   - hashing: The hashing cost of the passphrase.
    ///   - entropy: The source of salt and nonce.
    /// - Returns: The file.
    /// - Throws: ``KeychainError/Code/dataTooLarge`` for more than 512 MiB.
    package static func seal(
        _ items: [BackupItem],
        passphrase: SecretBytes,
        hashing: PasscodeHashing = .standard,
        entropy: KeychainEntropy = .system
    ) throws(KeychainError) -> [UInt8] {
        try seal(
            content: try encoded(items),
            isGuarded: items.contains(where: \.isGuarded),
            passphrase: passphrase,
            hashing: hashing,
            entropy: entropy
        )
    }

    /// Seals encoded items (backup-format.md §2).
    static func seal(
        content: SecretBytes,
        isGuarded: Bool = false,
        passphrase: SecretBytes,
        hashing: PasscodeHashing,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> [UInt8] {
        var header = ByteWriter()
        header.raw(magic)
        header.integer(isGuarded ? versions.guarded : versions.plain)
        let salt = entropy.bytes(Limits.saltLength)
        header.raw(salt)
        header.integer(hashing.rounds)
        header.integer(hashing.blockSize)
        header.integer(hashing.parallelism)
        let context = context(header.bytes)
        let key = key(try hashing.key(passcode: passphrase, salt: salt), context)
        let box = try content.withUnsafeBytes { bytes throws(KeychainError) in
            try Box.seal(bytes, key: key, context: context, entropy: entropy)
        }
        return header.bytes + box
    }

    /// Opens a backup.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` for a file that is not a backup, or a broken
    ///   one; ``KeychainError/Code/newerVersion``; ``KeychainError/Code/authenticationFailed`` for
    ///   a wrong passphrase or a damaged file, which cannot be distinguished. Never
    ///   ``KeychainError/Code/corrupt``, which means the keychain.
    package static func open(
        _ file: UnsafeRawBufferPointer,
        passphrase: SecretBytes
    ) throws(KeychainError) -> [BackupItem] {
        guard file.starts(with: magic), file.count >= headerLength + Limits.boxOverhead else {
            throw KeychainError(.undecodable, reason: "The file is not a keychain backup.")
        }
        var reader = ByteReader(file)
        _ = try reader.raw(magic.count)
        let version: UInt8 = try reader.integer()
        guard version <= versions.guarded else {
            throw KeychainError(
                .newerVersion,
                reason: "A newer version of this software wrote the backup. Update to read it."
            )
        }
        guard version >= versions.plain else { throw malformed }
        let salt = try reader.array(Limits.saltLength)
        guard let hashing = try? PasscodeHashing(storedIn: &reader) else { throw malformed }
        let context = context(Array(file.prefix(headerLength)))
        let key = key(try hashing.key(passcode: passphrase, salt: salt), context)
        var isOpen = false
        do throws(KeychainError) {
            return try Box.open(
                try reader.raw(reader.remaining),
                key: key,
                context: context
            ) { content throws(KeychainError) in
                isOpen = true
                let items = try decoded(content)
                guard items.contains(where: \.isGuarded) == (version == versions.guarded) else {
                    throw malformed
                }
                return items
            }
        } catch {
            guard error.code == .corrupt else { throw error }
            guard !isOpen else { throw malformed }
            throw KeychainError(
                .authenticationFailed,
                reason: """
                    The passphrase is wrong, or the backup is damaged. Try again, or use another \
                    backup.
                    """
            )
        }
    }

    private static func context(_ header: [UInt8]) -> [UInt8] {
        Array(Labels.backup.utf8) + header
    }

    private static func key(_ guess: SymmetricKey, _ context: [UInt8]) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: guess,
            salt: [UInt8](),
            info: context,
            outputByteCount: Limits.keyLength
        )
    }
}

extension Backup {
    /// The items as bytes, in memory that is zeroed afterwards (backup-format.md §3).
    static func encoded(_ items: [BackupItem]) throws(KeychainError) -> SecretBytes {
        var writer = SecretEncoder()
        writer.integer(UInt32(items.count))
        for item in items {
            guard let code = ClassCode(item.itemClass) else {
                throw KeychainError(.noSuchClass)
            }
            writer.integer(code.rawValue)
            writer.raw(item.identifier)
            writer.sized(item.attributes.storedForm)
            writer.optional(item.secret)
        }
        guard writer.count <= Limits.secretLength else { throw KeychainError(.dataTooLarge) }
        return writer.finished()
    }

    /// The items of an opened box.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` for any other content.
    static func decoded(
        _ content: UnsafeRawBufferPointer
    ) throws(KeychainError) -> [BackupItem] {
        var reader = ByteReader(content)
        var items: [BackupItem] = []
        for _ in 0..<(try reader.integer(UInt32.self)) {
            guard let code = ClassCode(rawValue: try reader.integer()) else { throw malformed }
            let identifier = try reader.array(Limits.identifierLength)
            let attributes = try AttributeView(try reader.sized()).decoded()
            items.append(
                BackupItem(
                    itemClass: code.itemClass,
                    identifier: identifier,
                    attributes: attributes,
                    secret: try reader.optionalSecret()
                )
            )
        }
        try reader.finish()
        return items
    }

    /// The error for bytes that no version of this software wrote.
    static var malformed: KeychainError {
        KeychainError(
            .undecodable,
            reason: "The backup is damaged or was tampered with. Use another backup."
        )
    }
}

extension BackupItem {
    /// Whether the item has access rules, which the keychain that receives it applies.
    fileprivate var isGuarded: Bool { attributes[.accessControl] != nil }
}
