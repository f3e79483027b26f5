internal import KeychainEssentials

extension LocalKeeper: VersionedKeeper {
    package func keeping(_ policy: HistoryPolicy) -> any ItemKeeper { with(groups, policy) }

    package var historyPolicy: HistoryPolicy {
        get throws(KeychainError) {
            guard history.keeps else { return .none }
            return try HistoryRows(vault).setting(in: vault) ?? history
        }
    }

    package func setHistoryPolicy(_ policy: HistoryPolicy?) throws(KeychainError) {
        let now = Date(timeIntervalSinceReferenceDate: vault.world.clock.now())
        try vault.change { transaction throws(KeychainError) in
            let rows = HistoryRows(vault)
            let isOff = policy.map { !$0.keeps } ?? false
            for row in try rows.stored(isOff ? .all : .setting, in: transaction) {
                try transaction.delete(row)
            }
            guard let policy else { return }
            let identifier = vault.world.entropy.bytes(Limits.identifierLength)
            try transaction.insert(policy.setting(identifier: identifier, date: now).row)
        }
    }

    package func earlierVersions() throws(KeychainError) -> [EarlierVersion] {
        try groups.checkNotEmpty()
        let rows = HistoryRows(vault)
        let policy = try rows.setting(in: vault) ?? history
        var isDeleted: [KeptChange.Place: [[UInt8]: Bool]] = [:]
        for change in try rows.changes(in: vault) {
            for entry in change.change.entries {
                isDeleted[entry.place, default: [:]][change.change.id] = entry.after == nil
            }
        }
        let kept = try rows.versions(.all, in: vault).filter {
            !$0.isNameAlone && isReachable($0.item)
        }
        var names: [[UInt8]: Bool] = [:]
        var items: [KeptChange.Place: Bool] = [:]
        var versions: [EarlierVersion] = []
        for version in kept {
            let (identity, place) = (version.item.identity, version.item.place)
            if names[identity] == nil { names[identity] = try isNameTaken(version.item) }
            let isTaken = names[identity] ?? false
            // What has another name now, or is in another group, is not deleted.
            if !isTaken, items[place] == nil { items[place] = try isAlive(place) }
            versions.append(
                EarlierVersion(
                    version,
                    cause: isDeleted[place]?[version.change] ?? false ? .deleted : .changed,
                    policy,
                    isDeleted: !isTaken && !(items[place] ?? false)
                )
            )
        }
        try vault.confirmAbsence()
        return versions
    }

    /// Whether a live item has the primary key of an item.
    private func isNameTaken(_ item: PlainItem) throws(KeychainError) -> Bool {
        var pattern = RowPattern(classCode: item.schema.code)
        pattern.primaryKey = item.index.primaryKey
        return try isThere(pattern)
    }

    /// Whether an item is there, under any name and in any group.
    private func isAlive(_ place: KeptChange.Place) throws(KeychainError) -> Bool {
        var pattern = RowPattern(classCode: place.code)
        pattern.identifier = place.identifier
        return try isThere(pattern)
    }

    /// Whether a live item matches a pattern; no key is needed.
    private func isThere(_ pattern: RowPattern) throws(KeychainError) -> Bool {
        var pattern = pattern
        pattern.isTombstone = false
        var isThere = false
        try vault.search(pattern) { row throws(KeychainError) in
            if case .destroyed = try row.availability() { return true }
            isThere = true
            return false
        }
        return isThere
    }

    /// Whether the history shows the item to the caller: the items of the shared group are others'.
    func isReachable(_ item: PlainItem) -> Bool {
        (try? groups.withoutShared.check(item.accessGroup)) != nil
    }

    private func version(
        _ id: [UInt8],
        in source: some RowSource
    ) throws(KeychainError) -> KeptVersion {
        let found = try HistoryRows(vault).versions(.row(id), in: source)
        guard let version = found.first, !version.isNameAlone, isReachable(version.item) else {
            throw Self.isForgotten
        }
        return version
    }

    package func secret(
        ofVersion id: [UInt8],
        for request: ItemRequest
    ) throws(KeychainError) -> SecretBytes? {
        try answering(request) {
            state throws(KeychainError) -> Outcome<SecretBytes?> in
            let item = try version(id, in: vault).item
            if let blob = item.tokenBlob { return .answered(blob) }
            let needs = Envelope.Needs(item.accessControl)
            guard !needs.isEmpty else { return .answered(item.secret) }
            let place = Envelope.Place(
                keychain: try vault.currentKeys().keybag.keychain,
                identifier: item.identifier,
                classCode: item.schema.code
            )
            let reading = try reading(needs, at: place, state) { () throws(KeychainError) in
                .answered(item.secret)
            }
            return try reading.map { reading throws(KeychainError) in
                guard case .proven(let payload, _) = reading else {
                    throw KeychainError(.authenticationRequired)
                }
                return payload
            }
        }
    }

    package func restore(version id: [UInt8]) throws(KeychainError) {
        try changing { transaction throws(KeychainError) in
            let item = try version(id, in: transaction).item
            let own = try transaction.occupant(withIdentifier: item.identifier, in: item.schema)
            // What it became can be in another group, from which the caller must not take it.
            if let own = own?.item { try groups.withoutShared.check(own.accessGroup) }
            _ = try transaction.restore(item, at: vault.world.clock.now())
        }
    }

    package func forget(_ ids: Set<[UInt8]>?) throws(KeychainError) {
        try groups.checkNotEmpty()
        try vault.change { transaction throws(KeychainError) in
            let rows = HistoryRows(vault)
            guard ids != nil || !groups.grantsAll else {
                let setting = Set(try rows.stored(.setting, in: transaction).map(\.id))
                for row in try rows.stored(.all, in: transaction) where !setting.contains(row.id) {
                    try transaction.delete(row)
                }
                return
            }
            var forgotten: [KeptVersion] = []
            if let ids {
                for id in ids { forgotten += try rows.versions(.row(id), in: transaction) }
                // The identifier alone is not enough.
                for version in forgotten {
                    try groups.withoutShared.check(version.item.accessGroup)
                }
            } else {
                forgotten = try rows.versions(.all, in: transaction).filter { isReachable($0.item) }
            }
            for version in forgotten {
                for row in try rows.stored(.row(version.id), in: transaction) {
                    try transaction.delete(row)
                }
            }
        }
    }

    private static var isForgotten: KeychainError {
        KeychainError(
            .itemNotFound,
            reason: "This version of the item is not kept any more. Choose another one."
        )
    }
}

extension PlainItem {
    /// The identity of the item in a change.
    var place: KeptChange.Place { KeptChange.Place(code: schema.code, identifier: identifier) }

    /// The attributes as a search returns them without the payload.
    var shownAsFound: ItemAttributes {
        shown(isFound: true, givesAccessControl: true, withData: false)
    }
}

extension EarlierVersion {
    fileprivate init(
        _ version: KeptVersion,
        cause: Cause,
        _ policy: HistoryPolicy,
        isDeleted: Bool
    ) {
        self.init(
            itemClass: version.item.schema.code.itemClass,
            attributes: version.item.shownAsFound,
            cause: cause,
            date: version.date,
            expires: version.date.addingTimeInterval(Double(policy.seconds)),
            isDeleted: isDeleted,
            id: version.id,
            item: version.item.identifier,
            identity: version.item.identity
        )
    }
}
