internal import KeychainEssentials

extension Keychain {
    /// Makes an encrypted copy of all items that may leave the keychain (backup-format.md §4).
    ///
    /// Takes a third of a second for the passphrase, and memory for all items at once.
    ///
    /// ```swift
    /// import Foundation
    ///
    /// let keychain = try Keychain.default
    /// let backup = try keychain.backup(passphrase: SecretBytes(utf8: "correct horse battery staple"))
    /// try Data(backup.bytes).write(to: URL(filePath: "keys.backup"))
    /// ```
    ///
    /// Items that require their user's presence come along if a context is given: it proves the
    /// presence, or the user is asked once for all of them. Only the passphrase protects them in the
    /// backup; where they are restored, they require their user again. Items with a password of
    /// their own stay.
    ///
    /// - Parameters:
    ///   - passphrase: Protects the backup, 1 to 4,096 bytes. A person who has the file can guess
    ///     at it, so make it a strong one.
    ///   - context: Proves the user's presence; `nil` to leave out items that require it.
    /// - Returns: The backup, with the numbers of items that stay behind.
    /// - Throws: ``KeychainError/Code/locked`` while items are locked,
    ///   ``KeychainError/Code/unimplemented`` over a keeper without backups, or with a context,
    ///   ``KeychainError/Code/authenticationRequired``, ``KeychainError/Code/authenticationFailed``
    ///   or ``KeychainError/Code/userCanceled`` when nothing proves the presence.
    public func backup(
        passphrase: SecretBytes,
        proving context: AuthenticationContext? = nil
    ) throws(KeychainError) -> KeychainBackup {
        let content = try backupContent(proving: context)
        return KeychainBackup(
            bytes: try Self.during(.find) { () throws(KeychainError) in
                try Backup.seal(content.items, passphrase: passphrase)
            },
            count: content.items.count,
            thisDeviceOnly: content.thisDeviceOnly,
            guarded: content.guarded
        )
    }

    /// Puts the items of a backup back, all or none, and merges them with the stored ones
    /// (backup-format.md §5).
    ///
    /// An item that is stored already is replaced, unless it is the same, requires user
    /// authentication otherwise than in the backup or belongs to this device alone, or, for
    /// synchronized items, was changed or deleted later than the one in the backup.
    ///
    /// - Parameters:
    ///   - backup: The bytes of a ``KeychainBackup``.
    ///   - passphrase: The passphrase that it was made with.
    ///   - isRehearsal: Whether to report the changes without making them.
    /// - Returns: A report of the changes that were made, or would be made.
    /// - Throws: ``KeychainError/Code/undecodable`` for bytes that are not a backup, or a broken
    ///   one, ``KeychainError/Code/authenticationFailed`` for a wrong passphrase or a damaged
    ///   backup, ``KeychainError/Code/newerVersion``, ``KeychainError/Code/missingEntitlement`` for
    ///   items of groups that the caller is not in, ``KeychainError/Code/locked``, or any error of
    ///   storing.
    @discardableResult
    public func restore(
        _ backup: [UInt8],
        passphrase: SecretBytes,
        isRehearsal: Bool = false
    ) throws(KeychainError) -> RestoreReport {
        try backup.withRawBytes { bytes throws(KeychainError) in
            let reader = try Self.during(.add) { () throws(KeychainError) in
                try BackupReader(BackupSource(bytes), passphrase)
            }
            return try restore(isRehearsal: isRehearsal) { body throws(KeychainError) in
                try reader.forEachItem(body)
            }
        }
    }

    /// Copies out all items that may leave the keychain.
    ///
    /// - Parameter context: The same as for ``backup(passphrase:proving:)``.
    /// - Returns: The items, with the numbers of those that stay.
    /// - Throws: The same errors as ``backup(passphrase:proving:)``.
    package func backupContent(
        proving context: AuthenticationContext? = nil
    ) throws(KeychainError) -> BackupContent {
        try Self.during(.find) { () throws(KeychainError) in
            try unlockingOnDemand { () throws(KeychainError) in
                try managed(.backup).backupContent(proving: context)
            }
        }
    }

