@_spi(Keepers) package import PortableKeychain

extension Keychain {
    /// Adds an item.
    package func add(_ item: ProofItem) throws(KeychainError) {
        var request = request(.add, item.number)
        let (key, place) = ProofItem.place(item.number)
        request.attributes[key] = .string(place)
        request.attributes[.label] = .string(item.label)
        request.secret = SecretBytes(item.secret)
        _ = try keeper.perform(request)
    }

    /// Gives the stored item with this number another version.
    package func update(_ item: ProofItem) throws(KeychainError) {
        let changes = ItemChanges(
            attributes: [.label: .string(item.label)],
            secret: SecretBytes(item.secret)
        )
        _ = try keeper.perform(request(.update(changes), item.number))
    }

    /// Removes the item with this number.
    package func delete(number: Int) throws(KeychainError) {
        _ = try keeper.perform(request(.delete, number))
    }

    /// The stored item with this number.
    package func item(_ number: Int) throws -> ProofItem {
        var request = request(.copyMatching, number)
        request.returning = [.attributes, .data]
        let answer = try keeper.perform(request)
        guard answer.items.count == 1 else { throw ProofItem.Mixture() }
        let item = try ProofItem(answer.items[0])
        guard item.number == number else { throw ProofItem.Mixture() }
        return item
    }

    /// The versions of all stored items by their numbers.
    package func versions() throws -> [Int: Int] {
        var versions: [Int: Int] = [:]
        for itemClass in [ItemClass.genericPassword, .internetPassword] {
            for item in try items(itemClass) {
                guard versions.updateValue(item.version, forKey: item.number) == nil else {
                    throw ProofItem.Mixture()
                }
            }
        }
        return versions
    }

    private func items(_ itemClass: ItemClass) throws -> [ProofItem] {
        do {
            let answer = try keeper.perform(
                ItemRequest(
                    .copyMatching,
                    itemClass: itemClass,
                    limit: .all,
                    returning: [.attributes, .data]
                )
            )
            return try answer.items.map { try ProofItem($0) }
        } catch {
            guard (error as? KeychainError)?.code == .itemNotFound else { throw error }
            return []
        }
    }

    private func request(_ verb: ItemRequest.Verb, _ number: Int) -> ItemRequest {
        ItemRequest(
            verb,
            itemClass: ProofItem.itemClass(number),
            attributes: [.account: .string(ProofItem.account(number))]
        )
    }
}
