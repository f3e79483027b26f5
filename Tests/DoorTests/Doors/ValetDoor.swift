import Valet

/// A valet whose identifier is the service, and whose keys are the accounts.
struct ValetDoor: Door {
    func store(_ secret: String, service: String, account: String) throws {
        try valet(service).setString(secret, forKey: account)
    }

    func read(service: String, account: String) throws -> String? {
        do { return try valet(service).string(forKey: account) } catch KeychainError.itemNotFound {
            return nil
        }
    }

    private func valet(_ service: String) throws -> Valet {
        guard let name = Identifier(nonEmpty: service) else { throw KeychainError.emptyKey }
        return .valet(withExplicitlySet: name, accessibility: .whenUnlocked)
    }
}
