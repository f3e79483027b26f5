import KeychainTesting
import PortableKeychain
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
}
