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
                if item.isBound {
                    content.thisDeviceOnly += 1
                } else if item.accessControl.constraints?.isEmpty == false {
                    content.guarded += 1
                } else {
                    content.items.append(item.backup)
                }
            }
        }
    }
}

extension PlainItem {
    /// Whether the item belongs to a system installation, an App Clip or a hardware token
    /// (item-semantics.md §1.3).
    fileprivate var isBound: Bool {
        if case .number(let bound) = attributes[.systemBound], bound > 0 { return true }
        return attributes[.appClip] != nil || attributes[.tokenID] != nil
    }

    fileprivate var backup: BackupItem {
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
