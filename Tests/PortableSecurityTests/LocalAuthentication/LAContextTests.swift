import Foundation
import KeeperRuns
import PortableKeychain
import PortableLocalAuthentication
import PortableSecurity
import Synchronization
import Testing

/// The questions to users through `LAContext`, and the uses of their answers.
@Suite(.throughEachKeeper) struct LAContextTests {
    @Test(.onlyDirect("asks the user before requests"))
    func needsAPasscode() throws {
        try with(passcode: nil, []) { _ in
            #expect(refusal(.deviceOwnerAuthentication) == .passcodeNotSet)
        }
    }

    @Test func hasNoBiometry() throws {
        try with(["1234"]) { script in
            let table: [(LAPolicy, LAError.Code)] = [
                (.deviceOwnerAuthenticationWithBiometrics, .biometryNotAvailable),
                (.deviceOwnerAuthenticationWithBiometricsOrCompanion, .biometryNotAvailable),
                (.deviceOwnerAuthenticationWithCompanion, .companionNotAvailable),
            ]
            for (policy, code) in table { #expect(refusal(policy) == code) }
            #expect(LAContext().biometryType == .none)
            #expect(LAContext().evaluatedPolicyDomainState == nil)
            #expect(script.questions.isEmpty)
        }
    }

    @Test(.onlyDirect("asks the user before requests"))
    func needsAnAuthenticator() throws {
        try with(nil) { _ in #expect(refusal(.deviceOwnerAuthentication) == .notInteractive) }
        try with(["1234"]) { script in
            let context = LAContext()
            context.interactionNotAllowed = true
            #expect(refusal(.deviceOwnerAuthentication, context) == .notInteractive)
            context.interactionNotAllowed = false
            #expect(context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
            #expect(script.questions.isEmpty)
        }
    }

    /// A keeper that only answers requests does not ask the user in advance, in Apple's words.
    @Test(.onlyDirect("makes the other run itself"))
    func needsAKeeperThatAsks() async throws {
        try await KeeperRun.$current.withValue(.passThrough) {
            try await withAsync(["1234"]) { script in
                #expect(refusal(.deviceOwnerAuthentication) == .notInteractive)
                await #expect(throws: LAError(.notInteractive)) {
                    try await LAContext().evaluatePolicy(
                        .deviceOwnerAuthentication,
                        localizedReason: "Why"
                    )
                }
                #expect(script.questions.isEmpty)
            }
        }
    }

    @Test func endsWithItsInvalidation() async throws {
        try await withAsync(["1234"]) { script in
            let context = LAContext()
            context.invalidate()
            #expect(refusal(.deviceOwnerAuthentication, context) == .invalidContext)
            await #expect(throws: LAError(.invalidContext)) {
                try await context.evaluatePolicy(
                    .deviceOwnerAuthentication,
                    localizedReason: "r"
                )
            }
            #expect(script.questions.isEmpty)
        }
    }

