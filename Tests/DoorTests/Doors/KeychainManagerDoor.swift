import KeychainManager

/// Values are JSON: a secret that is a number in JSON is the same bytes through all doors.
struct KeychainManagerDoor: Door, ServerDoor {
    func store(_ secret: String, service: String, account: String) throws {
        try KeychainManager.shared.saveItem(
            Int(secret),
            itemClass: .generic,
            key: account,
            attributes: [kSecAttrService: service]
        )
    }

    func read(service: String, account: String) throws -> String? {
        try find(.generic, account, [kSecAttrService: service])
    }

    func store(_ secret: String, at address: Address) throws {
        try KeychainManager.shared.saveItem(
            Int(secret),
            itemClass: .password,
            key: address.account,
            attributes: attributes(address)
        )
    }

    func read(at address: Address) throws -> String? {
        try find(.password, address.account, attributes(address))
    }

    private func attributes(_ address: Address) -> KeychainManager.ItemAttributes {
        [
            kSecAttrServer: address.server, kSecAttrProtocol: kSecAttrProtocolHTTPS,
            kSecAttrPort: address.port, kSecAttrPath: address.path,
        ]
    }

    private func find(
        _ itemClass: KeychainManager.ItemClass,
        _ key: String,
        _ attributes: KeychainManager.ItemAttributes
    ) throws -> String? {
        do {
            let number: Int = try KeychainManager.shared.retrieveItem(
                ofClass: itemClass,
                key: key,
                attributes: attributes
            )
            return String(number)
        } catch KeychainManager.KeychainError.itemNotFound {
            return nil
        }
    }
}
