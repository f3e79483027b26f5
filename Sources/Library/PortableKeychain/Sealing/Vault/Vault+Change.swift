internal import SealedStore

/// Decides, as rows change, which rows are stored beside them.
protocol RowJournal: AnyObject {
    /// Looks at a row that is about to be replaced or removed.
    ///
    /// - Parameters:
    ///   - row: The row, with its payload.
    ///   - plain: The row that takes its place; `nil` if it is removed.
    /// - Returns: A row to store; `nil` for none.
    /// - Throws: Any error of opening the row; then nothing is changed.
    func rowToKeep(of row: LentRow, becoming plain: PlainRow?) throws(KeychainError) -> PlainRow?

    /// Takes notice of a row that is added.
    func noteAddition(_ plain: PlainRow)
}

/// A write transaction on plain rows: all of its changes are made, or none.
///
/// It keeps the set digest up to date while rows change, and writes the new state at the end. A
/// struct that is valid only in the body of ``Vault/change(keepingIf:noting:_:)``.
struct VaultTransaction {
    let rows: WriteTransaction
    let keys: KeySet
    let entropy: KeychainEntropy
    /// The journal that decides about each row that changes; `nil` for none.
    var journal: (any RowJournal)?
    private var state: VaultState
    private var stored: StoredState
    private var isChanged = false

    fileprivate init(
        rows: WriteTransaction,
        stored: StoredState,
        keys: KeySet,
        entropy: KeychainEntropy
    ) throws(KeychainError) {
        self.rows = rows
        self.keys = keys
        self.entropy = entropy
        self.stored = stored
        state = try keys.digests.open(stored, keychain: keys.keybag.keychain)
    }

    private var sealing: RowSealing { RowSealing(keys: keys) }

    /// Calls a body with each matching row; do not change rows before it returns.
    func search(
        _ pattern: RowPattern,
        _ visit: (LentRow) throws(KeychainError) -> Bool
    ) throws(KeychainError) {
        let attendance = RequestAttendance.current
        try Vault.translating {
            try rows.forEachRow(sealing.query(pattern)) { row in
                try attendance?.checkpoint()
                return try visit(LentRow(view: copy row, keys: keys))
            }
        }
    }

    /// A row as it is stored, to be replaced or removed.
    struct Stored {
        let row: SealedRow
        let secretLength: Int?

        /// The row's number in the store.
        var id: Int64 { row.id }
        /// The identifier of the item.
        var identifier: [UInt8] { row.identifier }

        init(_ row: LentRow) {
            self.row = row.view.copy()
            secretLength = row.view.secretLength
        }
    }

    mutating func insert(_ plain: PlainRow) throws(KeychainError) {
        journal?.noteAddition(plain)
        try store(plain)
    }

    private mutating func store(_ plain: PlainRow) throws(KeychainError) {
        var row = try sealing.seal(plain, id: 0, entropy: entropy)
        row.id = try Vault.translating { try rows.insert(row) }
        try count(adding: row, secretLength: row.secret?.count)
    }

    /// Replaces a row under the same number.
    ///
    /// - Parameters:
    ///   - old: The row as it is stored.
    ///   - plain: The new row.
    ///   - tag: The tag of the stored payload's box if the stored payload is kept, else `nil`.
    /// - Throws: The error of sealing or of the store.
    mutating func replace(
        _ old: Stored,
        with plain: PlainRow,
        keepingSecretWith tag: [UInt8]?
    ) throws(KeychainError) {
        try keep(old, becoming: plain)
        let keeps = tag != nil
        let row =
            keeps
            ? try sealing.seal(plain, id: old.row.id, keepingSecretWith: tag, entropy: entropy)
            : try sealing.seal(plain, id: old.row.id, entropy: entropy)
        try Vault.translating {
            try rows.update(row, keepingSecret: keeps)
        }
        try count(removing: old)
        try count(adding: row, secretLength: keeps ? old.secretLength : row.secret?.count)
    }

    mutating func delete(_ old: Stored) throws(KeychainError) {
        try keep(old, becoming: nil)
        try Vault.translating { try rows.delete(id: old.row.id) }
        try count(removing: old)
    }

    /// Has the journal keep the earlier version of a row.
    private mutating func keep(
        _ old: Stored,
        becoming plain: PlainRow?
    ) throws(KeychainError) {
        guard let journal else { return }
        var kept: PlainRow?
        try lend(old) { row throws(KeychainError) in
            kept = try journal.rowToKeep(of: row, becoming: plain)
        }
        if let kept { try store(kept) }
    }