    @Test(.onlyDirect("asks the user before requests"))
    func asksOnce() async throws {
        try await withAsync(["1234"]) { script in
            let context = LAContext()
            context.localizedCancelTitle = "No"
            context.localizedFallbackTitle = "Otherwise"
            let isProven = try await context.evaluatePolicy(
                .deviceOwnerAuthentication,
                localizedReason: "to open the door"
            )
            #expect(isProven)
            let question = try #require(script.questions.first)
            #expect(question.kind == .passcode)
            #expect(question.reason == "to open the door")
            #expect(question.cancelTitle == "No")
            #expect(question.fallbackTitle == "Otherwise")
            try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "again")
            #expect(script.questions.count == 1)
        }
    }

    static let answers: [([String?], LAError.Code)] = [
        ([nil], .userCancel), (["0", nil], .userCancel),
        (["0", "1", "2"], .authenticationFailed),
    ]

    @Test(.onlyDirect("asks the user before requests"), arguments: answers)
    func tellsWhyNot(answers: [String?], code: LAError.Code) async throws {
        try await withAsync(answers) { script in
            await #expect(throws: LAError(code)) {
                try await LAContext().evaluatePolicy(
                    .deviceOwnerAuthentication,
                    localizedReason: "r"
                )
            }
            #expect(script.questions.map(\.failedAttempts) == Array(answers.indices))
        }
    }

    @Test(.onlyDirect("asks the user before requests"))
    func repliesOnAnotherThread() async throws {
        try await withAsync([nil]) { _ in
            let (success, error) = await withCheckedContinuation { continuation in
                LAContext().evaluatePolicy(
                    .deviceOwnerAuthentication,
                    localizedReason: "r"
                ) { continuation.resume(returning: ($0, $1)) }
            }
            #expect(!success)
            #expect((error as? LAError)?.code == .userCancel)
        }
    }

    @Test(.onlyDirect("asks the user before requests"))
    func opensItemsWithoutAskingAgain() async throws {
        try await withAsync(["1234"]) { script in
            let control = try protection(.userPresence)
            let add: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrAccessControl: control,
                kSecValueData: Data("inside".utf8),
            ]
            #expect(SecItemAdd(add as CFDictionary, nil) == errSecSuccess)
            let quiet = LAContext()
            quiet.interactionNotAllowed = true
            #expect(payload(with: quiet).status == errSecInteractionNotAllowed)
            let context = LAContext()
            let isProven = try await context.evaluateAccessControl(
                control,
                operation: .useItem,
                localizedReason: "r"
            )
            #expect(isProven)
            #expect(script.questions.count == 1)
            context.interactionNotAllowed = true
            let found = payload(with: context)
            #expect(found.result as? Data == Data("inside".utf8))
            #expect(script.questions.count == 1)
        }
    }

    @Test func givesPasswordsOfApplications() throws {
        try with(nil) { _ in
            let context = LAContext()
            #expect(!context.isCredentialSet(.applicationPassword))
            #expect(context.setCredential(Data("app".utf8), type: .applicationPassword))
            #expect(context.isCredentialSet(.applicationPassword))
            #expect(!context.setCredential(Data("1".utf8), type: .smartCardPIN))
            let add: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecValueData: Data("inside".utf8),
                kSecAttrAccessControl: try protection(.applicationPassword),
                kSecUseAuthenticationContext: context,
            ]
            #expect(SecItemAdd(add as CFDictionary, nil) == errSecSuccess)
            #expect(payload(with: context).result as? Data == Data("inside".utf8))
            let other = LAContext()
            other.setCredential(Data("wrong".utf8), type: .applicationPassword)
            #expect(payload(with: other).status == errSecAuthFailed)
            #expect(context.setCredential(nil, type: .applicationPassword))
            #expect(!context.isCredentialSet(.applicationPassword))
            #expect(payload(with: context).status == errSecInteractionNotAllowed)
        }
    }

    @Test func refusesOtherObjects() async throws {
        try await withAsync([]) { _ in
            await #expect(throws: KeychainError(.invalidParameter)) {
                try await LAContext().evaluateAccessControl(
                    NSNull(),
                    operation: .useItem,
                    localizedReason: "r"
                )
            }
        }
    }

    @Test func keepsDurationsShort() {
        let context = LAContext()
        #expect(context.touchIDAuthenticationAllowableReuseDuration == 0)
        for (given, kept) in [(10.0, 10.0), (1000, 300), (-1, 0)] {
            context.touchIDAuthenticationAllowableReuseDuration = given
            #expect(context.touchIDAuthenticationAllowableReuseDuration == kept)
        }
    }
}

// MARK: - Words

extension LAContextTests {
    private func refusal(_ policy: LAPolicy, _ context: LAContext = LAContext()) -> LAError.Code? {
        var error: NSError?
        #expect(!context.canEvaluatePolicy(policy, error: &error))
        #expect(error?.domain == LAErrorDomain)
        return error.flatMap { LAError.Code(rawValue: $0.code) }
    }

    private func protection(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
        try #require(
            SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil)
        )
    }

    private func payload(with context: LAContext) -> (status: OSStatus, result: CFTypeRef?) {
        search([
            "class": kSecClassGenericPassword, "r_Data": true, "u_AuthCtx": context,
        ])
    }

    /// Runs code against a keychain with a passcode, and a user who gives some answers.
    private func with(
        passcode: String? = "1234",
        _ answers: [String?]?,
        _ body: (Script) throws -> Void
    ) throws {
        let script = Script(answers ?? [])
        let keychain = try keychain(passcode, answers.map { _ in script })
        try Keychain.withCurrent(KeeperRun.reaching(keychain)) { try body(script) }
    }

    private func withAsync(
        _ answers: [String?],
        _ body: (Script) async throws -> Void
    ) async throws {
        let script = Script(answers)
        let keychain = try keychain("1234", script)
        try await Keychain.withCurrent(KeeperRun.reaching(keychain)) { try await body(script) }
    }

    private func keychain(_ passcode: String?, _ script: Script?) throws -> Keychain {
        var configuration = Keychain.Configuration(applicationIdentifier: "la", accessGroups: [])
        configuration.authenticator = script
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        let keychain = try Keychain.inMemory(configuration)
        if let passcode { try keychain.setPasscode(SecretBytes(utf8: passcode)) }
        return keychain
    }
}

/// A user who gives prepared answers; `nil` declines.
private final class Script: Authenticator {
    private struct State {
        var answers: [String?]
        var questions: [AuthenticationQuestion] = []
    }

    private let state: Mutex<State>

    init(_ answers: [String?]) { state = Mutex(State(answers: answers)) }

    var questions: [AuthenticationQuestion] { state.withLock { $0.questions } }

    func answer(_ question: AuthenticationQuestion) throws(KeychainError) -> AuthenticationAnswer {
        let answer: String? = state.withLock { state in
            state.questions.append(question)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        guard let answer else { throw KeychainError(.userCanceled) }
        return .secret(SecretBytes(text: answer))
    }
}
