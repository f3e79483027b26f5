internal import SealedStore

extension Vault {
    /// Compares all rows with the set digest and opens all rows that are not locked, in one
    /// snapshot.
    ///
    /// Finds rows that were removed, duplicated, changed, or individually rolled back. If the whole
    /// file was rolled back, it is consistent, which cannot be detected (threat-model.md §5).
    ///
    /// - Parameters:
    ///   - limit: Keychains with more rows are not checked, and the report is empty. With a limit, damage
    ///     of the room in the file does not count, through which no search misses a row.
    ///   - opensSecrets: Whether payloads are also opened.
    ///   - progress: Called after every thousandth row with the number of rows checked.
    /// - Returns: The problems, and the numbers of rows.
    /// - Throws: ``KeychainError/Code/corrupt`` when the state cannot be opened.
    func verify(
        atMost limit: UInt64 = .max,
        opensSecrets: Bool = false,
        progress: ((Int) -> Void)? = nil
    ) throws(KeychainError) -> VerificationReport {
        var report = VerificationReport()
        try Self.translating {
            try store.read { snapshot in
                let stored = try snapshot.readState()
                var keys = try currentKeys()
                if keys.epoch != stored.epoch { keys = try reload(stored) }
                let state = try keys.digests.open(stored, keychain: keys.keybag.keychain)
                guard state.rowCount <= limit else { return }
                var digest = SetDigest()
                var count = 0
                let history = groupTokens([AccessGroups.encodedHistory], in: .genericPassword)
                try snapshot.forEachRow(RowQuery(wantsSecret: opensSecrets)) { row in
                    let lent = LentRow(view: copy row, keys: keys)
                    digest.add(try RowSealing(keys: keys).leaf(copy row))
                    count += 1
                    let isEarlier = lent.isIn(history, .genericPassword)
                    if isEarlier {
                        report.historyCount += 1
                    } else {
                        report.rowCount += 1
                    }
                    try lent.check(opensSecrets: opensSecrets, isItem: !isEarlier, &report)
                    if count.isMultiple(of: 1000) { progress?(count) }
                    return true
                }
                if digest != state.digest || count != Int(clamping: state.rowCount) {
                    report.problems.append(
                        "Another program removed, added or changed items: \(count) "
                            + "found, \(state.rowCount) expected."
                    )
                }
            }
            guard limit != .max else { return report.problems += try store.integrityProblems() }
            guard report.rowCount + report.historyCount > 0 else { return }
            report.problems += try store.searchProblems()
        }
        return report
    }

    /// Whether data that was deleted or replaced may still be in the log, after an attempt to empty
    /// it.
    ///
    /// Do not call this for a damaged keychain, whose files must stay as they are.
    func leavesRemains() throws(KeychainError) -> Bool {
        do {
            try store.emptyLog()
        } catch  where [.readOnly, .diskFull].contains(error.kind) {
            // Nothing was deleted here that could still be there.
            return false
        } catch {
            throw KeychainError(error)
        }
        return store.leavesRemains
    }
}

extension LentRow {
    /// Whether the row is of a class and in one of some groups, as far as its columns say.
    func isIn(_ groups: GroupTokens, _ code: ClassCode) -> Bool {
        classCode == code && groups.values(keys, in: code).contains(group)
    }

    fileprivate func check(
        opensSecrets: Bool,
        isItem: Bool,
        _ report: inout VerificationReport
    ) throws(KeychainError) {
        do throws(KeychainError) {
            switch try availability() {
            case .locked: report.lockedCount += isItem ? 1 : 0
            case .destroyed: break
            case .open(let classKeys):
                try open(with: classKeys) { attributes, tag throws(KeychainError) in
                    _ = try attributes.decoded()
                    if opensSecrets { _ = try secret(with: classKeys, tag: tag) }
                }
            }
        } catch  where error.code == .corrupt {
            report.problems.append("Item \(id): \(error.reason)")
        }
    }
}
