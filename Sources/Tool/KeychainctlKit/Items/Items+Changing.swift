@_spi(Keepers) package import PortableKeychain

extension Items {
    /// Changes an item that a search returned.
    ///
    /// - Throws: `KeychainError.itemNotFound` if it was deleted since; ``Failure`` if another item or
    ///   its twin has the new attributes already, for an item that cannot be synchronized, and if no
    ///   name would reach it.
    package func change(_ item: ListedItem, _ changes: ItemChanges) throws {
        var changed = ItemSelection(itemClass: item.itemClass, attributes: item.attributes)
        for (key, value) in changes.attributes { changed.attributes[key] = value }
        if !changes.attributes.isEmpty {
            if changed.synchronizable == true {
                if item.isSynchronized {
                    try checkStaysShared(item, changes.attributes)
                } else {
                    try checkMayLeave(item, changed.attributes)
                }
            }
            try checkIsNamed(changed, changes.attributes)
            try checkTwin(item, changed)
        }
        let request = ItemRequest(.update(changes), persistentReference: item.reference)
        do {
            guard try perform(request) != nil else { throw KeychainError(.itemNotFound) }
        } catch let error as KeychainError where error.code == .duplicateItem && item.isPassword {
            let failure = Failure(error)
            let other = ListedItem(itemClass: item.itemClass, attributes: changed.attributes).name
            let command = "keychainctl set \(AdvisedCommand.name(other))"
            throw Failure(
                failure.status,
                failure.problem,
                advice: "change it with '\(command)', or choose another name"
            )
        }
    }

    /// Refuses a change after which no name reaches a password.
    private func checkIsNamed(
        _ changed: ItemSelection,
        _ changes: ItemAttributes
    ) throws(Failure) {
        let new = ListedItem(
            itemClass: changed.itemClass ?? .genericPassword,
            attributes: changed.attributes
        )
        let place: AttributeKey = new.itemClass == .internetPassword ? .server : .service
        guard new.isPassword, changes[place] != nil || changes[.label] != nil,
            new.text(place).isEmpty, new.text(.label).isEmpty
        else { return }
        let name = AttributeName.of(place)?.name ?? ""
        throw Failure(
            .usage,
            "no name would reach an item without a \(name) and a label",
            advice: "give it one of them"
        )
    }

    /// Refuses a change that would give two items one name.
    private func checkTwin(_ item: ListedItem, _ changed: ItemSelection) throws {
        let new = ListedItem(itemClass: item.itemClass, attributes: changed.attributes)
        // Under its own name, the keychain itself refuses a second one.
        guard !new.hasName(of: item) else { return }
        try checkIsOnly(changed, advice: "choose another name")
    }

    /// Refuses to synchronize an item that stays on this device.
    private func checkMayLeave(_ item: ListedItem, _ changed: ItemAttributes) throws(Failure) {
        if case .accessControl(let control) = changed[.accessControl],
            control.constraints?.isEmpty == false
        {
            throw Failure(
                .usage,
                "'\(item.name)' requires user authentication, which other machines cannot ask for",
                advice: "store the secret under another name with 'keychainctl set "
                    + "--synchronizable'"
            )
        }
        guard let accessibility = Accessibility(of: changed),
            let shared = accessibility.onEachDevice
        else { return }
        throw Failure(
            .usage,
            "'\(item.name)' is for this device only (\(AccessibilityName.name(accessibility))), and "
                + "never leaves it",
            advice: "use --synchronizable together with "
                + "'--accessible \(AccessibilityName.name(shared))'"
        )
    }

