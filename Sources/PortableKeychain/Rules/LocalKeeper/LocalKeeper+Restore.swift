#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension LocalKeeper {
    /// Restores the items of a backup, all or none (backup-format.md §5).
    package func restore(
        _ items: [BackupItem],
        isRehearsal: Bool
    ) throws(KeychainError) -> RestoreReport {
        var report = RestoreReport()
        let plain = try items.map { item throws(KeychainError) in
            try PlainItem(item, groups: groups)
        }
        try vault.change { transaction throws(KeychainError) in
            // If the store repeats the attempt, the count starts again.
            report = RestoreReport()
            for item in plain {
                try transaction.restore(item, into: &report, isRehearsal: isRehearsal)
            }
        }
        return report
    }
}

extension VaultTransaction {
    /// Restores one item, unless the version in the keychain takes precedence.
    fileprivate mutating func restore(
        _ item: PlainItem,
        into report: inout RestoreReport,
        isRehearsal: Bool
    ) throws(KeychainError) {
        // Checked first, so that a locked class does not reveal its items.
        _ = try keys.sealingKeys(ProtectionClass(item.accessControl.accessibility))
        var item = item
        item.stamp(keys)
        let here = try occupant(of: item)
        if let version = here?.item {
            if item.isSynchronizable, version.isNewer(than: item) {
                report.newerHere += 1
                return
            }
            if !version.isTombstone, version.attributes[.sha1] == item.attributes[.sha1] {
                report.same += 1
                return
            }
        }
        // An existing item keeps its reference. An item that is added gets the reference from the
        // backup, if it is free.
        if let version = here?.item, !version.isTombstone {
            item.identifier = version.identifier
            report.replaced += 1
        } else {
            if try isTaken(item.identifier, item.schema.code, except: here?.stored.id) {
                item.identifier = entropy.bytes(Limits.identifierLength)
            }
            report.added += 1
        }
        guard !isRehearsal else { return }
        if let here { try delete(here.stored) }
        try insert(item.row)
    }

    /// The row that has the primary key of an item, if there is one.
    private func occupant(
        of item: PlainItem
    ) throws(KeychainError) -> (stored: Stored, item: PlainItem?)? {
        var pattern = RowPattern(classCode: item.schema.code)
        pattern.primaryKey = item.index.primaryKey
        var found: (stored: Stored, item: PlainItem?)?
        try search(pattern) { row throws(KeychainError) in
            switch try row.availability() {
            case .destroyed: found = (Stored(row), nil)
            case .locked: throw KeychainError(.locked)
            case .open(let classKeys):
                found = try row.open(with: classKeys) { view, _ throws(KeychainError) in
                    (Stored(row), try PlainItem(item.schema, row, view, secret: nil))
                }
            }
            return false
        }
        return found
    }

    private func isTaken(
        _ identifier: [UInt8],
        _ code: ClassCode,
        except id: Int64?
    ) throws(KeychainError) -> Bool {
        var pattern = RowPattern(classCode: code)
        pattern.identifier = identifier
        var isTaken = false
        try search(pattern) { row throws(KeychainError) in
            isTaken = row.id != id
            return !isTaken
        }
        return isTaken
    }
}

extension PlainItem {
    /// Validates an item of a backup, which is not trusted.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` for an item that a backup cannot contain.
    fileprivate init(_ item: BackupItem, groups: AccessGroups) throws(KeychainError) {
        let plan: AdditionPlan
        do throws(KeychainError) {
            plan = try AdditionPlan(
                ItemRequest(.add, itemClass: item.itemClass, attributes: item.attributes),
                groups: groups
            )
        } catch  where error.code == .missingEntitlement {
            throw error
        } catch {
            throw Self.malformed
        }
        guard case .date(let created) = item.attributes[.creationDate],
            case .date(let modified) = item.attributes[.modificationDate],
            created.timeIntervalSinceReferenceDate.isFinite,
            modified.timeIntervalSinceReferenceDate.isFinite,
            !ProtectionClass(plan.accessControl.accessibility).thisDeviceOnly,
            plan.accessControl.constraints == nil, !plan.isTombstone,
            item.identifier.count == Limits.identifierLength
        else { throw Self.malformed }
        self.init(
            schema: plan.schema,
            identifier: item.identifier,
            accessGroup: plan.accessGroup,
            accessControl: plan.accessControl,
            isSynchronizable: plan.isSynchronizable,
            isTombstone: false,
            attributes: plan.attributes,
            secret: item.secret
        )
        attributes[.creationDate] = .date(created)
        attributes[.modificationDate] = .date(modified)
    }

    /// Whether this version takes precedence: it was changed later, or deleted at the same time.
    fileprivate func isNewer(than other: PlainItem) -> Bool {
        guard case .date(let mine) = attributes[.modificationDate],
            case .date(let theirs) = other.attributes[.modificationDate]
        else { return false }
        return mine > theirs || (mine == theirs && isTombstone)
    }

    private static var malformed: KeychainError {
        KeychainError(.corrupt, reason: "The backup contains a malformed item. Use another backup.")
    }
}
