internal import KeychainEssentials

extension LocalKeeper {
    /// Restores the items of a backup, all or none (backup-format.md §5).
    package func restore(
        _ items: [BackupItem],
        isRehearsal: Bool
    ) throws(KeychainError) -> RestoreReport {
        try restore(isRehearsal: isRehearsal) { body throws(KeychainError) in
            for item in items { try body(item) }
        }
    }

    package func restore(
        isRehearsal: Bool,
        _ items: BackupItems
    ) throws(KeychainError) -> RestoreReport {
        let state = AnswerState(ItemRequest(.add))
        return try changing { transaction throws(KeychainError) in
            // If the store repeats the attempt, the count starts again.
            var report = RestoreReport()
            var met = MetItems()
            var past = try KnownPast(vault, in: transaction)
            try items { item throws(KeychainError) in
                // The index of another keychain would hide items of this one.
                guard item.attributes[.accessGroup] != .string(AccessGroups.desktopIndex) else {
                    return
                }
                let item = try PlainItem(item, groups: groups)
                met.insert(item)
                try transaction.restore(item, into: &report, &past, isRehearsal: isRehearsal) {
                    item,
                    keys throws(KeychainError) in
                    guard case .answered(let sealed) = try enveloped(item, state, keys) else {
                        throw KeychainError(.internalError)
                    }
                    return sealed
                }
            }
            guard !met.haveRepetition() else { throw Backup.malformed }
            return report
        }
    }
}

/// The identifiers and primary keys of items: no keychain has two with the same, so the second would
/// take the place of the first.
private struct MetItems {
    // Hashes of 8 bytes, because there can be many items. Two of a million differ in value and agree in
    // hash once in 37 million attempts, by chance: then a backup is refused, and the next attempt has
    // other hashes.
    private var identifiers: [Int] = []
    private var places: [Int] = []

    mutating func insert(_ item: PlainItem) {
        identifiers.append(item.identifier.hashValue)
        var place = Hasher()
        place.combine(item.schema.code)
        for key in item.index.primaryKey { place.combine(key.value) }
        places.append(place.finalize())
    }

    mutating func haveRepetition() -> Bool {
        Self.haveRepetition(&identifiers) || Self.haveRepetition(&places)
    }

    private static func haveRepetition(_ hashes: inout [Int]) -> Bool {
        hashes.sort()
        return zip(hashes, hashes.dropFirst()).contains { $0 == $1 }
    }
}

/// The knowledge of a keychain about items that it has no rows of.
private struct KnownPast {
    private let history: HistoryRows
    private let hasHistory: Bool
    private let sync: GroupTokens
    /// The change that was read last, and the items that it deleted: one change can delete a million.
    private var change: [UInt8] = []
    private var deleted: Set<KeptChange.Place> = []

    init(_ vault: Vault, in transaction: VaultTransaction) throws(KeychainError) {
        history = HistoryRows(vault)
        hasHistory = try !history.isEmpty(in: transaction)
        sync = vault.groupTokens([AccessGroups.encodedSync], in: .genericPassword)
    }

    /// Whether other devices have the synchronizable items, and give them back.
    func isSynchronized(_ transaction: VaultTransaction) throws(KeychainError) -> Bool {
        var pattern = RowPattern(classCode: .genericPassword)
        pattern.groups = sync
        var isSynchronized = false
        try transaction.search(pattern) { _ throws(KeychainError) in
            isSynchronized = true
            return false
        }
        return isSynchronized
    }

    /// Whether an item whose primary key no row has was deleted, or got another one, after it was as in the
    /// backup; no, if the history does not know.
    mutating func isDeleted(
        _ item: PlainItem,
        in transaction: VaultTransaction
    ) throws(KeychainError) -> Bool {
        guard hasHistory else { return false }
        // Its own date decides too: the clock of the machine that changed it may have been ahead.
        guard let last = try history.versions(.identity(item.identity), in: transaction).last,
            max(last.date, last.item.modified) >= item.modified
        else { return false }
        if change != last.change {
            deleted = try history.deletions(by: last.change, in: transaction)
            change = last.change
        }
        guard !deleted.contains(last.item.place) else { return true }
        // What was only changed, and is nowhere now, may have been damaged and removed by a repair.
        let place = last.item
        return try transaction.occupant(withIdentifier: place.identifier, in: place.schema) != nil
    }
}

extension VaultTransaction {
    /// Restores one item, unless the version in the keychain takes precedence.
    fileprivate mutating func restore(
        _ item: PlainItem,
        into report: inout RestoreReport,
        _ past: inout KnownPast,
        isRehearsal: Bool,
        _ seal: (PlainItem, KeySet) throws(KeychainError) -> SecretBytes?
    ) throws(KeychainError) {
        // Checked first, so that a locked class does not reveal its items.
        _ = try keys.sealingKeys(ProtectionClass(item.accessControl.accessibility))
        var item = item
        item.stamp(keys)
        let here = try occupant(of: item.index.primaryKey, in: item.schema)
        if case .locked = here?.content { throw KeychainError(.locked) }
        // A round removes the tombstone of a deletion that was sent, or that came from another device.
        if here == nil, item.isSynchronizable, try past.isDeleted(item, in: self) {
            report.newerHere += 1
            return
        }
        if let here, let version = here.item {
            if item.isSynchronizable, version.isNewer(than: item) {
                guard !version.isTombstone, try !hasSoundPayload(here.stored) else {
                    report.newerHere += 1
                    return
                }
                // The backup's version would go to all devices as an edit, over what they have of it.
                guard try !past.isSynchronized(self) else {
                    report.damagedHere += 1
                    return
                }
            }
            if !version.isTombstone, version.attributes[.sha1] == item.attributes[.sha1],
                try hasSoundPayload(here.stored)
            {
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
            report.replaced += 1
            if version.isNewer(than: item) { report.changedHere += 1 }
            item.identifier = version.identifier
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

    /// Whether the payload of a row opens: its attributes say the same beside a damaged one.
    private func hasSoundPayload(_ stored: Stored) throws(KeychainError) -> Bool {
        var isSound = false
        try lend(stored) { row throws(KeychainError) in
            guard case .open(let classKeys) = try row.availability() else { return }
            do throws(KeychainError) {
                _ = try row.open(with: classKeys) { _, tag throws(KeychainError) in
                    try row.secret(with: classKeys, tag: tag)
                }
                isSound = true
            } catch  where error.code == .corrupt {}
        }
        return isSound
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
