internal import KeychainEssentials

extension LocalKeeper {
    /// The newest change; a keeper itself does not ask the user for this.
    package func lastChange(mayAsk: Bool) throws(KeychainError) -> RecordedChange? {
        try groups.checkNotEmpty()
        let rows = HistoryRows(vault)
        guard let newest = try rows.newest(in: vault) else { return nil }
        let versions = try rows.versions(.endedBy(newest.change.id), in: vault)
        let items = Dictionary(versions.map { ($0.item.place, $0.item) }) { first, _ in first }
        var parts: [RecordedChange.Part] = []
        for entry in newest.change.entries {
            guard let effect = entry.effect else { continue }
            let item = if effect == .added { try present(entry.place) } else { items[entry.place] }
            let shown = item.flatMap { isReachable($0) ? $0 : nil }
            parts.append(
                RecordedChange.Part(
                    effect: newest.change.origin == .purged ? .purged : effect,
                    itemClass: entry.place.code.itemClass,
                    attributes: shown?.shownAsFound
                )
            )
        }
        return RecordedChange(date: newest.change.date, parts: parts, id: newest.change.id)
    }

    /// The live item of a place, without its payload.
    private func present(_ place: KeptChange.Place) throws(KeychainError) -> PlainItem? {
        let schema = try ClassSchema.of(place.code.itemClass)
        var pattern = RowPattern(classCode: place.code)
        pattern.identifier = place.identifier
        pattern.isTombstone = false
        var item: PlainItem?
        try vault.search(pattern) { row throws(KeychainError) in
            switch try row.availability() {
            case .destroyed: break
            case .locked: throw KeychainError(.locked)
            case .open(let classKeys):
                item = try row.open(with: classKeys) { view, _ throws(KeychainError) in
                    try PlainItem(schema, row, view, secret: nil)
                }
            }
            return false
        }
        return item
    }

    package func undo(_ id: [UInt8]) throws(KeychainError) {
        try changing(.undone) { transaction throws(KeychainError) in
            let rows = HistoryRows(vault)
            guard let newest = try rows.newest(in: transaction), newest.change.id == id else {
                throw KeychainError(
                    .notAvailable,
                    reason: "Something else was changed meanwhile. Try again."
                )
            }
            guard newest.change.origin == .made else {
                throw newest.change.entries.isEmpty ? Self.isSettled : Self.isPurged
            }
            let versions = try rows.versions(.endedBy(id), in: transaction)
            let now = vault.world.clock.now()
            var dates: [KeptChange.Place: Double] = [:]
            let work = try newest.change.entries.map { entry throws(KeychainError) in
                try Undoing(entry, versions, transaction)
            }
            let places = Set(work.map(\.place))
            for part in work {
                try part.checkGroups(groups.withoutShared)
                try part.checkName(isFreeOfAllBut: places, transaction)
            }
            // Additions first, so that what they replaced finds its place free.
            for part in work where part.version == nil {
                guard let present = part.present else { continue }
                try transaction.remove(present, at: now)
            }
            for part in work {
                guard let version = part.version else { continue }
                let item = try transaction.restore(version.item, at: now)
                dates[item.place] = item.modified.timeIntervalSinceReferenceDate
            }
            // The journal's further rows are rows of the history, which it leaves out.
            try rows.remove(newest, in: &transaction)
            try rows.follow(dates, in: &transaction)
        }
    }

    private static var isSettled: KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                The last change was about an overwritten value alone, so it cannot be taken back. \
                Restore earlier versions of items one by one.
                """
        )
    }

    private static var isPurged: KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                The last change deleted its items for good, so it cannot be taken back. Restore \
                earlier versions of other items one by one.
                """
        )
    }
}

/// One item of a change that is taken back.
private struct Undoing {
    let place: KeptChange.Place
    /// The item as it was; `nil` if it was added.
    let version: KeptVersion?
    /// The item as it is; `nil` if it was deleted.
    let present: VaultTransaction.Occupant?

    /// Compares an item with the result of a change.
    ///
    /// - Throws: ``KeychainError/Code/notAvailable`` if it is not as the change left it, or is no
    ///   longer kept; ``KeychainError/Code/locked``.
    init(
        _ entry: KeptChange.Entry,
        _ versions: [KeptVersion],
        _ transaction: VaultTransaction
    ) throws(KeychainError) {
        place = entry.place
        let schema = try ClassSchema.of(place.code.itemClass)
        let own = try transaction.occupant(withIdentifier: place.identifier, in: schema)
        switch own?.content {
        case .locked: throw KeychainError(.locked)
        case .destroyed: throw Self.isDestroyed
        case .open, nil: break
        }
        let item = own?.item.flatMap { $0.isTombstone ? nil : $0 }
        guard item?.modified.timeIntervalSinceReferenceDate == entry.after else {
            throw Self.isStale
        }
        present = own
        guard entry.effect != .added else {
            version = nil
            return
        }
        guard let version = versions.first(where: { $0.item.place == entry.place }) else {
            throw KeychainError(
                .notAvailable,
                reason: """
                    What its items were is not kept any more, so the change cannot be taken back. \
                    Restore what is kept one by one.
                    """
            )
        }
        self.version = version
    }

    /// Refuses to take the name of an item that is not part of the change.
    func checkName(
        isFreeOfAllBut places: Set<KeptChange.Place>,
        _ transaction: VaultTransaction
    ) throws(KeychainError) {
        guard let item = version?.item,
            let other = try transaction.occupant(of: item.index.primaryKey, in: item.schema)
        else { return }
        switch other.content {
        case .destroyed: break
        case .locked: throw KeychainError(.locked)
        case .open(let other):
            guard other.isTombstone || places.contains(other.place) else { throw Self.isStale }
        }
    }

    private static var isDestroyed: KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                Its items were destroyed when a passcode was removed, so the change cannot be taken \
                back. Restore earlier versions of other items one by one.
                """
        )
    }

    private static var isStale: KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                Its items were changed since by another machine, a program that keeps no history, or \
                a repair, so the change cannot be taken back. Restore earlier versions one by one.
                """
        )
    }

    /// Refuses a caller that is no member of the group in which the item was, or of that in which it is.
    func checkGroups(_ groups: AccessGroups) throws(KeychainError) {
        for item in [version?.item, present?.item] {
            if let item { try groups.check(item.accessGroup) }
        }
    }
}

extension VaultTransaction {
    /// Deletes an item, which leaves a tombstone if it is synchronizable.
    fileprivate mutating func remove(
        _ occupant: Occupant,
        at now: Double
    ) throws(KeychainError) {
        guard let item = occupant.item, item.isSynchronizable else {
            return try delete(occupant.stored)
        }
        var tombstone = item.tombstone(at: Date(timeIntervalSinceReferenceDate: now))
        tombstone.stamp(keys)
        try replace(occupant.stored, with: tombstone.row, keepingSecretWith: nil)
    }
}

extension HistoryRows {
    /// The newest change that was not taken back and did not come from another device; one that deleted items for
    /// good cannot be taken back.
    fileprivate func newest(in source: some RowSource) throws(KeychainError) -> StoredChange? {
        try changes(in: source).last { [.made, .purged].contains($0.change.origin) }
    }
}
