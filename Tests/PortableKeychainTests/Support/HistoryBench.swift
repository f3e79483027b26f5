import Testing

@_spi(Keepers) @testable import PortableKeychain

/// A keychain in memory with a history, and its clock.
struct HistoryBench {
    final class Clock: @unchecked Sendable { var now = 1000.0 }
    let clock = Clock()
    let keychain: Keychain
    var history: KeychainHistory { keychain.history }

    init(
        _ policy: HistoryPolicy = .kept(),
        passcode: SecretBytes? = nil,
        authenticator: (any Authenticator)? = nil
    ) throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.accessGroups = ["app", "*"]
        configuration.passcodeHashing = LockingTests.cheap
        configuration.clock = KeychainClock { [clock] in clock.now }
        configuration.history = policy
        configuration.authenticator = authenticator
        keychain = try Keychain.inMemory(configuration)
        if let passcode { try keychain.setPasscode(passcode) }
    }

    /// The keeper of the keychain.
    func keeper() throws -> LocalKeeper { try #require(keychain.keeper as? LocalKeeper) }

    /// The same items for a program that keeps no history.
    func stranger() throws -> Keychain {
        let keeper = try keeper()
        return Keychain(keeper: LocalKeeper(vault: keeper.vault, groups: keeper.groups))
    }

    func set(_ secret: String, _ account: String = "a", label: String? = nil) throws {
        clock.now += 1
        var item = item(account)
        item.label = label
        try keychain.set(secret, for: item)
    }

    func delete(_ account: String = "a") throws {
        clock.now += 1
        try #require(try keychain.delete(item(account)))
    }

    func rename(_ account: String, to name: String) throws {
        clock.now += 1
        let count = try keychain.update(matching: .genericPassword(account: account)) {
            $0.account = name
        }
        try #require(count == 1)
    }

    func item(_ account: String) -> GenericPassword {
        GenericPassword(service: "s", account: account)
    }

    func secret(_ account: String = "a") throws -> String? {
        try keychain.secret(for: item(account))?.string()
    }

    /// The secrets that the history of an item has, the oldest first.
    func kept(_ account: String = "a") throws -> [String?] {
        try history.versions(of: item(account)).map { try history.secret(of: $0)?.string() }
    }

    func undo() throws {
        clock.now += 1
        try history.undo(try #require(try history.lastChange()))
    }

    /// The number of rows of the history that the file has.
    func rows() throws -> Int { try keychain.verify().historyCount }
}
