internal import KeychainEssentials

extension LocalKeeper: CopiedKeeper {
    package func backupContent() throws(KeychainError) -> BackupContent {
        try backupContent(proving: nil)
    }

    /// Returns the items that a backup may contain (backup-format.md §4).
    package func backupContent(
        proving context: AuthenticationContext?
    ) throws(KeychainError) -> BackupContent {
        // Asks for the proof.
        if context != nil { _ = try copyItems(proving: context, isRehearsal: true) { _ in } }
        var items: [BackupItem] = []
        var content = try copyItems(proving: context, isRehearsal: false) { items.append($0) }
        content.items = items
        return content
    }

    /// Returns a part of the items of a class that leave without a proof.
    package func backupContent(
        of itemClass: ItemClass,
        _ page: ItemPage
    ) throws(KeychainError) -> BackupContent {
        let request = ItemRequest(.copyMatching)
        // Nothing is believed to be all before the set is verified, and the first part begins that.
        try vault.confirmAbsence()
        return try answering(request) { state throws(KeychainError) in
            var content = BackupContent()
            var items: [BackupItem] = []
            let missing = try copy(itemClass, page, state, .free, into: &content) {
                items.append($0)
            }
            content.items = items
            return missing.map { .needs($0) } ?? .answered(content)
        }
    }

    package func copyItems(
        proving context: AuthenticationContext?,
        isRehearsal: Bool,
        to body: (BackupItem) throws(KeychainError) -> Void
    ) throws(KeychainError) -> BackupContent {
        let request = ItemRequest(
            .copyMatching,
            authentication: context,
            prompt: context == nil ? nil : "Copy items that require you into a backup"
        )
        // What the body received cannot be taken back, so nothing is asked for from then on.
        var isBegun = false
        let content = try answering(request) {
            state throws(KeychainError) -> Outcome<BackupContent> in
            var content = BackupContent()
            let extent = Extent(takesGuarded: context != nil, isRehearsal: isRehearsal)
            for code in ClassCode.allCases {
                let missing = try copy(code.itemClass, nil, state, extent, into: &content) {
                    item throws(KeychainError) in
                    isBegun = true
                    try body(item)
                }
                guard let missing else { continue }
                guard !isBegun else { throw KeychainError(.authenticationRequired) }
                return .needs(missing)
            }
            return .answered(content)
        }
        try vault.confirmAbsence()
        return content
    }

    /// The part of the items that is copied, of those that may leave.
    private struct Extent {
        /// Items that require no proof.
        static let free = Extent(takesGuarded: false, isRehearsal: false)

        /// Whether items that require their user's presence are copied.
        let takesGuarded: Bool
        /// Whether items are counted only.
        let isRehearsal: Bool
    }

    /// Copies the items of a class that may leave, or a part of them.
    ///
    /// - Returns: The need that is missing to copy one.
    private func copy(
        _ itemClass: ItemClass,
        _ page: ItemPage?,
        _ state: AnswerState,
        _ extent: Extent,
        into content: inout BackupContent,
        _ body: (BackupItem) throws(KeychainError) -> Void
    ) throws(KeychainError) -> Need? {
        let search = ItemRequest(
            .copyMatching,
            itemClass: itemClass,
            attributes: [.synchronizable: SynchronizationScope.any.value],
            limit: .all
        )
        let plan = try plan(search)
        plan.pattern.wantsSecret = !extent.isRehearsal || extent.takesGuarded
        plan.pattern.after = page?.after?.row
        var missing: Need?
        var (count, last) = (0, ItemPage.Place?.none)
        try vault.search(plan.pattern) { row throws(KeychainError) in
            guard try plan.mayMatch(row) else { return true }
            guard count < page?.size ?? .max else {
                content.next = last
                return false
            }
            (count, last) = (count + 1, ItemPage.Place(row: row.id))
            missing = try copy(row, plan, state, extent, into: &content, body)
            return missing == nil
        }
        return missing
    }

    /// Copies a row, unless it stays.
    ///
    /// - Returns: The need that is missing to copy it.
    private func copy(
        _ row: LentRow,
        _ plan: QueryPlan,
        _ state: AnswerState,
        _ extent: Extent,
        into content: inout BackupContent,
        _ body: (BackupItem) throws(KeychainError) -> Void
    ) throws(KeychainError) -> Need? {
        guard try !row.protection().keyClass.thisDeviceOnly else {
            if case .destroyed = try row.availability() { return nil }
            content.thisDeviceOnly += 1
            return nil
        }
        let outcome = try opened(row, plan, state, sealedToo: true) {
            match throws(KeychainError) -> Need? in
            let secret = extent.isRehearsal ? nil : try match.secret()
            let item = try PlainItem(plan.schema, row, match.view, secret: secret)
            switch item.obstacleToBackup {
            case .thisDeviceOnly: content.thisDeviceOnly += 1
            case .presence where !extent.takesGuarded, .guarded: content.leave(item)
            case nil, .presence:
                if case .missing(let need) = match.reading { return need }
                content.leaving += 1
                if !extent.isRehearsal { try body(item.backup) }
            }
            return nil
        }
        guard case .answered(let need) = outcome else { return nil }
        return need ?? nil
    }
}

extension BackupContent {
    /// Counts an item that stays because it requires its user.
    fileprivate mutating func leave(_ item: PlainItem) {
        var left = item.backup
        left.secret = nil
        guarded += 1
        if item.obstacleToBackup == .presence { provable.append(left) } else { others.append(left) }
    }
}

extension PlainItem {
    /// A reason why an item is not part of every backup.
    enum BackupObstacle {
        /// The item must not leave this device, system installation, App Clip or hardware token
        /// (item-semantics.md §1.3).
        case thisDeviceOnly
        /// The item requires its user's presence: it is copied if that is proven.
        case presence
        /// The item requires a password of its own, which the passphrase of the backup would
        /// bypass.
        case guarded
    }

    /// The reason why the item is not part of every backup; `nil` for items that are
    /// (backup-format.md §4).
    var obstacleToBackup: BackupObstacle? {
        if ProtectionClass(accessControl.accessibility).thisDeviceOnly || isBound {
            return .thisDeviceOnly
        }
        guard accessControl.constraints?.isEmpty == false else { return nil }
        return Envelope.Needs(accessControl) == .presence ? .presence : .guarded
    }

    private var isBound: Bool {
        if case .number(let bound) = attributes[.systemBound], bound > 0 { return true }
        return attributes[.appClip] != nil || attributes[.tokenID] != nil
    }

    /// The item as a backup contains it (backup-format.md §3).
    var backup: BackupItem {
        var stored = attributes.removing([.sha1])
        // Keychains of earlier versions can have such a date, which no restore takes.
        if case .date(let created) = stored[.creationDate],
            !created.timeIntervalSinceReferenceDate.isFinite
        {
            stored[.creationDate] = stored[.modificationDate]
        }
        stored[.accessGroup] = .string(accessGroup)
        if accessControl.constraints?.isEmpty == false {
            stored[.accessControl] = .accessControl(accessControl)
        } else {
            stored[.accessible] = .string(accessControl.accessibility.rawValue)
        }
        stored[.synchronizable] = .number(isSynchronizable ? 1 : 0)
        return BackupItem(
            itemClass: schema.code.itemClass,
            identifier: identifier,
            attributes: stored,
            secret: secret
        )
    }
}