    /// Refuses to bind a synchronized item to this device.
    ///
    /// The other machines would keep it as it was, and it would come back here once it is deleted.
    ///
    /// - Parameters:
    ///   - item: The item; its attributes may be those that are known of it.
    ///   - new: The new attributes.
    /// - Throws: ``Failure`` with the command that ends its synchronization.
    func checkStaysShared(_ item: ListedItem, _ new: ItemAttributes) throws(Failure) {
        guard let accessibility = Accessibility(of: new), accessibility.onEachDevice != nil,
            // Of one that is bound already, nothing is sent.
            Accessibility(of: item.attributes)?.onEachDevice == nil
        else { return }
        let edit = "'keychainctl edit \(AdvisedCommand.name(item.name)) --no-synchronizable'"
        throw Failure(
            .usage,
            "'\(item.name)' is synchronized, and cannot be for this device only "
                + "(\(AccessibilityName.name(accessibility)))",
            advice: "use \(edit) first, with which the other machines delete it"
        )
    }
}

extension Items {
    /// Refuses an item that is there twice, where a change would be for one of the two.
    ///
    /// - Throws: ``Failure`` with the command that removes the other one.
    package func checkHasNoTwin(_ item: ListedItem) throws {
        let itself = ItemSelection(itemClass: item.itemClass, attributes: item.attributes)
        guard try isThere(itself, item.isSynchronized ? .local : .synchronized) else { return }
        let command = ItemCandidates([item]).deletion(synchronized: !item.isSynchronized)
        throw Failure(
            .severalItems,
            "there are two items '\(item.name)', and only one of them is synchronized",
            advice: "remove the other one with '\(command)'"
        )
    }
}

extension Items {
    /// Refuses to delete both items of one name, of which a person who names it means one.
    ///
    /// - Throws: ``Failure`` if a selection matches only a local item and its synchronized twin.
    package func checkIsNoPair(_ selection: ItemSelection) throws {
        guard !selection.isUnconditional else { return }
        let found = try firstThree(selection)
        let candidates = ItemCandidates(found + hiddenTwin(of: found, selection))
        guard candidates.areTwins else { return }
        candidates.show()
        throw Failure(
            .severalItems,
            "there are two items of this name, and only one of them is synchronized",
            advice: candidates.advice(.options)
        )
    }

    /// The local twin of the only item that was found, if a selection matches it and it requires
    /// user authentication, which is not asked for here.
    private func hiddenTwin(of found: [ListedItem], _ selection: ItemSelection) -> [ListedItem] {
        guard found.count == 1, found[0].isSynchronized, selection.synchronizable == nil else {
            return []
        }
        let itemClass = found[0].itemClass
        var local = ItemSelection(
            itemClass: itemClass,
            attributes: itemClass.identity(of: found[0].attributes)
        )
        for (key, value) in selection.attributes { local.attributes[key] = value }
        local.attributes[.synchronizable] = SynchronizationScope.local.value
        do throws(KeychainError) {
            guard try !find(local, .attributes, interaction: .forbidden).isEmpty else { return [] }
        } catch {
            guard error.code.isInaccessible else { return [] }
        }
        var twin = found[0].attributes
        twin[.synchronizable] = SynchronizationScope.local.value
        return [ListedItem(itemClass: itemClass, attributes: twin)]
    }

    /// Three items of a selection, which show whether two are all; none of a locked keychain, in which
    /// only local ones can be deleted.
    private func firstThree(_ selection: ItemSelection) throws(KeychainError) -> [ListedItem] {
        do throws(KeychainError) {
            return try find(
                selection,
                [.attributes, .persistentReference],
                limit: .atMost(3),
                interaction: .skip
            ).map(ListedItem.init)
        } catch  where error.code.isInaccessible {
            return []
        }
    }
}

extension Accessibility {
    /// The protection that attributes name; `nil` for none.
    fileprivate init?(of attributes: ItemAttributes) {
        guard case .string(let letters) = attributes[.accessible] else { return nil }
        self.init(rawValue: letters)
    }

    /// The same protection for items that may leave this device; `nil` for those that may.
    fileprivate var onEachDevice: Accessibility? {
        switch self {
        case .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: .whenUnlocked
        case .afterFirstUnlockThisDeviceOnly: .afterFirstUnlock
        case .alwaysThisDeviceOnly: .always
        default: nil
        }
    }
}
