internal import SealedStore
internal import Synchronization

extension Vault {
    /// An opened row with its payload as it is stored.
    struct OpenedRow {
        let row: LentRow
        let attributes: AttributeView
        let secret: SecretBytes?

        func classCode() throws(KeychainError) -> ClassCode {
            guard let code = UInt8(exactly: row.view.itemClass).flatMap(ClassCode.init) else {
                throw KeychainError(.corrupt)
            }
            return code
        }
    }

    /// Replaces all keys of the keychain, its identifier and its tokens, and seals every row again
    /// (vault-format.md §15).
    ///
    /// It is one transaction, for which other writers wait. Rows whose key was destroyed with a
    /// passcode are removed. Lock state and deadline stay as they are.
    ///
    /// - Parameters:
    ///   - proofs: The secrets that open the keychain now. Only their slots stay.
    ///   - passcode: The passcode from now on; `nil` to keep the one among the proofs.
    ///   - hashing: The cost of the passcode from now on.
    ///   - progress: Called after every few hundred rows with the number of rows sealed again.
    ///   - remake: Makes the row to seal of an opened one; called on several threads.
    /// - Returns: The report of the rotation.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong secret,
    ///   ``KeychainError/Code/corrupt`` when rows are missing or were changed. Then nothing is
    ///   changed.
    func rotate(
        _ proofs: [AccessProof],
        passcode: SecretBytes?,
        _ hashing: PasscodeHashing,
        progress: ((Int) -> Void)?,
        _ remake: @Sendable (OpenedRow, Rotation) throws(KeychainError) -> PlainRow
    ) throws(KeychainError) -> RotationReport {
        // Passcodes are hashed before the transaction, which other writers wait for.
        for _ in 0..<3 {
            let before = try freshKeys()
            let rotation = try before.rotation(
                proofs,
                passcode: passcode,
                hashing,
                entropy: world.entropy
            )
            if var report = try seal(again: before, rotation, progress, remake) {
                report.removedSlots = rotation.removedSlots
                report.leavesRemains = store.leavesRemains
                return report
            }
        }
        throw KeychainError(
            .notAvailable,
            reason: "Other programs are changing the passcode. Try again."
        )
    }

    /// Makes one attempt to seal all rows again.
    ///
    /// - Returns: `nil` if the keybag is no longer the one of which the new keys were made.
    private func seal(
        again before: KeySet,
        _ rotation: Rotation,
        _ progress: ((Int) -> Void)?,
        _ remake: @Sendable (OpenedRow, Rotation) throws(KeychainError) -> PlainRow
    ) throws(KeychainError) -> RotationReport? {
        try confirmLog()
        let sealed = try Self.translating {
            try store.write(keepingIf: { $0 != nil }) { rows -> Sealed? in
                let stored = try rows.readState()
                guard stored.keybag == before.keybag.encoded() else { return nil }
                var work = RotationWork(rotation, entropy: world.entropy)
                try work.seal(rows, progress, remake)
                let (state, point) = try work.state(after: stored)
                try rows.writeState(state)
                return (work.report, open.withLock { $0 }, point)
            }
        }
        guard let (report, previous, point) = sealed else { return nil }
        note(point, of: rotation.new.keybag.keychain)
        retire(before.keybag.keychain)
        // Without their keychain they open nothing.
        try? SharedKeys.dropAll(of: before.keybag, from: world.retention)
        try resume(previous, with: rotation.new.openClassKeys, epoch: point.epoch)
        return report
    }

    /// The report, the keys that were open before, and the progress of the keychain.
    private typealias Sealed = (RotationReport, OpenKeys, RollbackMemory.Point)
}

/// The rows of a keychain on their way from the old keys to the new ones, in one transaction.
private struct RotationWork {
    private let rotation: Rotation
    private let entropy: KeychainEntropy
    private var before = VaultState()
    private var after = VaultState()
    var report = RotationReport()

    init(_ rotation: Rotation, entropy: KeychainEntropy) {
        self.rotation = rotation
        self.entropy = entropy
    }

