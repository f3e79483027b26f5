import KeychainTesting
import PortableKeychain
import Synchronization

@testable import KeychainPasskeys

/// A user who says yes, no, or chooses an account, and remembers the questions.
final class PasskeyUser: PasskeyAsker {
    enum Reply {
        case yes
        case choose(Int)
        case no
        case absent
    }

    private let replies: Mutex<[Reply]>
    private let asked = Mutex<[PasskeyQuestion]>([])

    init(_ replies: Reply...) { self.replies = Mutex(replies) }

    var questions: [PasskeyQuestion] { asked.withLock { $0 } }

    func account(for question: PasskeyQuestion) throws(KeychainError) -> Int {
        asked.withLock { $0.append(question) }
        let reply = replies.withLock { $0.isEmpty ? Reply.absent : $0.removeFirst() }
        switch reply {
        case .yes: return 0
        case .choose(let number): return number
        case .no: throw KeychainError(.userCanceled)
        case .absent: throw KeychainError(.authenticationRequired)
        }
    }
}

/// A keychain in memory with a user who answers for its passcode.
struct PasskeyFixture {
    static let passcode = "correct horse"

    let keychain: Keychain
    let owner = ScriptedAuthenticator()
    let clock = FixedClock(800_000_000)

    init(hasPasscode: Bool = false, token: (any SecurityToken)? = nil) throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "browser")
        configuration.authenticator = owner
        configuration.token = token
        configuration.clock = clock.clock
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        keychain = try .inMemory(configuration)
        if hasPasscode { try keychain.setPasscode(SecretBytes(utf8: Self.passcode)) }
    }

    var world: PasskeyWorld { PasskeyWorld(clock: clock.clock) }
}
