@_spi(Keepers) internal import PortableKeychain

/// The secrets of items.
extension SecretCollection {
    /// The secret of an item; `nil` if there is no such item.
    func secret(_ name: String) throws(KeychainError) -> SecretBytes? {
        let search = ItemGroups.request(.copyMatching, name, returning: .data)
        guard let item = try keychain.answer(to: search)?.items.first else { return nil }
        let secret = item.secret ?? SecretBytes([UInt8]())
        guard self[name]?.details?.isLink == true else { return secret }
        return try ExposedItems.secret(behind: secret, in: keychain)
    }

    /// The target of a link; `nil` if the item is not one.
    func target(_ name: String) throws(KeychainError) -> [UInt8]? {
        guard self[name]?.details?.isLink == true else { return nil }
        return try ExposedItems.target(of: name, in: keychain)
    }
}
