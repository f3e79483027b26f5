internal import SealedStore
internal import Synchronization

/// A row during a search; valid only in the call that receives it.
struct LentRow {
    let view: RowView
    let keys: KeySet

    var id: Int64 { view.id }
    var isTombstone: Bool { view.flags & PlainRow.tombstoneFlag != 0 }
    var isSynchronizable: Bool { view.flags & PlainRow.synchronizableFlag != 0 }
    /// The lookup token of the access group.
    var group: Int64 { view.group }
    /// The class of the item; `nil` for none that this version knows.
    var classCode: ClassCode? { UInt8(exactly: view.itemClass).flatMap { ClassCode(rawValue: $0) } }
    /// A mark that differs if the row was changed.
    var mark: RowMark { RowMark(row: view.id, tag: Box.halvesOfTag(view.metadata)) }
    var identifier: [UInt8] { Array(lentIdentifier) }
    /// The identifier, valid as long as the row.
    var lentIdentifier: UnsafeRawBufferPointer { view.identifier }

    func protection() throws(KeychainError) -> Protection {
        try Protection(stored: view.protection)
    }

    /// Whether the row can be opened, is locked, or lost its key with the passcode.
    func availability() throws(KeychainError) -> KeySet.Availability {
        try keys.availability(try protection())
    }

    /// Opens the attributes and calls a body with them.
    func open<R>(
        with classKeys: ClassKeys,
        _ body: (AttributeView, _ secretTag: UnsafeRawBufferPointer?) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try RowSealing(keys: keys).open(view, with: classKeys, body)
    }

    /// Opens the payload; the search must have requested payloads.
    func secret(with classKeys: ClassKeys, tag: UnsafeRawBufferPointer?) throws(KeychainError)
        -> SecretBytes?
    {
        try RowSealing(keys: keys).openSecret(view, with: classKeys, tag: tag)
    }

    /// A payload that may be damaged.
    enum Payload {
        case intact(SecretBytes?)
        case damaged
    }

    /// Opens the payload, for a caller that can do without one that is damaged; the search must have requested
    /// payloads.
    func payload(
        with classKeys: ClassKeys,
        tag: UnsafeRawBufferPointer?
    ) throws(KeychainError) -> Payload {
        do throws(KeychainError) {
            return .intact(try secret(with: classKeys, tag: tag))
        } catch  where error.code == .corrupt {
            return .damaged
        }
    }
}

extension Vault {
    /// Calls a body with each matching row, in the order in which items were first stored.
    ///
    /// - Parameters:
    ///   - pattern: The rows to find.
    ///   - visit: Returns whether to continue. It is not called again after it throws.
    /// - Throws: The error of `visit` or of the store.
    func search(
        _ pattern: RowPattern,
        _ visit: (LentRow) throws(KeychainError) -> Bool
    ) throws(KeychainError) {
        try search({ RowSealing(keys: $0).query(pattern) }, visit)
    }

    /// Calls a body with each synchronizable row of all classes.
    ///
    /// One pass over all rows: no index distinguishes these rows from others.
    func searchSynchronizable(
        _ visit: (LentRow) throws(KeychainError) -> Bool
    ) throws(KeychainError) {
        let flag = PlainRow.synchronizableFlag
        try search(
            { _ in RowQuery(flagsMask: flag, flagsValue: flag, wantsSecret: true) },
            visit
        )
    }

    private func search(
        _ query: (KeySet) -> RowQuery,
        _ visit: (LentRow) throws(KeychainError) -> Bool
    ) throws(KeychainError) {
        var keys = try currentKeys()
        let attendance = RequestAttendance.current
        // Another process can change the epoch between two attempts, but hardly 16 times in a row.
        for _ in 0..<16 {
            var isStale = false
            try Self.translating {
                let epochOfNothing = try store.forEachRow(query(keys)) {
                    row in
                    try attendance?.checkpoint()
                    guard row.epoch == keys.epoch else {
                        isStale = true
                        return false
                    }
                    return try visit(LentRow(view: copy row, keys: keys))
                }
                // After a rotation, nothing has the tokens of the old keys.
                if let epochOfNothing { isStale = epochOfNothing != keys.epoch }
            }
            guard isStale else { return }
            keys = try reload(try Self.translating { try store.readState() })
        }
        throw KeychainError(
            .notAvailable,
            reason: "The keys changed too often during the request. Try again."
        )
    }

    /// Whether ``confirmAbsence()`` has succeeded.
    var hasConfirmedAbsence: Bool { trustsAbsence.load(ordering: .relaxed) }

    /// Checks that no row was removed from the file, before the absence of an item is reported.
    ///
    /// The check is made once, and only in keychains with at most ``Limits/checkedAbsenceRows``
    /// rows.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` when rows are missing or were changed.
    func confirmAbsence() throws(KeychainError) {
        guard !hasConfirmedAbsence else { return }
        let report = try verify(atMost: UInt64(Limits.checkedAbsenceRows))
        if let problem = report.problems.first { throw KeychainError(.corrupt, reason: problem) }
        trustsAbsence.store(true, ordering: .relaxed)
    }
}
