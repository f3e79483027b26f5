internal import SealedStore
internal import Synchronization

/// A row that a search lends to its caller.
struct LentRow {
    let view: RowView
    let keys: KeySet

    var id: Int64 { view.id }
    var isTombstone: Bool { view.flags & PlainRow.tombstoneFlag != 0 }
    var isSynchronizable: Bool { view.flags & PlainRow.synchronizableFlag != 0 }
    var identifier: [UInt8] { Array(view.identifier) }

    func protection() throws(KeychainError) -> Protection {
        try Protection(stored: view.protection)
    }

    /// Whether the row can be opened, is locked, or lost its key with the passcode.
    func availability() throws(KeychainError) -> KeySet.Availability {
        try keys.availability(try protection())
    }

    /// Opens the attributes and lends them.
    func open<R>(
        with classKeys: ClassKeys,
        _ body: (AttributeView, _ secretTag: UnsafeRawBufferPointer?) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try RowSealing(keys: keys).open(view, with: classKeys, body)
    }

    /// Opens the payload; the search must have asked for it.
    func secret(with classKeys: ClassKeys, tag: UnsafeRawBufferPointer?) throws(KeychainError)
        -> SecretBytes?
    {
        try RowSealing(keys: keys).openSecret(view, with: classKeys, tag: tag)
    }
}

extension Vault {
    /// Lends each matching row, in the order in which items were first stored.
    ///
    /// - Parameters:
    ///   - pattern: Which rows.
    ///   - visit: Looks at a row and says whether to go on. Not called again after it throws.
    /// - Throws: What `visit` throws, or a failure of the store.
    func search(
        _ pattern: RowPattern,
        _ visit: (LentRow) throws(KeychainError) -> Bool
    ) throws(KeychainError) {
        var keys = currentKeys()
        // Another process may change the epoch between two attempts, but not for long.
        for _ in 0..<16 {
            var isStale = false
            try Self.translating {
                try store.forEachRow(RowSealing(keys: keys).query(pattern)) { row in
                    guard row.epoch == keys.epoch else {
                        isStale = true
                        return false
                    }
                    return try visit(LentRow(view: copy row, keys: keys))
                }
            }
            guard isStale else { return }
            keys = try reload(try Self.translating { try store.readState() })
        }
        throw KeychainError(.notAvailable, reason: "The keychain's keys keep changing.")
    }

    /// Whether the check of ``confirmAbsence()`` was made.
    var hasConfirmedAbsence: Bool { trustsAbsence.load(ordering: .relaxed) }

    /// Checks, once and in small keychains, that no row was hidden before an absence is believed.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` when rows are missing or were changed.
    func confirmAbsence() throws(KeychainError) {
        guard !hasConfirmedAbsence else { return }
        let report = try verify(atMost: UInt64(Limits.checkedAbsenceRows))
        if let problem = report.problems.first { throw KeychainError(.corrupt, reason: problem) }
        trustsAbsence.store(true, ordering: .relaxed)
    }
}
