import KeeperRuns
import KeychainTesting
import PortableKeychain

/// Runs code against a keychain with a passcode, and a user who gives some answers.
func withRights(
    _ replies: [ScriptedAuthenticator.Reply],
    passcode: String? = "1234",
    token: (any SecurityToken)? = nil,
    _ body: (ScriptedAuthenticator) async throws -> Void
) async throws {
    let user = ScriptedAuthenticator(replies)
    try await withRights(user, passcode: passcode, token: token) { try await body(user) }
}

/// A keychain with a passcode and a user.
func keychainWithRights(
    _ user: any Authenticator,
    passcode: String? = "1234",
    token: (any SecurityToken)? = nil
) throws -> Keychain {
    var configuration = Keychain.Configuration(applicationIdentifier: "la", accessGroups: [])
    configuration.authenticator = user
    configuration.token = token
    configuration.passcodeHashing = try PasscodeHashing(
        rounds: 1 << 10,
        blockSize: 1,
        parallelism: 1
    )
    let keychain = try Keychain.inMemory(configuration)
    if let passcode { try keychain.setPasscode(SecretBytes(utf8: passcode)) }
    return keychain
}

/// Runs code against a keychain with a passcode and a user.
func withRights(
    _ user: any Authenticator,
    passcode: String? = "1234",
    token: (any SecurityToken)? = nil,
    _ body: () async throws -> Void
) async throws {
    let keychain = try keychainWithRights(user, passcode: passcode, token: token)
    try await Keychain.withCurrent(KeeperRun.reaching(keychain)) { try await body() }
}
