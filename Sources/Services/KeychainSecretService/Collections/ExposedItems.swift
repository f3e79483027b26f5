@_spi(Keepers) package import PortableKeychain

/// Items of a keychain that programs of the desktop see because their user chose them.
///
/// Such an item has a link in the group of the service: an item with attributes of its own, whose
/// secret is the persistent reference of the other one. So every rule of searches about items,
/// locked or not, holds for it too.
package struct ExposedItems {
    private let collection: SecretCollection

    /// Looks at a keychain, which must not be locked.
    ///
    /// - Throws: ``KeychainError/Code/locked``, or any error of reading.
    package init(
        _ keychain: Keychain,
        entropy: KeychainEntropy = .system
    ) throws(KeychainError) {
        collection = try SecretCollection("", keychain, entropy: entropy)
        try collection.refresh()
        guard !collection.isLocked else { throw KeychainError(.locked) }
    }

    /// The number of items that are shown.
    package var count: Int { collection.items.count { $0.details?.isLink == true } }

    /// Shows an item.
    ///
    /// - Parameters:
    ///   - reference: The persistent reference of the item.
    ///   - label: The label that users see.
    ///   - attributes: The attributes that programs search for.
    /// - Returns: Whether it is new; `false` if it was shown with these attributes before.
    /// - Throws: ``KeychainError/Code/duplicateItem`` if another item has these attributes.
    package func add(
        _ reference: [UInt8],
        label: String,
        attributes: SearchAttributes
    ) throws(KeychainError) -> Bool {
        for item in collection.items(having: attributes)
        where item.details?.attributes == attributes {
            if try collection.target(item.name) == reference { return false }
            throw KeychainError(
                .duplicateItem,
                reason: "Programs see another item with these attributes. Choose others."
            )
        }
        let details = ItemIndex.Details(
            attributes: attributes,
            label: label,
            contentType: "",
            isLink: true
        )
        _ = try collection.create(details, SecretBytes(reference), replaces: false)
        return true
    }

    /// Hides an item.
    ///
    /// - Returns: The number of attribute sets that were removed.
    package func remove(_ reference: [UInt8]) throws(KeychainError) -> Int {
        var count = 0
        for item in collection.items where try collection.target(item.name) == reference {
            try collection.delete(item.name)
            count += 1
        }
        return count
    }

    /// The persistent reference to which a link points; `nil` if there is no such link.
    static func target(
        of link: String,
        in keychain: Keychain
    ) throws(KeychainError) -> [UInt8]? {
        let search = ItemGroups.request(.copyMatching, link, returning: .data)
        let found = try keychain.answer(to: search)?.items.first?.secret
        return found?.withUnsafeBytes { Array($0) }
    }

    /// Whether the item to which a link points was deleted.
    static func isDangling(_ link: String, in keychain: Keychain) throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            guard let target = try target(of: link, in: keychain) else { return false }
            return try item(target, returning: .persistentReference, in: keychain) == nil
        } catch  where error.code != .locked {
            // One that is damaged is no reason to fail for all items, and it is not gone.
            return false
        }
    }

    /// The secret of the item that a link points to; `nil` if it was deleted.
    ///
    /// - Throws: ``KeychainError/Code/authenticationRequired`` if its user must agree to each use:
    ///   the bus cannot ask for one.
    static func secret(
        behind link: SecretBytes,
        in keychain: Keychain
    ) throws(KeychainError) -> SecretBytes? {
        let target = link.withUnsafeBytes { Array($0) }
        guard let item = try item(target, returning: .data, in: keychain) else { return nil }
        return item.secret ?? SecretBytes([UInt8]())
    }

    private static func item(
        _ reference: [UInt8],
        returning: ReturnOptions,
        in keychain: Keychain
    ) throws(KeychainError) -> ItemAnswer.Item? {
        let search = ItemRequest(
            .copyMatching,
            persistentReference: reference,
            returning: returning,
            interaction: .forbidden
        )
        return try keychain.withAccessGroups(["*"]).answer(to: search)?.items.first
    }
}
