import Foundation
import KeychainTesting
import PortableKeychain
import Testing

@testable import KeychainPasskeys

/// Making passkeys and signing in with them, judged by a site that checks every byte.
@Suite struct CeremonyTests {
    private let site = RelyingSite()

    private func register(
        _ options: PasskeyOptionsText? = nil,
        in fixture: PasskeyFixture,
        _ user: PasskeyUser,
        place: PasskeyRegistration.Place = .keychain,
        isCrossOrigin: Bool = false
    ) throws(PasskeyError) -> PublicKeyCredential {
        let page = PasskeyPage(site.origin, isCrossOrigin: isCrossOrigin)
        return try PasskeyRegistration((options ?? .registration(site)).secret, for: page)
            .credential(in: fixture.keychain, asking: user, storing: place, world: fixture.world)
    }

    private func signIn(
        _ options: PasskeyOptionsText? = nil,
        in fixture: PasskeyFixture,
        _ user: PasskeyUser
    ) throws(PasskeyError) -> PublicKeyCredential {
        try PasskeyAssertion((options ?? .assertion(site)).secret, for: PasskeyPage(site.origin))
            .credential(in: fixture.keychain, asking: user)
    }

    private func stored(_ fixture: PasskeyFixture) throws -> [StoredPasskey] {
        try fixture.keychain.passkeys.list(relyingParty: site.identifier)
    }

    @Test(
        arguments: [
            ("[-7]", -7), ("[-8]", -8), ("[-257, -8, -7]", -8), ("[-65535, -7, -8]", -7),
            ("[]", -7),
        ] as [(String, Int)]
    )
    func makesThePasskeyThatTheSiteLikesBest(algorithms: String, chosen: Int) throws {
        let fixture = try PasskeyFixture()
        let parameters = algorithms.replacing(/-?\d+/) {
            #"{"type": "public-key", "alg": \#($0.output)}"#
        }
        let options = PasskeyOptionsText.registration(site).with("pubKeyCredParams", parameters)
        let made = try register(options, in: fixture, PasskeyUser(.yes))
        let key = try site.check(made).key
        let response = try RelyingSite.object(made)["response"] as? [String: Any]
        #expect(response?["publicKeyAlgorithm"] as? Int == chosen)
        for _ in 0..<2 {
            let used = try signIn(in: fixture, PasskeyUser(.yes))
            _ = try site.check(used, by: key, userHandle: [1, 2, 3])
        }
        let account = try #require(try stored(fixture).first).account
        #expect(account.userName == "ann")
        #expect(account.displayName == "Ann Example")
        #expect(account.created.timeIntervalSinceReferenceDate == fixture.clock.now)
        #expect(account.credentialID.count == 32)
    }

