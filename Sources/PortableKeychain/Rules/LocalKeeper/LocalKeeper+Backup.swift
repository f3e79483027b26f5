extension LocalKeeper {
    /// Returns the items that a backup may contain (backup-format.md §4).
    package func backupContent() throws(KeychainError) -> BackupContent {
        var content = BackupContent()
        for code in ClassCode.allCases {
            let search = ItemRequest(
                .copyMatching,
                itemClass: code.itemClass,
                attributes: [.synchronizable: SynchronizationScope.any.value],
                limit: .all
            )
            let plan = try plan(search)
            plan.pattern.wantsSecret = true
            try vault.search(plan.pattern) { row throws(KeychainError) in
                guard try plan.mayMatch(row) else { return true }
                try copy(row, plan, into: &content)
                return true
            }
        }
        try vault.confirmAbsence()
        return content
    }

    private func copy(
        _ row: LentRow,
        _ plan: QueryPlan,
        into content: inout BackupContent
    ) throws(KeychainError) {
        guard try !row.protection().keyClass.thisDeviceOnly else {
            if case .destroyed = try row.availability() { return }
            content.thisDeviceOnly += 1
            return
        }
        switch try row.availability() {
        case .destroyed: return
        case .locked: throw KeychainError(.locked)
        case .open(let classKeys):
            try row.open(with: classKeys) { view, tag throws(KeychainError) in
                guard try plan.matches(view, row) else { return }
                let secret = try row.secret(with: classKeys, tag: tag)
                let item = try PlainItem(plan.schema, row, view, secret: secret)
                switch item.obstacleToBackup {
                case .thisDeviceOnly: content.thisDeviceOnly += 1
                case .guarded: content.guarded += 1
                case nil: content.items.append(item.backup)
                }
            }
        }
    }
}

extension PlainItem {
    /// Why an item is never part of a backup.
    enum BackupObstacle {
        /// It must not leave this device, system installation, App Clip or hardware token
        /// (item-semantics.md §1.3).
        case thisDeviceOnly
        /// It requires user authentication, which the passphrase of the backup would bypass.
        case guarded
    }

    /// Why the item is never part of a backup; `nil` for items that are (backup-format.md §4).
    var obstacleToBackup: BackupObstacle? {
        if ProtectionClass(accessControl.accessibility).thisDeviceOnly || isBound {
            return .thisDeviceOnly
        }
        return accessControl.constraints?.isEmpty == false ? .guarded : nil
    }

    private var isBound: Bool {
        if case .number(let bound) = attributes[.systemBound], bound > 0 { return true }
        return attributes[.appClip] != nil || attributes[.tokenID] != nil
    }

    /// The item as a backup contains it (backup-format.md §3).
    var backup: BackupItem {
        var stored = attributes.removing([.sha1])
        stored[.accessGroup] = .string(accessGroup)
        stored[.accessible] = .string(accessControl.accessibility.rawValue)
        stored[.synchronizable] = .number(isSynchronizable ? 1 : 0)
        return BackupItem(
            itemClass: schema.code.itemClass,
            identifier: identifier,
            attributes: stored,
            secret: secret
        )
    }
}
