@_spi(Keepers) package import PortableKeychain

/// An item of another provider of the Secret Service.
package struct ForeignItem: Sendable {
    package var label: String
    package var attributes: SearchAttributes
    package var secret: SecretBytes
    package var contentType: String
    /// In seconds since 1970; 0 if the other provider does not say.
    package var created: UInt64 = 0
    package var modified: UInt64 = 0
    /// The object of the other provider; of an item of a keychain, its name there, or nothing.
    package var object = ""

    /// Reads the other provider's description of an item.
    ///
    /// - Parameters:
    ///   - properties: The answer to `GetAll`.
    ///   - secret: The answer to `GetSecret` in a session without encryption.
    package init?(properties: [BusValue], secret: [BusValue]) {
        guard let known = properties.first?.properties, case .group(let parts) = secret.first,
            parts.count == 4, let value = parts[2].bytes
        else { return nil }
        label = Self.label(in: properties) ?? ""
        attributes = known["Attributes"]?.texts ?? [:]
        self.secret = value
        contentType = parts[3].text ?? ""
        created = known["Created"]?.number ?? 0
        modified = known["Modified"]?.number ?? 0
    }

    /// The label in the other provider's description of an item.
    ///
    /// - Parameter properties: The answer to `GetAll`.
    /// - Returns: The label; `nil` if the description has none.
    package static func label(in properties: [BusValue]) -> String? {
        properties.first?.properties?["Label"]?.text
    }

    /// The properties with which another provider makes the item.
    package var properties: BusValue {
        let interface = "org.freedesktop.Secret.Item."
        return .properties([
            (interface + "Label", .text(label)), (interface + "Attributes", .texts(attributes)),
        ])
    }

    /// The secret for another provider.
    ///
    /// - Parameter session: The object of a session without encryption.
    /// - Returns: The structure of the Secret Service: session, no parameters, value, content type.
    package func secret(in session: String) -> BusValue {
        .group([.path(session), .bytes(SecretBytes([UInt8]())), .bytes(secret), .text(contentType)])
    }

    package init(
        label: String,
        attributes: SearchAttributes,
        secret: SecretBytes,
        contentType: String,
        created: UInt64 = 0,
        modified: UInt64 = 0
    ) {
        (self.created, self.modified) = (created, modified)
        (self.label, self.attributes) = (label, attributes)
        (self.secret, self.contentType) = (secret, contentType)
    }
}

extension SecretService {
    /// The result of ``take(_:)``.
    package struct Taken: Equatable, Sendable {
        /// The number of new items.
        package var new = 0
        /// The labels of the items whose secret has replaced an older or a damaged one.
        package var replaced: [String] = []
        /// The labels of the items that were left out, because the collection has a newer secret.
        package var older: [String] = []
    }

    /// Stores items of another provider in the default collection, except those that are there already.
    ///
    /// New items keep their dates. Items with the same attributes are all stored, unless one item on each side has these
    /// and the label, and their dates say which secret is newer: that one counts (``Handover``). An item whose secret is
    /// damaged gets the one of an item with its attributes.
    ///
    /// - Parameter items: The items.
    /// - Returns: The number of new items, and the labels of others that their user should hear of.
    /// - Throws: ``KeychainError/Code/locked``, or any error of storing; the items before are
    ///   stored.
    package func take(_ items: [ForeignItem]) throws(KeychainError) -> Taken {
        let collection = try unlockedCollection()
        let present = try Self.items(like: items, in: collection)
        let handover = Handover(of: items, to: present.own, .taking)
        var damaged = present.damaged
        var taken = Taken(older: handover.newer.map(\.label))
        for (item, name) in handover.changed {
            try Self.replace(name, by: item, in: collection)
            taken.replaced.append(item.label)
        }
        for item in handover.missing {
            if let place = Self.place(of: item, among: damaged) {
                try Self.replace(damaged.remove(at: place).object, by: item, in: collection)
                taken.replaced.append(item.label)
                continue
            }
            let details = ItemIndex.Details(
                attributes: item.attributes,
                label: item.label,
                contentType: item.contentType,
                created: item.created,
                modified: item.modified
            )
            _ = try collection.create(details, item.secret, replaces: false)
            taken.new += 1
        }
        return taken
    }

