internal import KeychainEssentials

/// The source in which rows are searched: a vault, or a transaction on it.
protocol RowSource {
    func search(
        _ pattern: RowPattern,
        _ visit: (LentRow) throws(KeychainError) -> Bool
    ) throws(KeychainError)
}

extension Vault: RowSource {}
extension VaultTransaction: RowSource {}

/// Finds the rows of the history: earlier versions, changes, and the setting of the keychain
/// (item-semantics.md §8).
struct HistoryRows {
    /// The name by which a hidden item is found.
    struct Name {
        let attributes: ItemAttributes

        /// An earlier version.
        init(identity: [UInt8], change: String, item: String) {
            attributes = [
                .account: .data(Data(identity)), .service: .string(change), .label: .string(item),
            ]
        }

        private init(_ service: String, _ id: [UInt8] = []) {
            attributes = [.account: .data(Data(id)), .service: .string(service)]
        }

        /// A change.
        static func change(_ id: [UInt8]) -> Name { Name(HistoryRows.change, id) }
        /// The setting of the keychain.
        static let setting = Name(HistoryRows.setting)
    }

    private static let change = "change"
    private static let setting = "setting"
    private let groups: GroupTokens

    init(_ vault: Vault) {
        groups = vault.groupTokens([AccessGroups.encodedHistory], in: .genericPassword)
    }

    /// A selection of rows.
    enum Selection {
        case all, changes, setting
        /// The rows of one primary key.
        case identity([UInt8])
        /// The rows that a change ended.
        case endedBy([UInt8])
        /// The rows of an item, by its class and identifier.
        case item(KeptChange.Place)
        /// The one with an identifier of its own.
        case row([UInt8])
    }

    private func pattern(_ selection: Selection) -> RowPattern {
        var pattern = RowPattern(classCode: .genericPassword)
        pattern.groups = groups
        pattern.wantsSecret = true
        switch selection {
        case .all: break
        case .changes: pattern.lookups[1] = (.service, Array(Self.change.utf8))
        case .setting: pattern.lookups[1] = (.service, Array(Self.setting.utf8))
        case .identity(let identity): pattern.lookups[0] = (.account, identity)
        case .endedBy(let change): pattern.lookups[1] = (.service, Array(change.hexadecimal.utf8))
        case .item(let place):
            let name = KeptVersion.place(place.code, place.identifier)
            pattern.lookups[2] = (.label, Array(name.utf8))
        case .row(let identifier): pattern.identifier = identifier
        }
        return pattern
    }

    /// The rows as they are stored, the oldest first; no key is needed.
    func stored(
        _ selection: Selection,
        in transaction: VaultTransaction
    ) throws(KeychainError) -> [VaultTransaction.Stored] {
        var rows: [VaultTransaction.Stored] = []
        var pattern = pattern(selection)
        pattern.wantsSecret = false
        try transaction.search(pattern) { row throws(KeychainError) in
            rows.append(VaultTransaction.Stored(row))
            return true
        }
        return rows
    }

    /// Calls a body with each row, opened, the oldest first.
    ///
    /// - Parameters:
    ///   - selection: The rows.
    ///   - source: The source in which they are searched.
    ///   - visit: Returns whether to continue.
    /// - Throws: ``KeychainError/Code/locked`` for a row that cannot be read now.
    func open(
        _ selection: Selection,
        in source: some RowSource,
        _ visit: (LentRow, PlainItem) throws(KeychainError) -> Bool
    ) throws(KeychainError) {
        try source.search(pattern(selection)) { row throws(KeychainError) in
            switch try row.availability() {
            case .destroyed: return true
            case .locked: throw KeychainError(.locked)
            case .open(let classKeys):
                return try row.open(with: classKeys) { view, tag throws(KeychainError) in
                    let secret = try row.secret(with: classKeys, tag: tag)
                    let item = try PlainItem(.genericPassword, row, view, secret: secret)
                    // Tokens can match falsely.
                    guard item.accessGroup == AccessGroups.history else { return true }
                    return try visit(row, item)
                }
            }
        }
    }

    /// The versions among some rows.
    func versions(
        _ selection: Selection,
        in source: some RowSource
    ) throws(KeychainError) -> [KeptVersion] {
        var versions: [KeptVersion] = []
        try open(selection, in: source) { _, item throws(KeychainError) in
            if let version = try KeptVersion(item) { versions.append(version) }
            return true
        }
        return versions
    }

    /// Whether nothing was ever kept, or nothing of it is left; no key is needed.
    func isEmpty(in source: some RowSource) throws(KeychainError) -> Bool {
        var isEmpty = true
        var pattern = pattern(.changes)
        pattern.wantsSecret = false
        try source.search(pattern) { _ throws(KeychainError) in
            isEmpty = false
            return false
        }
        return isEmpty
    }

    /// The items that a change deleted.
    func deletions(
        by change: [UInt8],
        in source: some RowSource
    ) throws(KeychainError) -> Set<KeptChange.Place> {
        var places: Set<KeptChange.Place> = []
        try open(.identity(change), in: source) { _, item throws(KeychainError) in
            for entry in try KeptChange(item).entries where entry.after == nil {
                places.insert(entry.place)
            }
            return false
        }
        return places
    }

    /// A change with its row.
    struct StoredChange {
        let stored: VaultTransaction.Stored
        var change: KeptChange
    }

    /// The changes, the oldest first.
    func changes(in source: some RowSource) throws(KeychainError) -> [StoredChange] {
        var changes: [StoredChange] = []
        try open(.changes, in: source) { row, item throws(KeychainError) in
            let stored = VaultTransaction.Stored(row)
            changes.append(StoredChange(stored: stored, change: try KeptChange(item)))
            return true
        }
        return changes
    }

    /// The setting of the keychain; `nil` if it has none.
    func setting(in source: some RowSource) throws(KeychainError) -> HistoryPolicy? {
        var policy: HistoryPolicy?
        try open(.setting, in: source) { _, item throws(KeychainError) in
            policy = try HistoryPolicy(setting: item)
            return false
        }
        return policy
    }
}

extension HistoryPolicy {
    private static let coding: UInt8 = 1

    /// The hidden item that keeps it as the setting of a keychain.
    func setting(identifier: [UInt8], date: Date) -> PlainItem {
        var writer = ByteWriter()
        writer.integer(Self.coding)
        writer.integer(seconds)
        writer.integer(UInt32(clamping: versions))
        return PlainItem(
            hidden: .setting,
            identifier: identifier,
            .alwaysThisDeviceOnly,
            content: writer.bytes,
            date: date
        )
    }

    fileprivate init(setting item: PlainItem) throws(KeychainError) {
        guard let content = item.attributes[bytes: .generic] else { throw KeychainError(.corrupt) }
        self = try Array(content).withRawBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            guard try reader.integer(UInt8.self) == Self.coding else {
                throw KeychainError(.newerVersion)
            }
            let seconds: UInt32 = try reader.integer()
            let versions = min(Int(try reader.integer(UInt32.self)), Self.mostVersions)
            return HistoryPolicy(seconds: seconds, versions: versions)
        }
    }
}

extension HistoryPolicy {
    /// Whether anything is kept.
    var keeps: Bool { seconds > 0 && versions > 0 }
}
