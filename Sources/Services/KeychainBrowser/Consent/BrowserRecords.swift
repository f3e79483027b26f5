@_spi(Keepers) package import PortableKeychain
package import KeychainEssentials
internal import SafeText

/// The records that a keychain has of browsers: those that its user connected, and decisions about pages.
///
/// Each is an invisible item of a group of its own: a generic password with the kind as its service.
package struct BrowserRecords {
    /// The access group of these items.
    package static let group = "keychain-browser"

    /// The longest identity that is stored; those of the extension have 32 bytes.
    private static let longestKey = 256

    /// The subject of a record.
    enum Kind: String, CaseIterable {
        case browser
        case subdomain
        case form
        case setting
    }

    /// The place of the private keys of new passkeys.
    package enum PasskeyPlace: String, CaseIterable, Sendable {
        /// In the keychain of this device.
        case keychain
        /// In the keychain, as items of the synchronized set.
        case synchronized
        /// In the chip of this device, which they never leave.
        case chip
    }

    /// A browser that the user connected.
    package struct Browser: Equatable, Sendable {
        /// The name by which the browser knows the keychain.
        package let id: String
        /// The program, for people.
        package let name: String
        package let connected: Date?
    }

    private let keychain: Keychain

    /// Looks into a keychain.
    package init(_ keychain: Keychain) { self.keychain = keychain }

    /// The browsers, in the order in which they were connected.
    package func browsers() throws(KeychainError) -> [Browser] {
        try all(.browser).map { attributes in
            Browser(
                id: Self.text(attributes, .account),
                name: Self.text(attributes, .label),
                connected: attributes[.creationDate].flatMap { value in
                    if case .date(let date) = value { date } else { nil }
                }
            )
        }
    }

    /// The number of decisions about pages.
    package func decisions() throws(KeychainError) -> Int {
        try all(.subdomain).count + all(.form).count
    }

    /// The place of new passkeys, which the user chose; the keychain otherwise.
    package func passkeyPlace() throws(KeychainError) -> PasskeyPlace {
        guard let name = try secret(.setting, Self.passkeys).flatMap(SecretText.copy) else {
            return .keychain
        }
        return PasskeyPlace(rawValue: name) ?? .keychain
    }

    /// Chooses the place of new passkeys; existing ones stay where they are.
    package func setPasskeyPlace(_ place: PasskeyPlace) throws(KeychainError) {
        try store(.setting, Self.passkeys, label: Self.passkeys, SecretBytes(utf8: place.rawValue))
    }

    private static let passkeys = "passkeys"

    /// Whether a browser shows the identity that it had when the user connected it.
    func isConnected(_ id: String, _ key: SecretBytes) throws(KeychainError) -> Bool {
        guard let stored = try secret(.browser, id) else { return false }
        return !key.isEmpty && stored.matches(key)
    }

    /// Connects a browser.
    ///
    /// - Parameters:
    ///   - name: The program, for people.
    ///   - key: Its identity.
    /// - Returns: The name by which the browser knows the keychain.
    /// - Throws: ``BrowserFault``.
    func connect(_ name: String, _ key: SecretBytes) throws(BrowserFault) -> String {
        guard !key.isEmpty, key.count <= Self.longestKey else { throw .notAssociated }
        do throws(KeychainError) {
            let taken = Set(try browsers().map(\.id))
            var (id, number) = (name, 1)
            while taken.contains(id) {
                number += 1
                id = "\(name) \(number)"
            }
            try store(.browser, id, label: name, key)
            return id
        } catch {
            throw BrowserFault(error)
        }
    }

    /// The decision of the user; `nil` for none.
    func decision(_ question: BrowserQuestion) throws(KeychainError) -> Bool? {
        guard let (kind, name) = Self.record(of: question) else { return nil }
        return try secret(kind, name).map { $0.matches(Self.yes) }
    }

    /// Stores a decision of the user.
    func remember(_ question: BrowserQuestion, _ isAllowed: Bool) throws(KeychainError) {
        guard let (kind, name) = Self.record(of: question) else { return }
        try store(kind, name, label: name, isAllowed ? Self.yes : Self.no)
    }

    /// Forgets a browser.
    ///
    /// - Returns: Whether it was connected.
    /// - Throws: Any error of deleting an item.
    package func forget(_ id: String) throws(KeychainError) -> Bool {
        try delete(.browser, id) > 0
    }

    /// Forgets all browsers and decisions.
    ///
    /// - Returns: The number of records.
    /// - Throws: Any error of deleting items.
    package func forgetAll() throws(KeychainError) -> Int {
        var count = 0
        for kind in Kind.allCases { count += try delete(kind, nil) }
        return count
    }

    private static let yes = SecretBytes(utf8: "yes")
    private static let no = SecretBytes(utf8: "no")

    /// The record of a question whose answer is remembered.
    private static func record(of question: BrowserQuestion) -> (Kind, String)? {
        switch question {
        case .subdomain(let page, let stored): (.subdomain, "\(page) \(stored)")
        case .form(let page, let target): (.form, "\(page) \(target)")
        case .associate, .replace, .passkey: nil
        }
    }

    private static func identity(_ kind: Kind, _ name: String?) -> ItemAttributes {
        var attributes: ItemAttributes = [
            .service: .string(kind.rawValue), .accessGroup: .string(group),
        ]
        attributes[.account] = name.map { .string($0) }
        return attributes
    }

    private static func text(_ attributes: ItemAttributes, _ key: AttributeKey) -> String {
        if case .string(let text) = attributes[key] { text } else { "" }
    }

    private func all(_ kind: Kind) throws(KeychainError) -> [ItemAttributes] {
        let search = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: Self.identity(kind, nil),
            limit: .all,
            returning: .attributes
        )
        return try keychain.answer(to: search)?.items.compactMap(\.attributes) ?? []
    }

    private func secret(_ kind: Kind, _ name: String) throws(KeychainError) -> SecretBytes? {
        let search = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: Self.identity(kind, name),
            returning: .data
        )
        return try keychain.answer(to: search)?.items.first?.secret
    }

    private func store(
        _ kind: Kind,
        _ name: String,
        label: String,
        _ secret: SecretBytes
    ) throws(KeychainError) {
        let identity = Self.identity(kind, name)
        var attributes = identity
        attributes[.label] = .string(label)
        attributes[.isInvisible] = .number(1)
        attributes[.accessible] = .string(Accessibility.whenUnlockedThisDeviceOnly.rawValue)
        try keychain.perform(
            ItemRequest(.add, itemClass: .genericPassword, attributes: attributes, secret: secret),
            or: ItemRequest(
                .update(ItemChanges(secret: secret)),
                itemClass: .genericPassword,
                attributes: identity
            )
        )
    }

    private func delete(_ kind: Kind, _ name: String?) throws(KeychainError) -> Int {
        let deletion = ItemRequest(
            .delete,
            itemClass: .genericPassword,
            attributes: Self.identity(kind, name)
        )
        return try keychain.answer(to: deletion)?.count ?? 0
    }
}