    /// The items that programs stored in the default collection, as another provider takes them.
    ///
    /// Items of the keychain that `expose` shows are not among them.
    ///
    /// - Returns: The items in the order in which they were stored, and the labels of those whose secret cannot be read,
    ///   such as a damaged one.
    /// - Throws: ``KeychainError/Code/locked``, or any error of reading all of them.
    package func storedItems() throws(KeychainError) -> (items: [ForeignItem], unreadable: [String])
    {
        let collection = try unlockedCollection()
        var items: [ForeignItem] = []
        var unreadable: [String] = []
        for item in collection.items {
            guard let details = item.details, !details.isLink else { continue }
            do throws(KeychainError) {
                guard let secret = try collection.secret(item.name) else { continue }
                items.append(Self.foreign(details, secret))
            } catch  where error.code != .locked {
                unreadable.append(details.label)
            }
        }
        return (items, unreadable)
    }

    private func unlockedCollection() throws(KeychainError) -> SecretCollection {
        let collection = try SecretCollection(
            try shelf.standard(),
            try shelf.open(try shelf.standard()),
            entropy: entropy
        )
        try collection.refresh()
        guard !collection.isLocked else { throw KeychainError(.locked) }
        return collection
    }

    private static func foreign(
        _ details: ItemIndex.Details,
        _ secret: SecretBytes
    ) -> ForeignItem {
        ForeignItem(
            label: details.label,
            attributes: details.attributes,
            secret: secret,
            contentType: details.contentType,
            created: details.created,
            modified: details.modified
        )
    }

    /// The items of a collection that have the attributes of others, with their names as objects; and those of them whose
    /// secret is damaged, without it.
    private static func items(
        like items: [ForeignItem],
        in collection: SecretCollection
    ) throws(KeychainError) -> (own: [ForeignItem], damaged: [ForeignItem]) {
        var own: [ForeignItem] = []
        var damaged: [ForeignItem] = []
        var seen: Set<[UInt8]> = []
        for item in items {
            let attributes = item.attributes.distinctive
            guard seen.insert(attributes.encoded).inserted else { continue }
            for found in collection.items(having: attributes) {
                guard let details = found.details, details.attributes.distinctive == attributes
                else { continue }
                var present = foreign(details, SecretBytes([UInt8]()))
                present.object = found.name
                // One that shows another item is not changed, however old that is.
                if details.isLink { present.modified = 0 }
                do throws(KeychainError) {
                    guard let secret = try collection.secret(found.name) else { continue }
                    present.secret = secret
                    own.append(present)
                } catch  where error.code != .locked {
                    // One that requires its user is not damaged, and is not compared.
                    if error.code == .corrupt, !details.isLink { damaged.append(present) }
                }
            }
        }
        return (own, damaged)
    }

    /// The place of the damaged item that has the attributes of another one: the one with its label, if there is one.
    ///
    /// Items without attributes have only their labels.
    private static func place(of item: ForeignItem, among damaged: [ForeignItem]) -> Int? {
        let place = damaged.firstIndex { Handover.Key($0) == Handover.Key(item) }
        guard place == nil, !item.attributes.isEmpty else { return place }
        let attributes = item.attributes.distinctive
        return damaged.firstIndex { $0.attributes.distinctive == attributes }
    }

    private static func replace(
        _ name: String,
        by item: ForeignItem,
        in collection: SecretCollection
    ) throws(KeychainError) {
        let changes: ItemAttributes = [
            .label: .string(item.label), .description: .string(item.contentType),
        ]
        try collection.update(name, changes, item.secret)
    }
}
