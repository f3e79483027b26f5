import KeeperRuns
@_spi(Keepers) import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

@testable import Valet

/// A value is replaced by one request, whatever keeps it.
@Suite struct ReplacingTests {
    @Test func readsNothingToReplaceAValue() throws {
        let recorder = RecordingKeeper(try Keychain.inMemory())
        try Keychain.withCurrent(Keychain(keeper: recorder)) {
            let valet = Valet.valet(with: name("api"), accessibility: .whenUnlocked)
            for value in ["1", "2"] {
                try valet.setString(value, forKey: "token")
            }
            let verbs = recorder.requests.map { "\($0.verb)".prefix { $0 != "(" } }
            #expect(verbs == ["update", "add", "update"])
            #expect(try valet.string(forKey: "token") == "2")
        }
    }

    /// Values that require user authentication are replaced too, without asking the user for the
    /// old one.
    @Test(arguments: [KeeperRun.direct, .passThrough])
    func replacesGuardedValuesWithoutAsking(run: KeeperRun) throws {
        let user = ScriptedAuthenticator([.secret("1234")])
        var configuration = Keychain.Configuration()
        configuration.authenticator = user
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 8,
            parallelism: 1
        )
        let keychain = try Keychain.inMemory(configuration)
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        let recorder = RecordingKeeper(keychain)
        let reached = run == .direct ? keychain : Keychain(keeper: recorder)
        try Keychain.withCurrent(reached) {
            let valet = SecureEnclaveValet.valet(with: name("api"), accessControl: .userPresence)
            for value in ["1", "2"] { try valet.setString(value, forKey: "token") }
            #expect(user.questions.isEmpty)
            let verbs = recorder.requests.map { "\($0.verb)".prefix { $0 != "(" } }
            // The second time: a try, a copy, the replacement, and the end of the copy.
            let expected = ["add", "add", "add", "delete", "add", "delete"]
            #expect(verbs.map(String.init) == (run == .direct ? [] : expected))
            #expect(try valet.string(forKey: "token", withPrompt: "Why") == "2")
            #expect(user.questions.count == 1)
        }
    }

    /// A value that another valet of the same service guards is not replaced, and is kept.
    @Test func keepsWhatIsNotItsOwn() throws {
        for run in KeeperRun.allCases {
            let keychain = try Keychain.inMemory()
            let reached = run == .direct ? keychain : Keychain(keeper: PassThroughKeeper(keychain))
            let step = ItemStep(
                Self.request(.add, label: "new"),
                replacing: Self.request(.delete, label: "other")
            )
            _ = try keychain.perform(Self.request(.add, label: "old"))
            #expect(throws: PortableKeychain.KeychainError(.duplicateItem)) {
                try reached.performTogether([step])
            }
            let items = try keychain.items(matching: KeychainQuery<GenericPassword>.all)
            #expect(items.map(\.label) == ["old"])
        }
    }

    private static func request(_ verb: ItemRequest.Verb, label: String) -> ItemRequest {
        ItemRequest(
            verb,
            itemClass: .genericPassword,
            attributes: [.service: .string("s"), .label: .string(label)]
        )
    }
}
