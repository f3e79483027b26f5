import Valet

/// A valet of iCloud.
struct SynchronizedValetDoor: SynchronizedDoor {
    func store(_ secret: String, account: String) throws {
        try valet().setString(secret, forKey: account)
    }

    func storeHere(_ secret: String, account: String) throws {
        try Valet.valet(with: name(), accessibility: .whenUnlocked)
            .setString(secret, forKey: account)
    }

    func read(account: String) throws -> String? {
        do { return try valet().string(forKey: account) } catch KeychainError.itemNotFound {
            return nil
        }
    }

    func update(_ secret: String, account: String) throws {
        try valet().setString(secret, forKey: account)
    }

    func delete(account: String) throws { try valet().removeObject(forKey: account) }

    private func valet() throws -> Valet {
        .iCloudValet(with: try name(), accessibility: .whenUnlocked)
    }

    private func name() throws -> Identifier {
        guard let name = Identifier(nonEmpty: "valet") else { throw KeychainError.emptyKey }
        return name
    }
}
