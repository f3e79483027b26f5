import AppleVocabulary
import DVESecurity
import Foundation
import KeeperRuns
import KeychainTesting
import PortableKeychain
import Testing

private typealias AccessControl = DVESecurity.Keychain.AccessControl

/// Asking for a protection before its item is needed.
@Suite(.throughEachKeeper) struct EvaluationTests {
    @Test(.onlyDirect("asks the user before requests"))
    func opensItemsWithoutAskingAgain() async throws {
        let user = ScriptedAuthenticator([.secret("1234")])
        try await isolatedAsync(user, passcode: "1234") {
            let control = AccessControl(itemAccessibility: .whenUnlocked, flags: [.userPresence])
            try DVESecurity.Keychain.InternetPassword.save(
                "s",
                forAccount: "a",
                accessControl: control
            )
            let context = LAContext()
            try await evaluate(control, with: context)
            #expect(user.questions.map(\.reason) == ["to test"])
            let password = try await DVESecurity.Keychain.InternetPassword.queryOne(
                forAccount: "a",
                authentication: .init(authenticationContext: context, userInterface: .disallow)
            )
            #expect(password == "s")
            #expect(user.questions.count == 1)
        }
    }

    @Test(.onlyDirect("asks the user before requests"))
    func tellsThatTheUserDeclined() async throws {
        try await isolatedAsync(ScriptedAuthenticator([.canceled]), passcode: "1234") {
            let control = AccessControl(itemAccessibility: .always, flags: [.devicePasscode])
            let failure = await #expect(throws: LAError.self) {
                try await evaluate(control, with: LAContext())
            }
            #expect(failure?.code == .userCancel)
        }
    }

    @Test func tellsOfFlagsThatExcludeEachOther() async throws {
        try await isolatedAsync(ScriptedAuthenticator(), passcode: "1234") {
            let control = AccessControl(
                itemAccessibility: .always,
                flags: [.satisfyAll, .satisfyOne]
            )
            let failure = await #expect(throws: (any Error).self) {
                try await evaluate(control, with: LAContext())
            }
            #expect((failure as? NSError)?.code == Int(errSecParam))
        }
    }

    private func evaluate(_ control: AccessControl, with context: LAContext) async throws {
        try await withCheckedThrowingContinuation { continuation in
            context.evaluateAccessControl(
                control,
                operation: .useItem,
                localizedReason: "to test"
            ) { continuation.resume(with: $0) }
        }
    }
}
