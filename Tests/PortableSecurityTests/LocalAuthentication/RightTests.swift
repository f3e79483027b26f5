import Foundation
import KeeperRuns
import KeychainTesting
import PortableKeychain
import PortableLocalAuthentication
import Testing

/// Rights that are asked for and taken back, without a store.
@Suite(.throughEachKeeper) struct RightTests {
    @Test(.onlyDirect("asks the user before requests"))
    func isGivenByThePasscode() async throws {
        try await withRights([.secret("1234")]) { user in
            let right = LARight()
            #expect(right.state == .unknown)
            #expect(right.tag == 0)
            right.tag = 7
            try await right.checkCanAuthorize()
            #expect(user.questions.isEmpty)
            try await right.authorize(localizedReason: "to see the drawings")
            #expect(right.state == .authorized)
            #expect(right.tag == 7)
            #expect(user.questions.map(\.kind) == [.passcode])
            #expect(user.questions.first?.reason == "to see the drawings")
            try await right.authorize(localizedReason: "again")
            #expect(user.questions.count == 1)
        }
    }

    @Test(.onlyDirect("asks the user before requests"))
    func isTakenBack() async throws {
        try await withRights([.secret("1234"), .secret("1234")]) { user in
            let right = LARight()
            try await right.authorize(localizedReason: "r")
            await right.deauthorize()
            #expect(right.state == .notAuthorized)
            try await right.authorize(localizedReason: "r")
            #expect(right.state == .authorized)
            #expect(user.questions.count == 2)
        }
    }

    static let refusals: [([ScriptedAuthenticator.Reply], LAError.Code)] = [
        ([.canceled], .userCancel), ([], .notInteractive),
        ([.secret("0"), .secret("1"), .secret("2")], .authenticationFailed),
    ]

    @Test(.onlyDirect("asks the user before requests"), arguments: refusals.indices)
    func isRefused(index: Int) async throws {
        let (replies, code) = Self.refusals[index]
        try await withRights(replies) { _ in
            let right = LARight()
            await #expect(throws: LAError(code)) {
                try await right.authorize(localizedReason: "r")
            }
            #expect(right.state == .notAuthorized)
        }
    }

    @Test(.onlyDirect("asks the user before requests"))
    func needsAPasscode() async throws {
        try await withRights([.confirmed], passcode: nil) { user in
            let right = LARight()
            await #expect(throws: LAError(.passcodeNotSet)) {
                try await right.authorize(localizedReason: "r")
            }
            #expect(await failure { right.checkCanAuthorize(completion: $0) } == .passcodeNotSet)
            #expect(user.questions.isEmpty)
        }
    }

    @Test func cannotBeGivenByBiometry() async throws {
        try await withRights([.secret("1234")]) { user in
            for requirement in [LAAuthenticationRequirement.biometry, .biometryCurrentSet] {
                let right = LARight(requirement: requirement)
                await #expect(throws: LAError(.biometryNotAvailable)) {
                    try await right.authorize(localizedReason: "r")
                }
                await #expect(throws: LAError(.biometryNotAvailable)) {
                    try await LARightStore.shared.saveRight(right, identifier: "b")
                }
            }
            #expect(user.questions.isEmpty)
        }
    }

    @Test(.onlyDirect("asks the user before requests"))
    func isGivenByWhatReplacesBiometry() async throws {
        let fallbacks: [LABiometryFallbackRequirement] = [.default, .devicePasscode]
        for fallback in fallbacks {
            try await withRights([.secret("1234")]) { user in
                let right = LARight(requirement: .biometry(fallback: fallback))
                try await right.authorize(localizedReason: "r")
                #expect(user.questions.map(\.kind) == [.passcode])
            }
        }
    }

    /// An answer that comes after the right was taken back does not give it.
    @Test(.onlyDirect("asks the user before requests"))
    func staysTakenBackWhileItsUserAnswers() async throws {
        let slow = SlowUser()
        try await withRights(slow) {
            let right = LARight()
            slow.whileAsking = { right.deauthorize {} }
            await #expect(throws: LAError(.appCancel)) {
                try await right.authorize(localizedReason: "r")
            }
            #expect(right.state == .notAuthorized)
        }
    }

    /// A keeper that only answers requests does not ask the user in advance.
    @Test(.onlyDirect("makes the other run itself"))
    func needsAKeeperThatAsks() async throws {
        try await KeeperRun.$current.withValue(.passThrough) {
            try await withRights([.secret("1234")]) { _ in
                await #expect(throws: LAError(.notInteractive)) {
                    try await LARight().authorize(localizedReason: "r")
                }
            }
        }
    }

    @Test func knowsNoEnrolledBiometryAndNoDevices() {
        let state = LAContext().domainState
        #expect(state.stateHash == nil)
        #expect(state.biometry.biometryType == .none)
        #expect(state.biometry.stateHash == nil)
        #expect(state.companion.stateHash == nil)
        #expect(state.companion.availableCompanionTypes.isEmpty)
        for (type, number) in [(LACompanionType.watch, 1), (.mac, 2), (.vision, 4)] {
            #expect(type.rawValue == number)
            #expect(state.companion.stateHash(for: type) == nil)
        }
        let states: [LARight.State] = [.unknown, .authorizing, .authorized, .notAuthorized]
        #expect(states.map(\.rawValue) == [0, 1, 2, 3])
    }
}

/// The code with which a function reports that it failed.
private func failure(
    _ function: (@escaping @Sendable ((any Error)?) -> Void) -> Void
) async -> LAError.Code? {
    let error = await withCheckedContinuation { continuation in
        function { continuation.resume(returning: $0) }
    }
    return (error as? LAError)?.code
}

/// A user who does something else before they answer.
private final class SlowUser: Authenticator, @unchecked Sendable {
    // Sendable: set before the only question.
    var whileAsking: @Sendable () -> Void = {}

    func answer(_ question: AuthenticationQuestion) throws(KeychainError) -> AuthenticationAnswer {
        whileAsking()
        return .secret(SecretBytes(text: "1234"))
    }
}
