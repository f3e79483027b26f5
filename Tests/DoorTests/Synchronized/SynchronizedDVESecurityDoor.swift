import DVESecurity

/// The functions of DVESecurity whose names say that they are about synchronizable passwords.
struct SynchronizedDVESecurityDoor: SynchronizedDoor {
    private let service = "service"

    func store(_ secret: String, account: String) throws {
        try Keychain.GenericPassword.saveSynchronizable(
            secret,
            forAccount: account,
            service: service
        )
    }

    func storeHere(_ secret: String, account: String) throws {
        try Keychain.GenericPassword.save(
            secret,
            forAccount: account,
            service: service,
            accessControl: Keychain.AccessControl(itemAccessibility: .whenUnlocked)
        )
    }

    func read(account: String) throws -> String? {
        try Keychain.GenericPassword.querySynchronizable(forAccount: account, service: service)
    }

    func update(_ secret: String, account: String) throws {
        try Keychain.GenericPassword.updateSynchronizable(
            newPassword: secret,
            forAccount: account,
            service: service
        )
    }

    func delete(account: String) throws {
        _ = try Keychain.GenericPassword.deleteSynchronizable(
            forAccount: account,
            service: service
        )
    }
}
