import KeychainTesting
import PortableKeychain

private let cheap = try! PasscodeHashing(rounds: 1 << 10, blockSize: 1, parallelism: 1)

/// Who uses the keychain of a test, and what its user answers.
func configuration(
    _ user: ScriptedAuthenticator? = nil,
    groups: [String] = ["team.shared"]
) -> PortableKeychain.Keychain.Configuration {
    var configuration = PortableKeychain.Keychain.Configuration(
        applicationIdentifier: "team.app",
        accessGroups: groups
    )
    configuration.authenticator = user
    configuration.passcodeHashing = cheap
    return configuration
}

/// Runs code against an empty keychain of its own.
@discardableResult
func isolated<R>(
    _ user: ScriptedAuthenticator? = nil,
    passcode: String? = nil,
    _ body: () throws -> R
) throws -> R {
    let keychain = try keychain(user, passcode)
    return try PortableKeychain.Keychain.withCurrent(keychain) { try body() }
}

/// Runs asynchronous code against an empty keychain of its own.
@discardableResult
func isolatedAsync<R>(
    _ user: ScriptedAuthenticator? = nil,
    passcode: String? = nil,
    _ body: () async throws -> R
) async throws -> R {
    let keychain = try keychain(user, passcode)
    return try await PortableKeychain.Keychain.withCurrent(keychain) { try await body() }
}

private func keychain(
    _ user: ScriptedAuthenticator?,
    _ passcode: String?
) throws -> PortableKeychain.Keychain {
    let keychain = try PortableKeychain.Keychain.inMemory(configuration(user))
    if let passcode { try keychain.setPasscode(SecretBytes(utf8: passcode)) }
    return keychain
}
