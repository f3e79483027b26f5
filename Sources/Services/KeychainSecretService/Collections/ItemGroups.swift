internal import ForeignCrypto
internal import KeychainEssentials
@_spi(Keepers) internal import PortableKeychain

/// The form in which items of the bus are stored in a keychain.
///
/// An item is a generic password. Each has a companion in another group, which can be read while the
/// keychain is locked and holds a keyed digest of each pair of attributes. Without it, a search in a
/// locked keychain would find nothing, and programs would make new secrets over the old ones.
enum ItemGroups {
    /// The group of the items.
    static let items = "org.freedesktop.secrets"
    /// The group of the companions, and of the key of their digests.
    static let index = AccessGroups.desktopIndex
    static let all = [items, index]

    /// The type code of an item whose secret is the persistent reference of another one: `link`.
    private static let link: Int64 = 0x6C69_6E6B

    private static let companion = "item"
    private static let key = "key"

    // MARK: Items

    /// The attributes to store with an item.
    static func attributes(of details: ItemIndex.Details) -> ItemAttributes {
        var stored = attributeChanges(details.attributes)
        stored[.label] = .string(details.label)
        stored[.description] = .string(details.contentType)
        if details.isLink { stored[.type] = .number(link) }
        return stored
    }

    /// The stored form of the attributes on the bus.
    static func attributeChanges(_ attributes: SearchAttributes) -> ItemAttributes {
        [
            .service: .string(attributes["xdg:schema"] ?? ""),
            .generic: .data(Data(attributes.encoded)),
        ]
    }

    /// The details that were stored with an item.
    static func details(in stored: ItemAttributes) -> ItemIndex.Details {
        var attributes: SearchAttributes = [:]
        if case .data(let bytes) = stored[.generic] {
            attributes = SearchAttributes(encoded: Array(bytes)) ?? [:]
        }
        return ItemIndex.Details(
            attributes: attributes,
            label: text(stored[.label]),
            contentType: text(stored[.description]),
            created: seconds(stored[.creationDate]),
            modified: seconds(stored[.modificationDate]),
            isLink: stored[.type] == .number(link)
        )
    }

    static func name(in stored: ItemAttributes) -> String { text(stored[.account]) }

    /// A search, an update or a deletion of one item, or of all without a name.
    static func request(
        _ verb: ItemRequest.Verb,
        _ name: String?,
        returning: ReturnOptions = []
    ) -> ItemRequest {
        // A person can have an item synchronized, which is the same one for programs.
        var attributes: ItemAttributes = [
            .accessGroup: .string(items), .synchronizable: SynchronizationScope.any.value,
        ]
        if let name { attributes[.account] = .string(name) }
        let limit: MatchLimit? = if case .copyMatching = verb, name == nil { .all } else { nil }
        return ItemRequest(
            verb,
            itemClass: .genericPassword,
            attributes: attributes,
            limit: limit,
            returning: returning
        )
    }

    static func addition(
        _ name: String,
        _ details: ItemIndex.Details,
        _ secret: SecretBytes
    ) -> ItemRequest {
        var stored = attributes(of: details)
        stored[.account] = .string(name)
        stored[.accessGroup] = .string(items)
        stored[.accessible] = .string(Accessibility.whenUnlocked.rawValue)
        var request = ItemRequest(
            .add,
            itemClass: .genericPassword,
            attributes: stored,
            secret: secret
        )
        if details.created > 0 {
            request.dates = ItemDates(
                created: date(details.created),
                modified: date(details.modified)
            )
        }
        return request
    }

    // MARK: Companions

    /// Stores the companion of an item, whether there is one or not.
    static func companionStep(_ name: String, _ tokens: [UInt64]) -> ItemStep {
        let bytes = AttributeValue.data(Data(tokens.flatMap(SearchTokens.bytes)))
        let changes = ItemChanges(attributes: [.generic: bytes])
        return step(changes, adding: companionAttributes(name))
    }

    static func companionDeletion(_ name: String) -> ItemStep {
        ItemStep(
            ItemRequest(
                .delete,
                itemClass: .genericPassword,
                attributes: companionAttributes(name)
            ),
            skipping: [.itemNotFound]
        )
    }

    /// Deletes links; some may be gone.
    static func deletion(ofLinks names: [String]) -> [ItemStep] {
        names.flatMap { name in
            let link = ItemStep(request(.delete, name), skipping: [.itemNotFound])
            return [link, companionDeletion(name)]
        }
    }

    static let companionSearch = ItemRequest(
        .copyMatching,
        itemClass: .genericPassword,
        attributes: [.service: .string(companion), .accessGroup: .string(index)],
        limit: .all,
        returning: .attributes
    )

    static func tokens(in stored: ItemAttributes) -> [UInt64] {
        guard case .data(let bytes) = stored[.generic] else { return [] }
        return SearchTokens.numbers(Array(bytes))
    }

