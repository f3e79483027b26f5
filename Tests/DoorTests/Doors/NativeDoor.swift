import PortableKeychain

struct NativeDoor: Door, ServerDoor {
    func store(_ secret: String, service: String, account: String) throws {
        try Keychain.current.add(secret, for: GenericPassword(service: service, account: account))
    }

    func read(service: String, account: String) throws -> String? {
        try Keychain.current.secret(matching: .genericPassword(service: service, account: account))?
            .string()
    }

    private func item(_ address: Address) -> InternetPassword {
        InternetPassword(
            server: address.server,
            account: address.account,
            networkProtocol: .https,
            port: address.port,
            path: address.path
        )
    }

    func store(_ secret: String, at address: Address) throws {
        try Keychain.current.add(secret, for: item(address))
    }

    func read(at address: Address) throws -> String? {
        try Keychain.current.secret(matching: .exactly(item(address)))?.string()
    }
}