    /// Calls a body with a row and its payload, as it is stored.
    ///
    /// Most changes have not read the payload.
    func lend(
        _ stored: Stored,
        _ body: (LentRow) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        try Vault.translating {
            let query = RowQuery(identifier: stored.identifier, wantsSecret: true)
            try rows.forEachRow(query) { row in
                try body(LentRow(view: copy row, keys: keys))
                return false
            }
        }
    }

    /// The change mark of the state that the transaction found, or has written.
    fileprivate var mark: [UInt8] { stored.digest }

    /// Starts a new epoch, so that all processes reload the keybag; a new keybag is stored if
    /// given.
    mutating func startEpoch(_ keybag: Keybag?) {
        if let keybag { stored.keybag = keybag.encoded() }
        stored.epoch += 1
        isChanged = true
    }

    /// The progress of the keychain, with the changes so far once they are finished.
    fileprivate var point: RollbackMemory.Point {
        RollbackMemory.Point(epoch: stored.epoch, generation: state.generation)
    }

    /// Gives free pages of the file back to the disk.
    ///
    /// Without changes of rows, but with a new state: the generations of a file and its log tell how
    /// many transactions lie between them (vault-format.md, M61).
    fileprivate mutating func giveBack(pages: Int) throws(KeychainError) {
        try Vault.translating { try rows.giveBack(pages: pages) }
        isChanged = true
    }

    /// Writes the new state if anything changed.
    fileprivate mutating func finish() throws(KeychainError) {
        guard isChanged else { return }
        state.generation += 1
        stored.digest = try keys.digests.seal(
            state,
            of: stored,
            keychain: keys.keybag.keychain,
            entropy: entropy
        )
        try Vault.translating { try rows.writeState(stored) }
    }

    private mutating func count(adding row: SealedRow, secretLength: Int?) throws(KeychainError) {
        state.add(try sealing.leaf(row, secretLength: secretLength))
        isChanged = true
    }

    private mutating func count(removing old: Stored) throws(KeychainError) {
        state.digest.subtract(try sealing.leaf(old.row, secretLength: old.secretLength))
        state.rowCount &-= 1
        isChanged = true
    }
}

extension Vault {
    /// Makes changes in one transaction; if the body throws, nothing is changed.
    ///
    /// - Parameters:
    ///   - isKept: Decides by the body's result whether the changes are kept; otherwise nothing is
    ///     changed.
    ///   - note: Called with the marks before and after changes that were kept.
    ///   - body: Changes rows.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body or of the store.
    func change<R>(
        keepingIf isKept: (R) -> Bool = { _ in true },
        noting note: (ChangeMarks) -> Void = { _ in },
        _ body: (inout VaultTransaction) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let result = try changeOnce(keepingIf: isKept, noting: note, body)
        giveBackFreeSpace()
        return result
    }

    /// Gives the space of removed rows back to the disk, if it is much.
    ///
    /// In steps, each a transaction: others read meanwhile, and write between them. It ends early if a
    /// reader keeps the log in use, and continues after the next change. A step that fails changes nothing.
    private func giveBackFreeSpace() {
        while !store.leavesRemains, let pages = try? store.pagesToGiveBack() {
            let isDone: Void? = try? changeOnce { transaction throws(KeychainError) in
                try transaction.giveBack(pages: pages)
            }
            guard isDone != nil else { return }
        }
    }

    private func changeOnce<R>(
        keepingIf isKept: (R) -> Bool = { _ in true },
        noting note: (ChangeMarks) -> Void = { _ in },
        _ body: (inout VaultTransaction) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try confirmLog()
        let known = lastSeen
        var marks: ChangeMarks?
        var written: (RollbackMemory.Point, [UInt8])?
        let result = try Self.translating {
            try store.write(keepingIf: isKept) { rows in
                let stored = try rows.readState()
                var keys = try currentKeys()
                if keys.epoch != stored.epoch { keys = try reload(stored) }
                var transaction = try VaultTransaction(
                    rows: copy rows,
                    stored: stored,
                    keys: keys,
                    entropy: world.entropy
                )
                try check(transaction.point, notBefore: known)
                let before = transaction.point
                let result = try body(&transaction)
                if isKept(result) {
                    try transaction.finish()
                    marks = ChangeMarks(before: stored.digest, after: transaction.mark)
                }
                if transaction.point != before {
                    written = (transaction.point, keys.keybag.keychain)
                }
                return result
            }
        }
        if let (point, keychain) = written { self.note(point, of: keychain) }
        if let marks { note(marks) }
        return result
    }
}
