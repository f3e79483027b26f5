internal import KeychainEssentials
internal import KeychainPasskeys
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The passwords of websites in a keychain: those that people store with the tool.
struct LoginStore {
    let keychain: Keychain
    let rules: DomainRules

    /// The access group: programs keep their own passwords in others, and pages get none of them.
    static let group = AccessGroups.tool

    /// Finds the items whose server is a host, twins as one.
    func items(of host: WebHost) throws(KeychainError) -> [Login] {
        var found: [Login] = []
        var names = [host.text]
        if host.text.contains("xn--"), let name = rules.unicode(host.text) { names.append(name) }
        if host.isAddress, host.text.contains(sign: ":") { names.append("[\(host.text)]") }
        for name in names {
            let search = ItemRequest(
                .copyMatching,
                itemClass: .internetPassword,
                attributes: Self.pattern([.server: .string(name)]),
                limit: .all,
                returning: [.attributes, .persistentReference]
            )
            found += try keychain.answer(to: search)?.items.compactMap(Login.init) ?? []
        }
        return Self.withoutTwins(found)
    }

    /// Finds the item that an identifier stands for; `nil` if there is none, or if it is of another kind or group.
    func item(_ uuid: String) throws(KeychainError) -> Login? {
        guard let reference = Login.reference(uuid) else { return nil }
        let search = ItemRequest(
            .copyMatching,
            persistentReference: reference,
            returning: [.attributes, .persistentReference]
        )
        let found: ItemAnswer.Item?
        do throws(KeychainError) {
            found = try keychain.answer(to: search)?.items.first
        } catch  where error.code == .invalidParameter {
            // It has not the form of a reference.
            return nil
        }
        guard let found, found.itemClass == .internetPassword,
            found.attributes?[.accessGroup] == .string(Self.group)
        else { return nil }
        return Login(found)
    }

    /// The secret of an item; `nil` if it was deleted since, the user refuses it, or it is no text.
    func secret(
        of reference: [UInt8],
        because prompt: String? = nil,
        _ interaction: UserInteraction = .allowed
    ) throws(KeychainError) -> SecretBytes? {
        let request = ItemRequest(
            .copyMatching,
            persistentReference: reference,
            returning: .data,
            interaction: interaction,
            prompt: prompt
        )
        do throws(KeychainError) {
            guard let secret = try keychain.answer(to: request)?.items.first?.secret else {
                return nil
            }
            return SecretText.isText(secret) ? secret : nil
        } catch  where error.code != .locked {
            return nil
        }
    }

    /// The reference of the item with one-time codes of a login; `nil` if there is none, or if there are several.
    ///
    /// - Parameters:
    ///   - login: The login.
    ///   - kind: The kind in descriptions and services of such items.
    /// - Returns: The reference.
    /// - Throws: Any error of the keychain.
    func code(of login: Login, kind: String) throws(KeychainError) -> [UInt8]? {
        for place in login.places {
            let search = ItemRequest(
                .copyMatching,
                itemClass: .genericPassword,
                attributes: Self.pattern([.service: .string("\(place): \(kind)")]),
                limit: .all,
                returning: [.attributes, .persistentReference]
            )
            let found = try keychain.answer(to: search)?.items ?? []
            let own = found.filter { $0.attributes?[.account] == .string(login.account) }
            let anybody = found.filter { [nil, .string("")].contains($0.attributes?[.account]) }
            let fitting = own.isEmpty ? anybody : own
            guard let first = fitting.first else { continue }
            let newest = fitting.max { Self.modified($0) < Self.modified($1) } ?? first
            return newest.persistentReference
        }
        return nil
    }

    private static func modified(_ item: ItemAnswer.Item) -> Date {
        if case .date(let date) = item.attributes?[.modificationDate] { date } else { .distantPast }
    }

    private static func pattern(_ attributes: ItemAttributes) -> ItemAttributes {
        var pattern = attributes
        pattern[.accessGroup] = .string(group)
        pattern[.synchronizable] = SynchronizationScope.any.value
        return pattern
    }

    /// The items, and of twins the one that was changed last.
    private static func withoutTwins(_ items: [Login]) -> [Login] {
        var latest: [ItemAttributes: Login] = [:]
        for item in items {
            if let other = latest[item.identity], other.modified >= item.modified { continue }
            latest[item.identity] = item
        }
        return items.filter { latest[$0.identity]?.reference == $0.reference }
    }
}