    /// Seals all rows again, a part of them on all processors at once: no more than a few megabytes are in
    /// memory in plain.
    mutating func seal(
        _ rows: borrowing WriteTransaction,
        _ progress: ((Int) -> Void)?,
        _ remake: @Sendable (Vault.OpenedRow, Rotation) throws(KeychainError) -> PlainRow
    ) throws {
        let (rotation, entropy) = (rotation, entropy)
        var last: Int64?
        let transaction = copy rows
        try transaction.changingAllRows {
            while true {
                // Read before the first is changed: SQLite does not say whether a search finds a row
                // again that was changed during it.
                let part = try Self.part(of: transaction, after: last)
                guard let end = part.last?.id else { return }
                last = end
                let sealed = part.mapAtOnce { row in
                    Result { try Self.sealed(row, rotation, entropy, remake) }
                }
                for row in sealed { try store(row.get(), transaction) }
                progress?(report.itemCount)
            }
        }
    }

    /// The next rows with their payloads.
    private static func part(
        of rows: borrowing WriteTransaction,
        after last: Int64?
    ) throws -> [SealedRow] {
        var part: [SealedRow] = []
        var length = 0
        try rows.forEachRow(RowQuery(after: last, wantsSecret: true)) { row in
            part.append(row.copy())
            length += row.length
            return part.count < mostRows && length < mostBytes
        }
        return part
    }

    private static let mostRows = 512
    private static let mostBytes = 4 << 20

    /// A row under the old and the new keys.
    private struct Sealed: Sendable {
        let id: Int64
        let leafBefore: SetDigest
        /// The row as it is from now on, and its leaf; `nil` if its key was destroyed.
        var after: (row: SealedRow, leaf: SetDigest)?
        /// Whether it is one of the history, of which people know nothing.
        var isEarlierVersion = false
    }

    private static func sealed(
        _ stored: SealedRow,
        _ rotation: Rotation,
        _ entropy: KeychainEntropy,
        _ remake: (Vault.OpenedRow, Rotation) throws(KeychainError) -> PlainRow
    ) throws -> Sealed {
        try stored.lent(epoch: rotation.old.epoch) { view in
            let row = LentRow(view: copy view, keys: rotation.old)
            let leaf = try RowSealing(keys: rotation.old).leaf(copy view)
            var sealed = Sealed(id: stored.id, leafBefore: leaf)
            guard case .open(let classKeys) = try row.availability() else { return sealed }
            let plain = try row.open(with: classKeys) { attributes, tag throws(KeychainError) in
                let secret = try row.secret(with: classKeys, tag: tag)
                let opened = Vault.OpenedRow(row: row, attributes: attributes, secret: secret)
                return try remake(opened, rotation)
            }
            let sealing = RowSealing(keys: rotation.new)
            let after = try sealing.seal(plain, id: stored.id, entropy: entropy)
            let leafAfter = try sealing.leaf(after, secretLength: after.secret?.count)
            sealed.after = (after, leafAfter)
            sealed.isEarlierVersion = plain.index.group.value == AccessGroups.encodedHistory
            return sealed
        }
    }

    private mutating func store(_ sealed: Sealed, _ rows: borrowing WriteTransaction) throws {
        before.add(sealed.leafBefore)
        guard let (row, leaf) = sealed.after else {
            report.destroyedCount += 1
            return try rows.delete(id: sealed.id)
        }
        try rows.updateKeepingIdentifier(row)
        after.add(leaf)
        if !sealed.isEarlierVersion { report.itemCount += 1 }
    }

    /// The state of the rows under the new keys.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` when the rows were not those of the old state, whose
    ///   manipulation the new state would hide.
    mutating func state(
        after stored: StoredState
    ) throws(KeychainError) -> (StoredState, RollbackMemory.Point) {
        let known = try rotation.old.digests.open(
            stored,
            keychain: rotation.old.keybag.keychain
        )
        guard before.digest == known.digest, before.rowCount == known.rowCount else {
            throw KeychainError(.corrupt)
        }
        after.generation = known.generation + 1
        var state = StoredState(
            epoch: stored.epoch + 1,
            keybag: rotation.new.keybag.encoded(),
            digest: []
        )
        state.digest = try rotation.new.digests.seal(
            after,
            of: state,
            keychain: rotation.new.keybag.keychain,
            entropy: entropy
        )
        let point = RollbackMemory.Point(epoch: state.epoch, generation: after.generation)
        return (state, point)
    }
}