    /// Counts the items that may leave the keychain and those that stay, without their payloads, and asks
    /// for everything that they need.
    ///
    /// - Parameter context: The same as for ``backup(passphrase:proving:)``; the proof is in it
    ///   afterwards.
    /// - Returns: The numbers, and the names of those that stay.
    /// - Throws: The same errors as ``backup(passphrase:proving:)``.
    package func backupNumbers(
        proving context: AuthenticationContext? = nil
    ) throws(KeychainError) -> BackupContent {
        guard let keeper = keeper.parts.copied else {
            var content = try backupContent(proving: context)
            (content.leaving, content.items) = (content.items.count, [])
            return content
        }
        return try Self.during(.find) { () throws(KeychainError) in
            try unlockingOnDemand { () throws(KeychainError) in
                try keeper.copyItems(proving: context, isRehearsal: true) { _ in }
            }
        }
    }

    /// Calls a body with each item that may leave the keychain, all in one state.
    ///
    /// The user is asked for nothing: call ``backupNumbers(proving:)`` before.
    ///
    /// - Parameters:
    ///   - context: The same as for ``backup(passphrase:proving:)``, with the proof.
    ///   - body: Receives an item.
    /// - Returns: The numbers of items that stay.
    /// - Throws: The same errors as ``backup(passphrase:proving:)``, or any error of `body`.
    package func copyBackupItems(
        proving context: AuthenticationContext? = nil,
        to body: (BackupItem) throws(KeychainError) -> Void
    ) throws(KeychainError) -> BackupContent {
        try Self.during(.find) { () throws(KeychainError) in
            guard let keeper = keeper.parts.copied else {
                let content = try managed(.backup).backupContent(proving: context)
                for item in content.items { try body(item) }
                return content
            }
            return try keeper.copyItems(proving: context, isRehearsal: false, to: body)
        }
    }

    /// Calls a body with all items that may leave the keychain without a proof, part by part.
    ///
    /// Each part is a state of its own: an item that stays as it is meanwhile is in one part and no
    /// other. A keeper that knows no parts has one.
    ///
    /// - Parameter body: Receives items, with the numbers of those that stay.
    /// - Throws: The same errors as ``backup(passphrase:proving:)``, and any error of `body`.
    package func forEachBackupPart(_ body: (BackupContent) throws -> Void) throws {
        guard let keeper = keeper.parts.copied else { return try body(try backupContent()) }
        for code in ClassCode.allCases {
            var page = ItemPage(Self.partOfBackup)
            while true {
                let part = try Self.during(.find) { () throws(KeychainError) in
                    try unlockingOnDemand { () throws(KeychainError) in
                        try keeper.backupContent(of: code.itemClass, page)
                    }
                }
                try body(part)
                guard let next = part.next else { break }
                page.after = next
            }
        }
    }

    /// The number of items in a part.
    private static let partOfBackup = 1024

    /// Puts items back, all or none.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - isRehearsal: Whether to report the changes without making them.
    /// - Returns: A report of the changes that were made, or would be made.
    /// - Throws: ``KeychainError/Code/undecodable`` for items that no backup holds, or any error of
    ///   storing.
    package func restore(
        _ items: [BackupItem],
        isRehearsal: Bool = false
    ) throws(KeychainError) -> RestoreReport {
        try Self.during(.add) { () throws(KeychainError) in
            try unlockingOnDemand { () throws(KeychainError) in
                try managed(.backup).restore(items, isRehearsal: isRehearsal)
            }
        }
    }

    /// Puts items back, all or none, of which one is in memory at a time.
    ///
    /// - Parameters:
    ///   - isRehearsal: Whether to report the changes without making them.
    ///   - items: Calls its argument with each item, from the first one on. It can be called again; what
    ///     was changed is undone if it fails.
    /// - Returns: A report of the changes that were made, or would be made.
    /// - Throws: The same errors as ``restore(_:isRehearsal:)``, or any error of `items`.
    package func restore(
        isRehearsal: Bool = false,
        _ items: BackupItems
    ) throws(KeychainError) -> RestoreReport {
        guard let keeper = keeper.parts.copied else {
            var all: [BackupItem] = []
            try items { all.append($0) }
            return try restore(all, isRehearsal: isRehearsal)
        }
        return try Self.during(.add) { () throws(KeychainError) in
            try unlockingOnDemand { () throws(KeychainError) in
                try keeper.restore(isRehearsal: isRehearsal, items)
            }
        }
    }
}
