package import KeychainEssentials
@_spi(Keepers) package import PortableKeychain

/// The device that wrote a value, for people.
package struct ValueAuthor: Sendable, Equatable {
    /// The name of the device for users; empty if it is no longer known.
    package let name: String
    /// Whether it is this device.
    package let isOwn: Bool
}

/// A value that an item has or had.
package struct DatedValue: Sendable {
    let itemClass: ItemClass
    let attributes: ItemAttributes
    /// The time when it was replaced; `nil` if the item has it now.
    let ended: Date?

    /// - Parameters:
    ///   - itemClass: The class of the item.
    ///   - attributes: The attributes that the item has or had with this value, its dates included.
    ///   - ended: The time when it was replaced, by the clock of this device; `nil` if the item has it
    ///     now.
    package init(_ itemClass: ItemClass, _ attributes: ItemAttributes, ended: Date?) {
        (self.itemClass, self.attributes, self.ended) = (itemClass, attributes, ended)
    }
}

extension SyncedVault {
    /// The devices that wrote values, as the members say.
    ///
    /// - Parameter values: The values, of any items.
    /// - Returns: For each of them the device; `nil` if it is not known, such as for values from before
    ///   the keychain was synchronized.
    /// - Throws: ``SyncProblem/notSetUp``, ``SyncProblem/waiting``, or ``SyncProblem/keychain(_:)``
    ///   while the keychain is locked.
    package func authors(
        of values: [DatedValue]
    ) async throws(SyncProblem) -> [ValueAuthor?] {
        guard let log = try logIfMember() else {
            throw try settings() == nil ? .notSetUp : .waiting
        }
        let (ledger, content) = try SyncProblem.catching { () throws(KeychainError) in
            (try SyncLedger(store.state()), try store.content())
        }
        let states = LocalStates(ledger, of: log)
        var authors: [ValueAuthor?] = []
        for value in values {
            let device = author(of: value, states, content, log)
            guard let device else {
                authors.append(nil)
                continue
            }
            authors.append(
                ValueAuthor(name: await log.name(of: device), isOwn: device == log.device)
            )
        }
        return authors
    }

    private func author(
        of value: DatedValue,
        _ states: LocalStates,
        _ content: LocalContent,
        _ log: VaultLog
    ) -> DeviceID? {
        let item = BackupItem(
            itemClass: value.itemClass,
            identifier: [],
            attributes: value.attributes,
            secret: nil
        )
        guard let key = try? SyncKey(item) else { return nil }
        let id = log.sealing.id(of: key)
        guard let ended = value.ended else {
            guard case .live(let item, _) = content.entries[key] else { return nil }
            return try? states.state(of: item, id).author
        }
        let modified = item.date(.modificationDate)
        return states.ledger.authors?
            .author(of: id, modified: modified, ended: ended, own: log.device, now: store.now)
    }
}
