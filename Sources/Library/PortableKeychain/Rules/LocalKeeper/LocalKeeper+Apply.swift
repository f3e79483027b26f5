internal import KeychainEssentials

extension LocalKeeper {
    package func apply(
        _ applications: [SyncApplication],
        state: [SyncStateChange]
    ) throws(KeychainError) -> SyncApplied {
        try checkSynchronizes()
        let versions = try applications.map { application throws(KeychainError) in
            try PreparedApplication(application, groups: groups)
        }
        guard Set(applications.map(\.key)).count == applications.count else {
            throw PreparedApplication.malformed
        }
        let rows = state.map(PlainItem.state)
        let now = Date(timeIntervalSinceReferenceDate: vault.world.clock.now())
        var marks: ChangeMarks?
        let isEdit = applications.contains(where: \.isEdit)
        let applied = try changing(
            isEdit ? .made : .merged,
            always: isEdit,
            keepingIf: \.isApplied,
            noting: { marks = $0 }
        ) { transaction throws(KeychainError) -> SyncApplied in
            let places = try versions.map { version throws(KeychainError) in
                try transaction.place(of: version)
            }
            let changed = places.filter { $0.match == .changed }.map(\.version.key)
            let locked = places.filter { $0.match == .locked }.map(\.version.key)
            guard changed.isEmpty, locked.isEmpty else {
                return .stale(changed: Set(changed), locked: Set(locked))
            }
            for place in places { try transaction.store(place) }
            for row in rows { try transaction.storeState(row.item, isRemoved: row.isRemoved, now) }
            return .applied(nil)
        }
        return applied.isApplied ? .applied(marks) : applied
    }
}

extension LocalKeeper {
    package func accepts(_ item: BackupItem, as key: SyncKey) -> Bool {
        let version = SyncApplication(key: key, expected: .nothing, outcome: .put(item))
        return (try? PreparedApplication(version, groups: groups)) != nil
    }
}

/// A version to store, validated.
private struct PreparedApplication {
    let key: SyncKey
    let schema: ClassSchema
    let expected: SeenVersion
    /// The item to store; `nil` for a deletion, or if nothing is stored.
    let item: PlainItem?
    let isDeletion: Bool

    init(_ application: SyncApplication, groups: AccessGroups) throws(KeychainError) {
        key = application.key
        expected = application.expected
        schema = try ClassSchema.of(key.itemClass)
        guard key.terms.count == schema.primaryKey.count else { throw Self.malformed }
        switch application.outcome {
        case .keep: (item, isDeletion) = (nil, false)
        case .delete: (item, isDeletion) = (nil, true)
        case .put(let given):
            let plain: PlainItem
            do throws(KeychainError) { plain = try PlainItem(given, groups: groups) } catch {
                throw Self.malformed
            }
            guard let item = SyncableItem(plain), item.key == key else { throw Self.malformed }
            (self.item, isDeletion) = (plain, false)
        }
    }

    var primaryKey: [PlainRow.Index.Term] {
        zip(schema.primaryKey, key.terms).map { ($0.key, $1) }
    }

    static var malformed: KeychainError {
        KeychainError(
            .undecodable,
            reason: "A version of a synchronized item is malformed. Update all devices."
        )
    }
}

/// A version and the row whose place it takes.
private struct ApplicationPlace {
    enum Match { case same, changed, locked }

    let version: PreparedApplication
    let occupant: VaultTransaction.Occupant?

    var match: Match {
        switch (version.expected, occupant?.content) {
        case (_, .locked): .locked
        case (.nothing, nil), (.nothing, .destroyed): .same
        case (let expected, .open(let item)): item.seen == expected ? .same : .changed
        case (_, nil), (_, .destroyed): .changed
        }
    }
}

extension VaultTransaction {
    fileprivate func place(
        of version: PreparedApplication
    ) throws(KeychainError) -> ApplicationPlace {
        ApplicationPlace(
            version: version,
            occupant: try occupant(
                of: version.primaryKey,
                in: version.schema,
                // An item without its payload was not read, and has nothing that a version would overwrite.
                checkingSecret: version.expected == .nothing
            )
        )
    }

    fileprivate mutating func store(_ place: ApplicationPlace) throws(KeychainError) {
        if let item = place.version.item {
            try store(item, over: place.occupant)
        } else if place.version.isDeletion, let occupant = place.occupant {
            try delete(occupant.stored)
        }
    }

    fileprivate mutating func storeState(
        _ item: PlainItem,
        isRemoved: Bool,
        _ now: Date
    ) throws(KeychainError) {
        let occupant = try occupant(of: item.index.primaryKey, in: item.schema)
        guard !isRemoved else {
            if let occupant { try delete(occupant.stored) }
            return
        }
        var item = item
        item.attributes[.creationDate] = .date(now)
        item.attributes[.modificationDate] = .date(now)
        try store(item, over: occupant)
    }

    /// Stores an item in the place of a row, whose identifier it keeps, so that persistent
    /// references stay valid; without one, under a new identifier.
    private mutating func store(
        _ item: PlainItem,
        over occupant: Occupant?
    ) throws(KeychainError) {
        var item = item
        item.stamp(keys)
        guard let occupant else {
            item.identifier = entropy.bytes(Limits.identifierLength)
            return try insert(item.row)
        }
        item.identifier = occupant.stored.identifier
        try replace(occupant.stored, with: item.row, keepingSecretWith: nil)
    }
}

extension PlainItem {
    /// The hidden item of a row of state, and whether it is removed.
    fileprivate static func state(_ change: SyncStateChange) -> (item: PlainItem, isRemoved: Bool) {
        switch change {
        case .remove(let name):
            return (PlainItem(name, nil), true)
        case .put(let name, let bytes):
            return (PlainItem(name, bytes), false)
        }
    }

    private init(_ name: SyncStateName, _ secret: SecretBytes?) {
        self.init(
            schema: .genericPassword,
            identifier: [],
            accessGroup: AccessGroups.sync,
            accessControl: AccessControl(
                name.needsUnlock ? .whenUnlockedThisDeviceOnly : .afterFirstUnlockThisDeviceOnly
            ),
            isSynchronizable: false,
            isTombstone: false,
            attributes: [
                .service: .string(name.service), .account: .data(Data(name.id)),
            ],
            secret: secret
        )
    }
}
