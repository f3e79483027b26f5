import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainctlKit

/// A locked keychain is opened on demand by the PIN that a chip checks.
@Suite struct ChipAuthenticatorTests {
    private let token = SoftwareToken()
    private let user = ScriptedAuthenticator()
    private let item = GenericPassword(service: "s", account: "a")

    private func keychain(_ kind: AccessSlot.Kind, passcode: Bool = true) throws -> Keychain {
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.authenticator = ChipAuthenticator(user, token: token)
        configuration.unlocksOnDemand = true
        let keychain = try Keychain.inMemory(configuration)
        try keychain.set("1", for: item)
        let (secret, pin) = (SecretBytes.random(count: 32), SecretBytes(utf8: "1234"))
        let hasPIN = kind == .tokenWithPIN
        let blob = try token.seal(
            secret,
            policy: .init(requiresPIN: hasPIN),
            pin: hasPIN ? pin : nil
        )
        if passcode { try keychain.setPasscode(SecretBytes(utf8: "horse")) }
        let slot = NewAccessSlot(kind, secret: secret, parameters: blob)
        let proof = passcode ? AccessProof.passcode(SecretBytes(utf8: "horse")) : .device
        try keychain.access.change(.add(slot), proof: proof)
        try keychain.lock()
        return keychain
    }

    private func reply(_ words: String...) { user.reply(words.map { .secret($0) }) }

    @Test(arguments: [true, false]) func asksForThePIN(_ hasPasscode: Bool) throws {
        let keychain = try keychain(.tokenWithPIN, passcode: hasPasscode)
        reply("4321", "1234")
        #expect(try keychain.secret(for: item) != nil)
        #expect(user.questions.map(\.kind) == [.pin, .pin])
        #expect(user.questions.map(\.failedAttempts) == [0, 1])
    }

    @Test func asksForThePasscodeAfterThreeWrongPINs() throws {
        let keychain = try keychain(.tokenWithPIN)
        reply("1", "2", "3", "horse")
        #expect(try keychain.secret(for: item) != nil)
        #expect(user.questions.map(\.kind) == [.pin, .pin, .pin, .passcode])
    }

    @Test func asksForThePasscodeWhereTheChipIsAnotherOne() throws {
        let keychain = try keychain(.tokenWithPIN)
        let other = ChipAuthenticator(user, token: SoftwareToken())
        reply("1234", "horse")
        try keychain.unlock(asking: other, configuration: Keychain.Configuration())
        #expect(user.questions.map(\.kind) == [.pin, .passcode])
    }

    @Test func asksForNothingElseOfWhoDeclines() throws {
        let keychain = try keychain(.tokenWithPIN)
        user.reply([.canceled])
        #expect(throws: KeychainError(.userCanceled)) { try keychain.secret(for: item) }
        #expect(user.questions.map(\.kind) == [.pin])
    }

    /// A chip without a PIN would prove the presence of a user who was not asked.
    @Test func doesNotUseAChipWithoutAPIN() throws {
        let keychain = try keychain(.token)
        reply("horse")
        #expect(try keychain.secret(for: item) != nil)
        #expect(user.questions.map(\.kind) == [.passcode])
    }
}
