import KeychainTesting
import PortableKeychain

/// The passcode that opens the keychains.
package let passcode = "correct horse"

/// Runs a program with a keychain in memory, which goes with it.
///
/// - Parameters:
///   - accessGroups: The groups that the program shares items with, besides its own.
///   - answers: The user's answers to questions; with them, the keychain has a passcode.
///   - body: The program.
/// - Throws: Any error of the program.
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