    private static func companionAttributes(_ name: String) -> ItemAttributes {
        [
            .service: .string(companion), .account: .string(name),
            .accessGroup: .string(index),
        ]
    }

    // MARK: The label of the collection, and its origin

    /// A text about the collection, which can be read while the keychain is locked.
    private enum Note: String {
        case label
        case origin

        var attributes: ItemAttributes {
            [
                .service: .string(rawValue), .account: .string(rawValue),
                .accessGroup: .string(index),
            ]
        }
    }

    /// The label that a program gave the collection; `nil` if none did.
    static func label(_ keychain: Keychain) throws(KeychainError) -> String? {
        try text(of: .label, keychain)
    }

    static func labelStep(_ label: String) -> ItemStep { step(.label, label) }

    /// The object of the keyring of another provider for which the keychain was made; `nil` if it was not.
    static func origin(_ keychain: Keychain) throws(KeychainError) -> String? {
        try text(of: .origin, keychain)
    }

    static func originStep(_ object: String) -> ItemStep { step(.origin, object) }

    private static func text(
        of note: Note,
        _ keychain: Keychain
    ) throws(KeychainError) -> String? {
        let search = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: note.attributes,
            returning: .attributes
        )
        return try keychain.answer(to: search)?.items.first?.attributes.map { text($0[.label]) }
    }

    private static func step(_ note: Note, _ text: String) -> ItemStep {
        let changes = ItemChanges(attributes: [.label: .string(text)])
        return step(changes, adding: note.attributes)
    }

    /// Changes something that can be read while the keychain is locked, or stores it.
    private static func step(_ changes: ItemChanges, adding attributes: ItemAttributes) -> ItemStep
    {
        var stored = attributes
        for (key, value) in changes.attributes { stored[key] = value }
        stored[.isInvisible] = .number(1)
        stored[.accessible] = .string(Accessibility.always.rawValue)
        let secret = SecretBytes([UInt8]())
        return ItemStep(
            ItemRequest(.update(changes), itemClass: .genericPassword, attributes: attributes),
            or: ItemRequest(.add, itemClass: .genericPassword, attributes: stored, secret: secret)
        )
    }

    // MARK: The key of the digests

    /// The key of the digests, made where there is none.
    ///
    /// - Parameters:
    ///   - keychain: The keychain.
    ///   - entropy: The source of a new key.
    ///   - isMended: Whether a key that is damaged is replaced: the companions of all items have to be made
    ///     again then, which takes an unlocked keychain.
    /// - Returns: The key.
    /// - Throws: ``KeychainError/Code/corrupt`` for a damaged key, and any error of the keychain.
    static func tokenKey(
        _ keychain: Keychain,
        _ entropy: KeychainEntropy,
        mending isMended: Bool = false
    ) throws(KeychainError) -> SearchTokens {
        let search = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: keyAttributes,
            returning: .data
        )
        do throws(KeychainError) {
            if let found = try keychain.answer(to: search)?.items.first?.secret {
                return SearchTokens(key: found)
            }
        } catch  where error.code == .corrupt && isMended {
            try keychain.performTogether(
                [ItemRequest(.delete, itemClass: .genericPassword, attributes: keyAttributes)],
                skipping: []
            )
        }
        var stored = keyAttributes
        stored[.isInvisible] = .number(1)
        stored[.accessible] = .string(Accessibility.always.rawValue)
        let key = SecretBytes(count: SearchTokens.keyLength) { entropy.fill($0) }
        // Another process may make it at the same time; then that one counts.
        try keychain.performTogether(
            [ItemRequest(.add, itemClass: .genericPassword, attributes: stored, secret: key)],
            skipping: [.duplicateItem]
        )
        guard let kept = try keychain.answer(to: search)?.items.first?.secret else {
            throw KeychainError(.internalError)
        }
        return SearchTokens(key: kept)
    }

    private static let keyAttributes: ItemAttributes = [
        .service: .string(key), .account: .string(key), .accessGroup: .string(index),
    ]

    private static func text(_ value: AttributeValue?) -> String {
        if case .string(let text) = value { text } else { "" }
    }

    private static func date(_ seconds: UInt64) -> Date {
        Date(timeIntervalSince1970: Double(seconds))
    }

    private static func seconds(_ value: AttributeValue?) -> UInt64 {
        guard case .date(let date) = value else { return 0 }
        return UInt64(max(0, min(date.timeIntervalSince1970, 1e15)))
    }
}

extension SearchTokens {
    /// The token of each pair.
    func numbers(_ pairs: SearchAttributes) -> [UInt64] {
        Set(pairs.map { Self.number(token($0.key, $0.value)[...]) }).sorted()
    }

    static func bytes(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// Tokens that were stored one after the other; a remainder is not a token.
    static func numbers(_ bytes: [UInt8]) -> [UInt64] {
        stride(from: 0, through: bytes.count - length, by: length).map {
            number(bytes[$0..<$0 + length])
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
