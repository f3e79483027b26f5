package import PortableKeychain

/// An item of another provider of the Secret Service.
package struct ForeignItem: Sendable {
    package var label: String
    package var attributes: SearchAttributes
    package var secret: SecretBytes
    package var contentType: String
    /// In seconds since 1970; 0 if the other provider does not say.
    package var created: UInt64 = 0
    package var modified: UInt64 = 0
    /// The object of the other provider; empty for an item of a keychain.
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
    /// Stores items of another provider in the default collection, except those that are there already.
    ///
    /// Items with the same attributes are all stored, and all keep their dates.
    ///
    /// - Parameter items: The items.
    /// - Returns: The number of items stored.
    /// - Throws: ``KeychainError/Code/locked``, or any error of storing; the items before are
    ///   stored.
    package func take(_ items: [ForeignItem]) throws(KeychainError) -> Int {
        let collection = try unlockedCollection()
        var taken: Set<String> = []
        var count = 0
        for item in items {
            if let twin = try Self.twin(of: item, in: collection, besides: taken) {
                taken.insert(twin)
                continue
            }
            count += 1
            let details = ItemIndex.Details(
                attributes: item.attributes,
                label: item.label,
                contentType: item.contentType,
                created: item.created,
                modified: item.modified
            )
            taken.insert(try collection.create(details, item.secret, replaces: false).name)
        }
        return count
    }

    /// The items that programs stored in the default collection, as another provider takes them.
    ///
    /// Items of the keychain that `expose` shows are not among them.
    ///
    /// - Returns: The items in the order in which they were stored.
    /// - Throws: ``KeychainError/Code/locked``, or any error of reading.
    package func storedItems() throws(KeychainError) -> [ForeignItem] {
        let collection = try unlockedCollection()
        var items: [ForeignItem] = []
        for item in collection.items {
            guard let details = item.details, !details.isLink,
                let secret = try collection.secret(item.name)
            else { continue }
            items.append(
                ForeignItem(
                    label: details.label,
                    attributes: details.attributes,
                    secret: secret,
                    contentType: details.contentType,
                    created: details.created,
                    modified: details.modified
                )
            )
        }
        return items
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

    /// An item that equals one of another provider; of several equal ones, each stands for one.
    private static func twin(
        of item: ForeignItem,
        in collection: SecretCollection,
        besides taken: Set<String>
    ) throws(KeychainError) -> String? {
        let attributes = item.attributes.distinctive
        for found in collection.items(having: attributes) {
            guard !taken.contains(found.name),
                found.details?.attributes.distinctive == attributes,
                let secret = try collection.secret(found.name), secret.matches(item.secret)
            else { continue }
            return found.name
        }
        return nil
    }
}
