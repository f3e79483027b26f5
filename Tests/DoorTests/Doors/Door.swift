/// A door, as something that keeps passwords.
///
/// Doors share names (`KeychainError`, `Keychain`, `Accessibility`), so each adapter is a file that
/// imports one of them.
protocol Door: Sendable {
    /// Stores a password of a service.
    func store(_ secret: String, service: String, account: String) throws
    /// Reads it.
    func read(service: String, account: String) async throws -> String?
}

/// A door to the passwords of servers.
protocol ServerDoor: Sendable {
    /// Stores the password of an account at `https://SERVER:PORT/PATH`.
    func store(_ secret: String, at address: Address) throws
    /// Reads it.
    func read(at address: Address) async throws -> String?
}

/// The address that a password of a server is for.
struct Address: Sendable {
    let server: String
    let account: String
    let port: Int
    let path: String
}
