internal import KeychainEssentials

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
        try Self.refuseRepetition(plain)
        let state = AnswerState(ItemRequest(.add))
        try changing { transaction throws(KeychainError) in
            // If the store repeats the attempt, the count starts again.
            report = RestoreReport()
            for item in plain {
                try transaction.restore(item, into: &report, isRehearsal: isRehearsal) {
                    item,
                    keys throws(KeychainError) in
                    guard case .answered(let sealed) = try enveloped(item, state, keys) else {
                        throw KeychainError(.internalError)
                    }
                    return sealed
                }
            }
        }
        return report
    }

    /// Refuses two items with one identifier or one primary key, which no keychain has: the second
    /// would take the place of the first.
    private static func refuseRepetition(_ items: [PlainItem]) throws(KeychainError) {
        struct Place: Hashable {
            let code: ClassCode
            let values: [[UInt8]]
        }
        var identifiers: Set<[UInt8]> = []
        var places: Set<Place> = []
        for item in items {
            let place = Place(code: item.schema.code, values: item.index.primaryKey.map(\.value))
            guard identifiers.insert(item.identifier).inserted, places.insert(place).inserted
            else { throw Backup.malformed }
        }
    }
}

extension VaultTransaction {
    /// Restores one item, unless the version in the keychain takes precedence.
    fileprivate mutating func restore(
        _ item: PlainItem,
        into report: inout RestoreReport,
        isRehearsal: Bool,
        _ seal: (PlainItem, KeySet) throws(KeychainError) -> SecretBytes?
    ) throws(KeychainError) {
        // Checked first, so that a locked class does not reveal its items.
        _ = try keys.sealingKeys(ProtectionClass(item.accessControl.accessibility))
        var item = item
        item.stamp(keys)
        let here = try occupant(of: item.index.primaryKey, in: item.schema)
        if case .locked = here?.content { throw KeychainError(.locked) }
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
        // An older version in a backup must not take off a protection that was added later.
        if let version = here?.item, !version.isTombstone, !version.mayBeReplaced(by: item) {
            report.protectedHere += 1
            return
        }
        // An existing item keeps its reference. An item that is added gets the reference from the
        // backup, if it is free.
        if let version = here?.item, !version.isTombstone {
            item.identifier = version.identifier
            report.replaced += 1
        } else {
            if try isTaken(item.identifier, except: here?.stored.id) {
                item.identifier = entropy.bytes(Limits.identifierLength)
            }
            report.added += 1
        }
        guard !isRehearsal else { return }
        if let here { try delete(here.stored) }
        if item.obstacleToBackup == .presence {
            // Its user is asked for again, by the keychain that has it from now on.
            item.secret = try seal(item, keys)
            item.stamp(keys)
        }
        try insert(item.row)
    }

    /// Whether another item of any class has an identifier.
    private func isTaken(_ identifier: [UInt8], except id: Int64?) throws(KeychainError) -> Bool {
        var isTaken = false
        for code in ClassCode.allCases where !isTaken {
            var pattern = RowPattern(classCode: code)
            pattern.identifier = identifier
            try search(pattern) { row throws(KeychainError) in
                isTaken = row.id != id
                return !isTaken
            }
        }
        return isTaken
    }
}

extension PlainItem {
    /// Validates an item of a backup, which is not trusted: it must be exactly as a backup of the
    /// restored item would contain it (backup-format.md §5).
    ///
    /// So no attribute is ignored that a writer of backups would have left out, such as a digest,
    /// access rules or the mark of a deletion.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` for an item that a backup cannot contain,
    ///   ``KeychainError/Code/missingEntitlement`` for one of a group that the caller is not in.
    init(_ item: BackupItem, groups: AccessGroups) throws(KeychainError) {
        if case .string(let group) = item.attributes[.accessGroup] {
            guard !AccessGroups.isReserved(group) else { throw Backup.malformed }
        }
        let plan: AdditionPlan
        do throws(KeychainError) {
            plan = try AdditionPlan(
                ItemRequest(.add, itemClass: item.itemClass, attributes: item.attributes),
                groups: groups
            )
        } catch  where error.code == .missingEntitlement {
            throw KeychainError(
                .missingEntitlement,
                reason: """
                    The backup contains an item of an access group that the caller is not a \
                    member of. Restore it as a member of that group.
                    """
            )
        } catch {
            throw Backup.malformed
        }
        guard case .date(let created) = item.attributes[.creationDate],
            case .date(let modified) = item.attributes[.modificationDate],
            created.timeIntervalSinceReferenceDate.isFinite,
            modified.timeIntervalSinceReferenceDate.isFinite,
            item.identifier.count == Limits.identifierLength
        else { throw Backup.malformed }
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
        guard [nil, .presence].contains(obstacleToBackup),
            Self.encoded(backup.attributes) == Self.encoded(item.attributes)
        else { throw Backup.malformed }
    }

    private static func encoded(_ attributes: ItemAttributes) -> [UInt8] {
        var writer = ByteWriter()
        AttributeCoding.encode(attributes, into: &writer)
        return writer.bytes
    }

    /// Whether a version of a backup takes off no protection that this one has.
    fileprivate func mayBeReplaced(by other: PlainItem) -> Bool {
        switch obstacleToBackup {
        case nil: true
        case .presence: accessControl == other.accessControl
        case .thisDeviceOnly, .guarded: false
        }
    }

    /// Whether this version takes precedence: it was changed later, or deleted at the same time.
    fileprivate func isNewer(than other: PlainItem) -> Bool {
        guard case .date(let mine) = attributes[.modificationDate],
            case .date(let theirs) = other.attributes[.modificationDate]
        else { return false }
        return mine > theirs || (mine == theirs && isTombstone)
    }
}
