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
    ///   - progress: Called after every thousandth row with the number of rows sealed again.
    ///   - remake: Makes the row to seal of an opened one.
    /// - Returns: The report of the rotation.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong secret,
    ///   ``KeychainError/Code/corrupt`` when rows are missing or were changed. Then nothing is
    ///   changed.
    func rotate(
        _ proofs: [AccessProof],
        passcode: SecretBytes?,
        _ hashing: PasscodeHashing,
        progress: ((Int) -> Void)?,
        _ remake: (OpenedRow, Rotation) throws(KeychainError) -> PlainRow
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
        _ remake: (OpenedRow, Rotation) throws(KeychainError) -> PlainRow
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

    /// Seals all rows again, one at a time, so that only one is in memory in plain.
    mutating func seal(
        _ rows: borrowing WriteTransaction,
        _ progress: ((Int) -> Void)?,
        _ remake: (Vault.OpenedRow, Rotation) throws(KeychainError) -> PlainRow
    ) throws {
        // SQLite does not say whether a search finds a row again that was changed during it.
        var ids: [Int64] = []
        try rows.forEachRow(RowQuery()) { row in
            ids.append(row.id)
            return true
        }
        try rows.changingAllRows {
            for id in ids {
                try seal(id, rows, remake)
                if after.rowCount.isMultiple(of: 1000) { progress?(report.itemCount) }
            }
        }
    }

    private mutating func seal(
        _ id: Int64,
        _ rows: borrowing WriteTransaction,
        _ remake: (Vault.OpenedRow, Rotation) throws(KeychainError) -> PlainRow
    ) throws {
        var plain: PlainRow?
        // The one row is the first one from its number on.
        try rows.forEachRow(RowQuery(after: id &- 1, wantsSecret: true)) { view in
            let row = LentRow(view: copy view, keys: rotation.old)
            before.digest.add(try RowSealing(keys: rotation.old).leaf(copy view))
            before.rowCount += 1
            guard case .open(let classKeys) = try row.availability() else { return false }
            plain = try row.open(with: classKeys) { attributes, tag throws(KeychainError) in
                let secret = try row.secret(with: classKeys, tag: tag)
                let opened = Vault.OpenedRow(row: row, attributes: attributes, secret: secret)
                return try remake(opened, rotation)
            }
            return false
        }
        guard let plain else {
            report.destroyedCount += 1
            return try rows.delete(id: id)
        }
        let sealing = RowSealing(keys: rotation.new)
        let sealed = try sealing.seal(plain, id: id, entropy: entropy)
        try rows.updateKeepingIdentifier(sealed)
        after.digest.add(try sealing.leaf(sealed, secretLength: sealed.secret?.count))
        after.rowCount += 1
        // People know nothing of the rows of the history.
        if plain.index.group.value != AccessGroups.encodedHistory { report.itemCount += 1 }
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
