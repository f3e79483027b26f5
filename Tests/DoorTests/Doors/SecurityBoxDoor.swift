import SecurityBox

struct SecurityBoxDoor: Door {
    func store(_ secret: String, service: String, account: String) throws {
        try PwdKeychain(service: service, account: account).savePassword(secret)
    }

    func read(service: String, account: String) throws -> String? {
        do {
            return try PwdKeychain(service: service, account: account).readPassword()
        } catch PwdKeychainError.noPassword {
            return nil
        }
    }
}
