extension LocalKeeper: CopiedKeeper {
    package func backupContent() throws(KeychainError) -> BackupContent {
        try backupContent(proving: nil)
    }

    /// Returns the items that a backup may contain (backup-format.md §4).
    package func backupContent(
        proving context: AuthenticationContext?
    ) throws(KeychainError) -> BackupContent {
        let request = ItemRequest(
            .copyMatching,
            authentication: context,
            prompt: context == nil ? nil : "Copy items that require you into a backup"
        )
        let content = try answering(request) { state throws(KeychainError) in
            try backupContent(state, takesGuarded: context != nil)
        }
        try vault.confirmAbsence()
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
            let missing = try copy(itemClass, page, state, false, into: &content)
            return missing.map { .needs($0) } ?? .answered(content)
        }
    }

    private func backupContent(
        _ state: AnswerState,
        takesGuarded: Bool
    ) throws(KeychainError) -> Outcome<BackupContent> {
        var content = BackupContent()
        for code in ClassCode.allCases {
            if let missing = try copy(code.itemClass, nil, state, takesGuarded, into: &content) {
                return .needs(missing)
            }
        }
        return .answered(content)
    }

    /// Copies the items of a class that may leave, or a part of them.
    ///
    /// - Returns: The need that is missing to copy one.
    private func copy(
        _ itemClass: ItemClass,
        _ page: ItemPage?,
        _ state: AnswerState,
        _ takesGuarded: Bool,
        into content: inout BackupContent
    ) throws(KeychainError) -> Need? {
        let search = ItemRequest(
            .copyMatching,
            itemClass: itemClass,
            attributes: [.synchronizable: SynchronizationScope.any.value],
            limit: .all
        )
        let plan = try plan(search)
        plan.pattern.wantsSecret = true
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
            missing = try copy(row, plan, state, takesGuarded, into: &content)
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
        _ takesGuarded: Bool,
        into content: inout BackupContent
    ) throws(KeychainError) -> Need? {
        guard try !row.protection().keyClass.thisDeviceOnly else {
            if case .destroyed = try row.availability() { return nil }
            content.thisDeviceOnly += 1
            return nil
        }
        let outcome = try opened(row, plan, state, sealedToo: true) {
            match throws(KeychainError) -> Need? in
            let secret = try match.secret()
            let item = try PlainItem(plan.schema, row, match.view, secret: secret)
            switch item.obstacleToBackup {
            case nil: content.items.append(item.backup)
            case .thisDeviceOnly: content.thisDeviceOnly += 1
            case .presence where takesGuarded:
                if case .missing(let need) = match.reading { return need }
                content.items.append(item.backup)
            case .presence, .guarded: content.leave(item)
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
