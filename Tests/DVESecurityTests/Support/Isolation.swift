import KeeperRuns
import KeychainTesting
@_spi(Keepers) import PortableKeychain

/// An empty keychain in memory, of a program whose first access group is "team.app".
func emptyKeychain(
    _ user: ScriptedAuthenticator? = nil,
    passcode: String? = nil,
    groups: [String] = ["team.shared"]
) throws -> PortableKeychain.Keychain {
    var configuration = PortableKeychain.Keychain.Configuration(
        applicationIdentifier: "team.app",
        accessGroups: groups
    )
    configuration.authenticator = user
    configuration.passcodeHashing = try PasscodeHashing(
        rounds: 1 << 10,
        blockSize: 1,
        parallelism: 1
    )
    let keychain = try PortableKeychain.Keychain.inMemory(configuration)
    if let passcode { try keychain.setPasscode(SecretBytes(utf8: passcode)) }
    return keychain
}

/// Runs code against an empty keychain of its own.
@discardableResult
func isolated<R>(
    _ user: ScriptedAuthenticator? = nil,
    passcode: String? = nil,
    groups: [String] = ["team.shared"],
    _ body: () throws -> R
) throws -> R {
    let keychain = try emptyKeychain(user, passcode: passcode, groups: groups)
    return try PortableKeychain.Keychain.withCurrent(KeeperRun.reaching(keychain)) { try body() }
}

/// Runs asynchronous code against an empty keychain of its own.
@discardableResult
func isolatedAsync<R>(
    _ user: ScriptedAuthenticator? = nil,
    passcode: String? = nil,
    _ body: () async throws -> R
) async throws -> R {
    let keychain = try emptyKeychain(user, passcode: passcode)
    return try await PortableKeychain.Keychain.withCurrent(KeeperRun.reaching(keychain)) {
        try await body()
    }
}

/// Stores a password as another program does that uses the library itself.
func store(
    _ payload: [UInt8],
    _ itemClass: ItemClass,
    _ attributes: ItemAttributes
) throws {
    _ = try Keychain.current.perform(
        ItemRequest(
            .add,
            itemClass: itemClass,
            attributes: attributes,
            secret: SecretBytes(payload)
        )
    )
}

/// The attributes of the only item of a class.
func storedAttributes(_ itemClass: ItemClass) throws -> ItemAttributes {
    let answer = try Keychain.current.perform(
        ItemRequest(
            .copyMatching,
            itemClass: itemClass,
            attributes: [.synchronizable: SynchronizationScope.any.value],
            returning: .attributes
        )
    )
    return answer.items.first?.attributes ?? [:]
}
