import KeychainTesting
import PortableKeychain

/// What opens the keychains with a passcode.
package let passcode = "correct horse"

/// Runs a program with a keychain in memory, which goes with it.
///
/// - Parameters:
///   - accessGroups: Who the program shares items with, besides itself.
///   - answers: What the user says when asked; with them, the keychain has a passcode.
///   - body: The program.
/// - Throws: What the program throws.
package func withKeychain(
    accessGroups: [String] = [],
    answers: [ScriptedAuthenticator.Reply] = [],
    _ body: () async throws -> Void
) async throws {
    let user = ScriptedAuthenticator(answers)
    var configuration = Keychain.Configuration(
        applicationIdentifier: "example.doors",
        accessGroups: accessGroups
    )
    configuration.authenticator = user
    configuration.passcodeHashing = try PasscodeHashing(
        rounds: 1 << 10,
        blockSize: 1,
        parallelism: 1
    )
    let keychain = try Keychain.inMemory(configuration)
    if !answers.isEmpty { try keychain.setPasscode(SecretBytes(utf8: passcode)) }
    try await Keychain.withCurrent(keychain) { try await body() }
    check(user.questions.count == answers.count, "asked \(user.questions.count) times")
}

/// Gives a closure the keychain of this task, for threads that do not inherit it.
package func inheriting<T>(
    _ body: @escaping @Sendable (T) -> Void
) -> @Sendable (T) -> Void {
    guard let keychain = try? Keychain.current else { return body }
    return { value in Keychain.withCurrent(keychain) { body(value) } }
}
