import KeychainTesting
import PortableKeychain

/// The passcode that opens the keychains.
let passcode = "correct horse"

/// Runs a check with a keychain of its own, which goes with it.
///
/// - Parameters:
///   - name: The words to print when the check fails with an error.
///   - answers: The user's answers to questions; with them, the keychain has a passcode.
///   - body: The check.
func isolated(
    _ name: String,
    _ answers: [ScriptedAuthenticator.Reply] = [],
    _ body: () async throws -> Void
) async {
    do {
        let user = ScriptedAuthenticator(answers)
        var configuration = PortableKeychain.Keychain.Configuration(
            applicationIdentifier: "example.drop-in",
            accessGroups: ["shared"]
        )
        configuration.authenticator = user
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        let keychain = try PortableKeychain.Keychain.inMemory(configuration)
        if !answers.isEmpty { try keychain.setPasscode(SecretBytes(utf8: passcode)) }
        try await PortableKeychain.Keychain.withCurrent(keychain) { try await body() }
        check(user.questions.count == answers.count, "\(name) asked as often as it was answered")
    } catch {
        stop("\(name): \(error)")
    }
}

/// Gives a closure the keychain of this task, for threads that do not inherit it.
func inheriting<T>(_ body: @escaping @Sendable (T) -> Void) -> @Sendable (T) -> Void {
    guard let keychain = try? PortableKeychain.Keychain.current else { return body }
    return { value in PortableKeychain.Keychain.withCurrent(keychain) { body(value) } }
}
