import PortableKeychain

struct NativeDoor: Door, ServerDoor {
    func store(_ secret: String, service: String, account: String) throws {
        try Keychain.current.add(
            GenericPassword(service: service, account: account),
            secret: secret
        )
    }

    func read(service: String, account: String) throws -> String? {
        try Keychain.current.secret(.genericPassword(service: service, account: account))?
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
        try Keychain.current.add(item(address), secret: secret)
    }

    func read(at address: Address) throws -> String? {
        try Keychain.current.secret(.identity(of: item(address)))?.string()
    }
}
