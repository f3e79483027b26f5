import DVESecurity

struct DVESecurityDoor: Door, ServerDoor {
    private static var protection: Keychain.AccessControl {
        Keychain.AccessControl(itemAccessibility: .whenUnlocked)
    }

    func store(_ secret: String, service: String, account: String) throws {
        try Keychain.GenericPassword.save(
            secret,
            forAccount: account,
            service: service,
            accessControl: Self.protection
        )
    }

    func read(service: String, account: String) async throws -> String? {
        try await Keychain.GenericPassword.query(forAccount: account, service: service)
    }

    func store(_ secret: String, at address: Address) throws {
        try Keychain.InternetPassword.save(
            secret,
            forAccount: address.account,
            server: address.server,
            protocol: .https,
            port: UInt16(address.port),
            path: address.path,
            accessControl: Self.protection
        )
    }

    func read(at address: Address) async throws -> String? {
        try await Keychain.InternetPassword.queryOne(
            forAccount: address.account,
            server: address.server,
            protocol: .https,
            port: UInt16(address.port),
            path: address.path
        )
    }
}