    @Test(arguments: ["[-257]", "[-9]", #"[-999999999999]"#])
    func otherAlgorithmsAreRefused(algorithms: String) throws {
        let fixture = try PasskeyFixture()
        let parameters = algorithms.replacing(/-?\d+/) {
            #"{"type": "public-key", "alg": \#($0.output)}"#
        }
        let options = PasskeyOptionsText.registration(site).with("pubKeyCredParams", parameters)
        let user = PasskeyUser(.yes)
        expect(.noSupportedAlgorithm) { () throws(PasskeyError) in
            _ = try register(options, in: fixture, user)
        }
        #expect(user.questions.isEmpty)
    }

    // MARK: - What the flags say

    /// The flags of a registration and a sign-in: 01 present, 04 verified, 08 eligible, 10 backed up.
    struct FlagsRow: Sendable {
        let place: PasskeyRegistration.Place
        let hasPasscode: Bool
        let verification: UserVerification
        let flags: UInt8
    }

    @Test(arguments: [
        FlagsRow(place: .keychain, hasPasscode: false, verification: .preferred, flags: 0x09),
        FlagsRow(place: .keychain, hasPasscode: false, verification: .discouraged, flags: 0x09),
        FlagsRow(place: .keychain, hasPasscode: true, verification: .preferred, flags: 0x0D),
        FlagsRow(place: .keychain, hasPasscode: true, verification: .required, flags: 0x0D),
        FlagsRow(place: .keychain, hasPasscode: true, verification: .discouraged, flags: 0x09),
        FlagsRow(place: .synchronized, hasPasscode: true, verification: .required, flags: 0x1D),
        FlagsRow(place: .synchronized, hasPasscode: false, verification: .preferred, flags: 0x19),
        FlagsRow(place: .token, hasPasscode: true, verification: .required, flags: 0x05),
        FlagsRow(place: .token, hasPasscode: false, verification: .discouraged, flags: 0x01),
    ])
    func flagsAreTrue(row: FlagsRow) throws {
        let fixture = try PasskeyFixture(hasPasscode: row.hasPasscode, token: SoftwareToken())
        let proof = [ScriptedAuthenticator.Reply.secret(PasskeyFixture.passcode)]
        fixture.owner.reply(proof)
        let options = PasskeyOptionsText.registration(site).verification(row.verification)
        let made = try register(options, in: fixture, PasskeyUser(.yes), place: row.place)
        let (key, statement) = try site.check(made)
        #expect(statement.flags == row.flags | 0x40)
        fixture.owner.reply(proof)
        let asked = PasskeyOptionsText.assertion(site).verification(row.verification)
        let used = try signIn(asked, in: fixture, PasskeyUser(.yes))
        #expect(try site.check(used, by: key, userHandle: [1, 2, 3]).flags == row.flags)
    }

    /// A copy on other devices is reported once it exists, but never for a passkey that was bound.
    @Test(arguments: [(true, 0x19), (false, 0x01)] as [(Bool, UInt8)])
    func eligibilityNeverChanges(isEligible: Bool, flags: UInt8) throws {
        let fixture = try PasskeyFixture()
        let key = try KeyMaterial.generate(.p256)
        var account = PasskeyAccount.example
        account.isBackupEligible = isEligible
        let passkey = Passkey(account, privateKey: try key.pkcs8())
        try fixture.keychain.passkeys.add(passkey, isSynchronizable: true)
        let used = try signIn(in: fixture, PasskeyUser(.yes))
        let data = try RelyingSite.bytes(
            (RelyingSite.object(used)["response"] as? [String: Any])?["authenticatorData"]
        )
        #expect(data[32] == flags)
    }

    // MARK: - Verification

    @Test func whatCannotBeVerifiedIsRefusedWithoutAQuestion() throws {
        let fixture = try PasskeyFixture()
        let user = PasskeyUser(.yes, .yes)
        let options = PasskeyOptionsText.registration(site).verification(.required)
        expect(.notVerifiable) { () throws(PasskeyError) in
            _ = try register(options, in: fixture, user)
        }
        let asked = PasskeyOptionsText.assertion(site).verification(.required)
        expect(.notVerifiable) { () throws(PasskeyError) in _ = try signIn(asked, in: fixture, user)
        }
        #expect(user.questions.isEmpty)
    }

    /// The question for the passcode names site and account, and is the only one.
    @Test func theProofIsTheAnswer() throws {
        let fixture = try PasskeyFixture(hasPasscode: true)
        fixture.owner.reply([.secret(PasskeyFixture.passcode)])
        let user = PasskeyUser()
        _ = try register(in: fixture, user)
        #expect(user.questions.isEmpty)
        #expect(fixture.owner.questions.map(\.kind) == [.passcode])
        let reason = try #require(fixture.owner.questions.first?.reason)
        #expect(reason.contains("example.com") && reason.contains("'ann'"))
        // A proof of one ceremony is none for the next.
        expect(.nobodyToAsk) { () throws(PasskeyError) in _ = try signIn(in: fixture, user) }
    }

    @Test(
        arguments: [
            ([.canceled], .declined), ([], .nobodyToAsk),
            ([.secret("a"), .secret("b"), .secret("c")], .keychain), ([.confirmed], .keychain),
        ] as [([ScriptedAuthenticator.Reply], PasskeyError.Code)]
    )
    func withoutTheProofThereIsNothing(
        replies: [ScriptedAuthenticator.Reply],
        code: PasskeyError.Code
    ) throws {
        let fixture = try PasskeyFixture(hasPasscode: true)
        fixture.owner.reply(replies)
        expect(code) { () throws(PasskeyError) in _ = try register(in: fixture, PasskeyUser(.yes)) }
        #expect(try stored(fixture).isEmpty)
    }

    // MARK: - Questions

    @Test(
        arguments: [(.no, .declined), (.absent, .nobodyToAsk)]
            as [(PasskeyUser.Reply, PasskeyError.Code)]
    )
    func withoutAYesThereIsNothing(reply: PasskeyUser.Reply, code: PasskeyError.Code) throws {
        let fixture = try PasskeyFixture()
        expect(code) { () throws(PasskeyError) in _ = try register(in: fixture, PasskeyUser(reply))
        }
        #expect(try stored(fixture).isEmpty)
        _ = try register(in: fixture, PasskeyUser(.yes))
        expect(code) { () throws(PasskeyError) in _ = try signIn(in: fixture, PasskeyUser(reply)) }
    }

    /// A page learns only after a yes that there is a passkey, or that there is none.
    @Test func lookingAsksFirst() throws {
        let fixture = try PasskeyFixture()
        let made = try register(in: fixture, PasskeyUser(.yes))
        let identifier = try site.check(made).key.credentialID
        let excluding = PasskeyOptionsText.registration(site)
            .credentials("excludeCredentials", [[9, 9], identifier]).withUser([7], "bob")
        let others = PasskeyOptionsText.assertion(site).credentials("allowCredentials", [[9, 9]])
        let foreign = PasskeyOptionsText.assertion(site).with(
            "allowCredentials",
            #"[{"type": "other", "id": "AA"}]"#
        )
        for (reply, excluded, missing) in [
            (PasskeyUser.Reply.no, PasskeyError.Code.declined, PasskeyError.Code.declined),
            (.yes, .excluded, .noPasskey),
        ] {
            let user = PasskeyUser(reply, reply, reply)
            expect(excluded) { () throws(PasskeyError) in
                _ = try register(excluding, in: fixture, user)
            }
            expect(missing) { () throws(PasskeyError) in _ = try signIn(others, in: fixture, user) }
            expect(missing) { () throws(PasskeyError) in _ = try signIn(foreign, in: fixture, user)
            }
            #expect(user.questions.count == 3)
            #expect(user.questions[0].accounts == ["ann"])
            #expect(user.questions[1].accounts.isEmpty)
        }
        #expect(try stored(fixture).count == 1)
    }

    /// A passkey that another site excludes, or of another account, does not matter.
    @Test func othersAreNotExcluded() throws {
        let fixture = try PasskeyFixture()
        let options = PasskeyOptionsText.registration(site).credentials(
            "excludeCredentials",
            [[9, 9]]
        )
        _ = try register(options, in: fixture, PasskeyUser(.yes))
        #expect(try stored(fixture).count == 1)
    }

    @Test func theSameAccountIsReplacedAfterAYes() throws {
        let fixture = try PasskeyFixture()
        let first = try site.check(register(in: fixture, PasskeyUser(.yes))).key.credentialID
        let user = PasskeyUser(.no, .yes)
        expect(.declined) { () throws(PasskeyError) in _ = try register(in: fixture, user) }
        #expect(try stored(fixture).map(\.account.credentialID) == [first])
        let second = try site.check(register(in: fixture, user)).key.credentialID
        #expect(try stored(fixture).map(\.account.credentialID) == [second])
        #expect(
            user.questions.allSatisfy { $0.sentence().contains("in place of the one of 'ann'") }
        )
    }

    @Test func theUserChoosesAmongAccounts() throws {
        let fixture = try PasskeyFixture()
        var keys: [String: RelyingSite.Key] = [:]
        for (number, name) in ["ann", "bob", "cid"].enumerated() {
            fixture.clock.advance(by: 1)
            let options = PasskeyOptionsText.registration(site).withUser([UInt8(number)], name)
            keys[name] = try site.check(register(options, in: fixture, PasskeyUser(.yes))).key
        }
        for (number, name) in ["cid", "bob", "ann"].enumerated() {
            let user = PasskeyUser(.choose(number))
            let used = try signIn(in: fixture, user)
            #expect(user.questions.map(\.accounts) == [["cid", "bob", "ann"]])
            let handle = [UInt8(2 - number)]
            _ = try site.check(used, by: #require(keys[name]), userHandle: handle)
        }
        expect(.keychain) { () throws(PasskeyError) in
            _ = try signIn(in: fixture, PasskeyUser(.choose(3)))
        }
        let bob = try #require(keys["bob"]).credentialID
        let asked = PasskeyOptionsText.assertion(site).credentials("allowCredentials", [[1], bob])
        let user = PasskeyUser(.yes)
        #expect(try signIn(asked, in: fixture, user).passkey.account.userName == "bob")
        #expect(user.questions.map(\.accounts) == [["bob"]])
    }

    /// The question for the passcode comes after a choice and names the chosen account.
    @Test func aChoiceIsVerifiedToo() throws {
        let fixture = try PasskeyFixture(hasPasscode: true)
        for (number, name) in ["ann", "bob"].enumerated() {
            fixture.owner.reply([.secret(PasskeyFixture.passcode)])
            let options = PasskeyOptionsText.registration(site).withUser([UInt8(number)], name)
            _ = try register(options, in: fixture, PasskeyUser())
            fixture.clock.advance(by: 1)
        }
        fixture.owner.reply([.secret(PasskeyFixture.passcode)])
        let user = PasskeyUser(.choose(1))
        #expect(try signIn(in: fixture, user).passkey.account.userName == "ann")
        #expect(fixture.owner.questions.last?.reason.contains("'ann'") == true)
    }

    // MARK: - Other refusals

    @Test func securityKeysAreNotImitated() throws {
        let fixture = try PasskeyFixture()
        let user = PasskeyUser(.yes)
        let options = PasskeyOptionsText.registration(site).with(
            "authenticatorSelection",
            #"{"authenticatorAttachment": "cross-platform"}"#
        )
        expect(.otherAuthenticator) { () throws(PasskeyError) in
            _ = try register(options, in: fixture, user)
        }
        #expect(user.questions.isEmpty)
    }

    @Test func lockedKeychainsSaySo() throws {
        let fixture = try PasskeyFixture(hasPasscode: true)
        fixture.owner.reply([.secret(PasskeyFixture.passcode)])
        _ = try register(in: fixture, PasskeyUser())
        try fixture.keychain.lock()
        let user = PasskeyUser(.yes, .yes)
        let making = #expect(throws: PasskeyError.self) { try register(in: fixture, user) }
        #expect(making?.underlying?.code == .locked)
        let signing = #expect(throws: PasskeyError.self) { try signIn(in: fixture, user) }
        #expect(signing?.underlying?.code == .locked)
        #expect(user.questions.isEmpty)
    }

    @Test func aTokenTakesWhatItCan() throws {
        let without = try PasskeyFixture()
        let error = #expect(throws: PasskeyError.self) {
            try register(in: without, PasskeyUser(.yes), place: .token)
        }
        #expect(error?.underlying?.code == .unimplemented)
        #expect(try stored(without).isEmpty)
        let fixture = try PasskeyFixture(token: SoftwareToken())
        let options = PasskeyOptionsText.registration(site).with(
            "pubKeyCredParams",
            #"[{"type": "public-key", "alg": -8}]"#
        )
        expect(.noSupportedAlgorithm) { () throws(PasskeyError) in
            _ = try register(options, in: fixture, PasskeyUser(.yes), place: .token)
        }
    }

    @Test func framesOfOtherPagesAreNamedSo() throws {
        let fixture = try PasskeyFixture()
        let made = try register(in: fixture, PasskeyUser(.yes), isCrossOrigin: true)
        _ = try site.check(made, isCrossOrigin: true)
    }

    @Test(arguments: [true, false]) func propertiesAreSaidWhereAsked(isAsked: Bool) throws {
        let fixture = try PasskeyFixture()
        let options = PasskeyOptionsText.registration(site)
            .with("extensions", #"{"credProps": \#(isAsked)}"#)
        let object = try RelyingSite.object(try register(options, in: fixture, PasskeyUser(.yes)))
        let results = try #require(object["clientExtensionResults"] as? [String: Any])
        #expect((results["credProps"] as? [String: Bool] == ["rk": true]) == isAsked)
        #expect(results.count == (isAsked ? 1 : 0))
    }

    private func expect(
        _ code: PasskeyError.Code,
        _ location: SourceLocation = #_sourceLocation,
        _ body: () throws(PasskeyError) -> Void
    ) {
        do throws(PasskeyError) {
            try body()
            Issue.record("nothing was refused", sourceLocation: location)
        } catch {
            #expect(error.code == code, sourceLocation: location)
            #expect(!error.reason.isEmpty, sourceLocation: location)
        }
    }
}
