import AppleVocabulary
import DVESecurity
import Foundation
import KeeperRuns
import KeychainTesting
import PortableKeychain
import Testing

private typealias Keychain = DVESecurity.Keychain
private typealias KeychainError = DVESecurity.KeychainError
private typealias Passwords = DVESecurity.Keychain.InternetPassword

/// Items that ask for their user, or for a password of their own.
@Suite(.throughEachKeeper) struct AuthenticationTests {
    private let present = Keychain.AccessControl(
        itemAccessibility: .whenUnlocked,
        flags: [.userPresence]
    )

    @Test func asksForTheUser() throws {
        let user = ScriptedAuthenticator([.secret("1234")])
        try isolated(user, passcode: "1234") {
            try Passwords.save("s", forAccount: "a", accessControl: present)
            let authentication = Keychain.QueryAuthentication(
                userInterface: .allow(prompt: "to sign in")
            )
            #expect(
                try Passwords.queryOne(forAccount: "a", authentication: authentication) == "s"
            )
            #expect(user.questions.map(\.kind) == [.passcode])
            #expect(user.questions.map(\.reason) == ["to sign in"])
        }
    }

    @Test func doesNotPromptIfInteractionIsForbidden() throws {
        let user = ScriptedAuthenticator([.secret("1234")])
        try isolated(user, passcode: "1234") {
            try Passwords.save("s", forAccount: "a", accessControl: present)
            try Passwords.save("t", forAccount: "a", protocol: .http)
            let quiet = LAContext()
            quiet.interactionNotAllowed = true
            let table = [
                Keychain.QueryAuthentication(userInterface: .disallow),
                Keychain.QueryAuthentication(authenticationContext: quiet),
            ]
            let status = errSecInteractionNotAllowed
            for authentication in table {
                #expect(throws: KeychainError.itemQueryFailed(status: status)) {
                    try Passwords.queryOne(
                        forAccount: "a",
                        server: "",
                        authentication: authentication
                    )
                }
                #expect(throws: KeychainError.itemQueryFailed(status: status)) {
                    try Passwords.queryItems(authentication: authentication)
                }
                #expect(throws: KeychainError.itemUpdateFailed(status: status)) {
                    try Passwords.updateItems(
                        newPassword: "x",
                        forAccount: "a",
                        authentication: authentication
                    )
                }
                #expect(throws: KeychainError.itemUpdateFailed(status: status)) {
                    try Passwords.upsert("x", forAccount: "a", authentication: authentication)
                }
            }
            #expect(user.questions.isEmpty)
        }
    }

    @Test func leavesOutWhatNeedsTheUser() throws {
        try isolated(passcode: "1234") {
            try Passwords.save("s", forAccount: "a", accessControl: present)
            try Passwords.save("t", forAccount: "a", protocol: .http)
            let skip = Keychain.QueryAuthentication(userInterface: .skip)
            #expect(try Passwords.queryItems(authentication: skip)?.map(\.password) == ["t"])
            #expect(try Passwords.queryOne(forAccount: "a", authentication: skip) == "t")
            try Keychain.GenericPassword.save(
                "u",
                forAccount: "a",
                service: "s",
                accessControl: present
            )
            #expect(try Keychain.GenericPassword.queryItems(authentication: skip) == nil)
            // An update leaves out nothing; a new item does not ask the user.
            #expect(throws: KeychainError.itemUpdateFailed(status: errSecParam)) {
                try Passwords.upsert("x", forAccount: "a", authentication: skip)
            }
            try Passwords.upsert("x", forAccount: "b", authentication: skip)
            #expect(try Passwords.queryOne(forAccount: "b") == "x")
        }
    }

    @Test(arguments: [([ScriptedAuthenticator.Reply.canceled], errSecUserCanceled)])
    func tellsWhyTheUserProvedNothing(
        replies: [ScriptedAuthenticator.Reply],
        status: OSStatus
    ) throws {
        try isolated(ScriptedAuthenticator(replies), passcode: "1234") {
            try Passwords.save("s", forAccount: "a", accessControl: present)
            #expect(throws: KeychainError.itemQueryFailed(status: status)) {
                try Passwords.queryOne(forAccount: "a")
            }
        }
    }

    @Test func anApplicationPasswordOpensItsItem() throws {
        try isolated {
            let control = Keychain.AccessControl(
                itemAccessibility: .afterFirstUnlock,
                flags: [.applicationPassword()]
            )
            try Passwords.save(
                "s",
                forAccount: "a",
                accessControl: control,
                authenticationContext: context("right")
            )
            try Keychain.GenericPassword.save(
                "t",
                forAccount: "a",
                service: "s",
                accessControl: control,
                authenticationContext: context("right")
            )
            for (credential, expected) in [("right", "s,t"), ("wrong", "-25293"), (nil, "-25308")] {
                let authentication = Keychain.QueryAuthentication(
                    authenticationContext: credential.map(context)
                )
                let found = Result {
                    let one = try Passwords.queryOne(
                        forAccount: "a",
                        authentication: authentication
                    )
                    let other = try Keychain.GenericPassword.query(
                        forAccount: "a",
                        service: "s",
                        authentication: authentication
                    )
                    return [one, other].compactMap { $0 }.joined(separator: ",")
                }
                #expect(text(found) == expected)
            }
        }
    }

    /// The original's first half had no context, so a new item could not be stored this way.
    @Test func upsertStoresWithTheContext() throws {
        try isolated {
            let control = Keychain.AccessControl(
                itemAccessibility: .whenUnlocked,
                flags: [.applicationPassword()]
            )
            for password in ["1", "2"] {
                let right = Keychain.QueryAuthentication(authenticationContext: context("right"))
                try Passwords.upsert(
                    password,
                    forAccount: "a",
                    accessControl: control,
                    authentication: right
                )
                #expect(
                    try Passwords.queryOne(forAccount: "a", authentication: right) == password
                )
            }
        }
    }

    @Test func asksForANewPasswordWithThePromptOfTheFlag() throws {
        let user = ScriptedAuthenticator([.secret("p"), .secret("p")])
        try isolated(user) {
            try Passwords.save(
                "s",
                forAccount: "a",
                accessControl: Keychain.AccessControl(
                    itemAccessibility: .whenUnlocked,
                    flags: [.applicationPassword(prompt: "for the vault")]
                )
            )
            #expect(try Passwords.queryOne(forAccount: "a") == "s")
            #expect(user.questions.map(\.kind) == [.newApplicationPassword, .applicationPassword])
            #expect(user.questions.map(\.reason) == ["for the vault", ""])
        }
    }

    /// The default is the same as no choice, so it never takes protection away.
    @Test func replacesProtectionWhereAnotherIsAskedFor() throws {
        try isolated(ScriptedAuthenticator(), passcode: "1234") {
            let quiet = Keychain.QueryAuthentication(userInterface: .disallow)
            try Passwords.save("1", forAccount: "a")
            try Passwords.updateItems(newPassword: "2", forAccount: "a", accessControl: present)
            #expect(throws: KeychainError.itemQueryFailed(status: errSecInteractionNotAllowed)) {
                try Passwords.queryOne(forAccount: "a", authentication: quiet)
            }
            let proven = Keychain.QueryAuthentication(authenticationContext: try provenContext())
            try Passwords.updateItems(newPassword: "3", forAccount: "a", authentication: proven)
            try Passwords.upsert("4", forAccount: "a", authentication: proven)
            #expect(throws: KeychainError.itemQueryFailed(status: errSecInteractionNotAllowed)) {
                try Passwords.queryOne(forAccount: "a", authentication: quiet)
            }
            try Passwords.upsert(
                "5",
                forAccount: "a",
                accessControl: .whenUnlockedThisDeviceOnly,
                authentication: proven
            )
            #expect(try Passwords.queryOne(forAccount: "a", authentication: quiet) == "5")
        }
    }

    /// A context to which the user gave the passcode.
    private func provenContext() throws -> LAContext {
        let context = LAContext()
        context.proofs.setCredential(SecretBytes(utf8: "1234"), for: .passcode)
        return context
    }

    private func context(_ password: String) -> LAContext {
        let context = LAContext()
        context.setCredential(Data(password.utf8), type: .applicationPassword)
        return context
    }

    private func text(_ result: Result<String, any Error>) -> String {
        switch result {
        case .success(let text): text
        case .failure(KeychainError.itemQueryFailed(let status)): "\(status)"
        case .failure(let error): "\(error)"
        }
    }
}
