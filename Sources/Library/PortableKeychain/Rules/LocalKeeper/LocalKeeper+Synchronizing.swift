internal import KeychainEssentials

extension LocalKeeper: SynchronizedKeeper {
    package func syncContent(
        beyond known: RowMarks
    ) throws(KeychainError) -> SyncContent {
        try checkSynchronizes()
        var known = RowMarks.Reading(known)
        var content = SyncContent()
        content.isUnlocked = try lockState == .unlocked
        try vault.searchSynchronizable { row throws(KeychainError) in
            if !known.isKnown(row.mark) { try content.add(row) }
            return true
        }
        try vault.confirmAbsence()
        content.missing = known.missing
        return content
    }

    package func syncContent(of keys: [SyncKey]) throws(KeychainError) -> SyncContent {
        try checkSynchronizes()
        var content = SyncContent()
        content.isUnlocked = try lockState == .unlocked
        for key in keys {
            let schema = try ClassSchema.of(key.itemClass)
            var pattern = RowPattern(classCode: schema.code)
            pattern.primaryKey = zip(schema.primaryKey, key.terms).map { ($0.key, $1) }
            pattern.isSynchronizable = true
            pattern.wantsSecret = true
            try vault.search(pattern) { row throws(KeychainError) in
                try content.add(row)
                return true
            }
        }
        try vault.confirmAbsence()
        return content
    }

    package func syncState(
        of kinds: Set<String>?,
        beyond known: RowMarks
    ) throws(KeychainError) -> SyncStateRows {
        try checkSynchronizes()
        var known = RowMarks.Reading(known)
        var state = SyncStateRows()
        var pattern = RowPattern(classCode: .genericPassword)
        pattern.groups = vault.groupTokens([AccessGroups.encodedSync], in: .genericPassword)
        pattern.wantsSecret = true
        let services = kinds?.flatMap { [$0, $0 + SyncStateName.unlocked] } ?? [nil]
        for service in services {
            pattern.lookups[1] = service.map { (.service, Array($0.utf8)) }
            try vault.search(pattern) { row throws(KeychainError) in
                if !known.isKnown(row.mark) { try state.add(row) }
                return true
            }
        }
        state.missing = known.missing
        return state
    }

    /// Synchronization is about the items of all groups, and its state is readable from the first
    /// unlock on.
    func checkSynchronizes() throws(KeychainError) {
        guard try lockState != .lockedSinceLogin else { throw KeychainError(.locked) }
        guard groups.grantsAll else {
            throw KeychainError(
                .missingEntitlement,
                reason: "Only a caller with access to all groups can synchronize items."
            )
        }
    }
}

extension SyncStateRows {
    fileprivate mutating func add(_ row: LentRow) throws(KeychainError) {
        guard case .open(let classKeys) = try row.availability() else { return }
        try row.open(with: classKeys) { view, tag throws(KeychainError) in
            let secret = try row.secret(with: classKeys, tag: tag)
            let item = try PlainItem(.genericPassword, row, view, secret: secret)
            guard item.accessGroup == AccessGroups.sync, let name = item.syncStateName,
                let secret
            else { return }
            opened.append(Row(name: name, bytes: secret, mark: row.mark))
        }
    }
}

extension SyncContent {
    fileprivate mutating func add(_ row: LentRow) throws(KeychainError) {
        switch try row.availability() {
        case .destroyed: break
        case .locked: locked += 1
        case .open(let classKeys):
            guard let code = row.classCode else { return }
            let schema = try ClassSchema.of(code.itemClass)
            try row.open(with: classKeys) { view, tag throws(KeychainError) in
                // One that is damaged is as one whose key was destroyed: it comes back from the others, if they
                // have it.
                guard case .intact(let secret) = try row.payload(with: classKeys, tag: tag) else {
                    return
                }
                add(try PlainItem(schema, row, view, secret: secret), row.mark)
            }
        }
    }

    fileprivate mutating func add(_ item: PlainItem, _ mark: RowMark) {
        marks[item.syncKey] = mark
        if item.isTombstone {
            tombstones.append(Tombstone(key: item.syncKey, modified: item.modified))
        } else if let item = SyncableItem(item) {
            items.append(item)
        } else {
            home.insert(item.syncKey)
        }
    }
}

extension SyncableItem {
    /// An item that may leave this device; `nil` for all others (item-semantics.md §4.6).
    init?(_ item: PlainItem) {
        guard item.isSynchronizable, !item.isTombstone, item.obstacleToBackup == nil,
            !AccessGroups.isReserved(item.accessGroup)
        else { return nil }
        self.init(key: item.syncKey, item: item.backup, seen: item.seen)
    }
}

extension SyncKey {
    /// The primary key of an item as a backup contains it.
    ///
    /// - Throws: ``KeychainError/Code/noSuchClass`` for a class that is not stored.
    package init(_ item: BackupItem) throws(KeychainError) {
        let schema = try ClassSchema.of(item.itemClass)
        let terms = schema.primaryKey.map { rule in
            (item.attributes[rule.key] ?? rule.standard).map { rule.kind.canonical($0) } ?? []
        }
        self.init(itemClass: item.itemClass, terms: terms)
    }
}

extension PlainItem {
    /// The primary key, which is the same on all devices.
    var syncKey: SyncKey {
        SyncKey(itemClass: schema.code.itemClass, terms: index.primaryKey.map(\.value))
    }

    /// The time of the last change; the earliest possible one if it is missing.
    var modified: Date {
        guard case .date(let date) = attributes[.modificationDate] else { return .distantPast }
        return date
    }

    /// The version that this item is.
    var seen: SeenVersion {
        guard !isTombstone else { return .tombstone(modified: modified) }
        return .live(digest: attributes[bytes: .sha1].map { Array($0) } ?? [], modified: modified)
    }

    fileprivate var syncStateName: SyncStateName? {
        guard case .string(let service) = attributes[.service],
            case .data(let id) = attributes[.account]
        else { return nil }
        let needsUnlock = accessControl.accessibility == .whenUnlockedThisDeviceOnly
        guard needsUnlock == service.hasSuffix(SyncStateName.unlocked) else { return nil }
        return SyncStateName(
            kind: needsUnlock ? String(service.dropLast(SyncStateName.unlocked.count)) : service,
            id: Array(id),
            needsUnlock: needsUnlock
        )
    }
}

extension SyncStateName {
    fileprivate static let unlocked = ":unlocked"

    /// The service of the row's item: rows of one kind that are readable at other times are other
    /// items, and the accessibility is not a part of an item's primary key.
    var service: String { needsUnlock ? kind + Self.unlocked : kind }
}
