import ForeignCrypto
import KeychainPasskeys
import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainBrowser
@testable import SafeText

/// Passkeys through the extension; what credentials are made of is in the tests of passkeys.
@Suite(.enabled(if: MessageBox.isPresent, "needs libsodium.so.23 (libsodium23)"))
struct PasskeyTests {
    private static let challenge = JSON.string("AAECAwQFBgcICQoLDA0ODw")

    /// The options of a site, with some of them replaced.
    private static func options(
        user: String = "YW5u",
        name: String = "ann",
        site: String? = "example.com",
        algorithm: Int64 = -7,
        _ more: [(String, JSON)] = []
    ) -> JSON {
        let names = Set(more.map(\.0))
        let all: [(String, JSON)] = [
            ("challenge", challenge),
            (
                "rp",
                .object([("name", .string("Shop"))] + (site.map { [("id", .string($0))] } ?? []))
            ),
            (
                "user",
                .object([
                    ("id", .string(user)), ("name", .string(name)), ("displayName", .string("Ann")),
                ])
            ),
            (
                "pubKeyCredParams",
                .array([
                    .object([("type", .string("public-key")), ("alg", .number(algorithm))])
                ])
            ),
        ]
        return .object(all.filter { !names.contains($0.0) } + more)
    }

    private static func register(
        _ stage: BrowserStage,
        _ options: JSON,
        origin: String = "https://example.com"
    ) -> JSONTree {
        stage.addOn.ask(
            "passkeys-register",
            json: [("publicKey", options), ("origin", .string(origin))]
        ).message?["response"] ?? .null
    }

    private static func signIn(
        _ stage: BrowserStage,
        origin: String = "https://example.com",
        _ more: [(String, JSON)] = []
    ) -> JSONTree {
        let options = JSON.object([("challenge", challenge)] + more)
        return stage.addOn.ask(
            "passkeys-get",
            json: [("publicKey", options), ("origin", .string(origin))]
        ).message?["response"] ?? .null
    }

    /// A yes makes a passkey, and another one uses it.
    @Test func registersAndSignsIn() throws {
        let stage = try BrowserStage(saying: [.yes, .yes])
        let made = Self.register(stage, Self.options())
        let id = made["id"].string
        #expect(made["type"].string == "public-key" && !id.isEmpty)
        #expect(!made["response"]["attestationObject"].string.isEmpty)
        #expect(stage.user.questions.count == 1)
        let used = Self.signIn(stage)
        #expect(used["id"].string == id)
        #expect(used["response"]["userHandle"].string == "YW5u")
        #expect(!used["response"]["signature"].string.isEmpty)
        #expect(stage.user.questions.count == 2)
        #expect(stage.user.questions.allSatisfy { $0.contains("example.com") })
    }

    /// A request that a page may not make is refused without a question.
    @Test(arguments: [
        ("https://evil.example", "example.com", "28"), ("https://example.com", "com", "28"),
        ("https://ann.github.io", "github.io", "28"),
        ("https://badexample.com", "example.com", "28"),
        ("https://example.com", "login.example.com", "28"),
        ("http://example.com", "example.com", "27"),
        ("https://192.0.2.1", "192.0.2.1", "27"), ("", "example.com", "27"),
        ("https://login.example.com", "example.com", ""),
        ("https://bücher.example", "xn--bcher-kva.example", ""),
        ("https://xn--bcher-kva.example", "bücher.example", ""),
        ("http://localhost:8080", "localhost", ""),
    ]) func checksSites(origin: String, site: String, number: String) throws {
        let stage = try BrowserStage(saying: [.yes, .yes])
        let made = Self.register(stage, Self.options(site: site), origin: origin)
        #expect(made["errorCode"].string == number)
        #expect(made["id"].string.isEmpty != number.isEmpty)
        #expect(stage.user.questions.isEmpty != number.isEmpty)
        let used = Self.signIn(stage, origin: origin, [("rpId", .string(site))])
        #expect(used["errorCode"].string == number)
    }

    /// The presence of a passkey is shown only after a yes.
    @Test(arguments: [
        ([BrowserConsent.yes], "15", "21"), ([.no], "22", "22"), ([], "22", "22"),
    ]) func tellsNothingUnasked(answers: [BrowserConsent], missing: String, excluded: String) throws
    {
        let empty = try BrowserStage(saying: answers)
        #expect(Self.signIn(empty)["errorCode"].string == missing)
        #expect(empty.user.questions.count == 1)
        let stage = try BrowserStage(saying: [.yes] + answers)
        let id = JSON.string(Self.register(stage, Self.options())["id"].string)
        let known = JSON.array([.object([("type", .string("public-key")), ("id", id)])])
        let again = Self.register(stage, Self.options([("excludeCredentials", known)]))
        #expect(again["errorCode"].string == excluded)
        #expect(stage.user.questions.count == 2)
    }

    /// With several accounts, the user continues to the one that they mean.
    @Test(arguments: [
        ([BrowserConsent.yes], "Ym9i", 1), ([.other, .yes], "YW5u", 2), ([.other, .no], "", 2),
        ([.no], "", 1),
    ]) func choosesAnAccount(answers: [BrowserConsent], user: String, questions: Int) throws {
        let stage = try BrowserStage(saying: [.yes, .yes] + answers)
        _ = Self.register(stage, Self.options())
        _ = Self.register(stage, Self.options(user: "Ym9i", name: "bob"))
        let used = Self.signIn(stage)
        #expect(used["response"]["userHandle"].string == user)
        #expect(used["errorCode"].string == (user.isEmpty ? "22" : ""))
        #expect(stage.user.questions.count == 2 + questions)
    }

    /// New passkeys are where the user chose; existing ones stay.
    @Test(arguments: BrowserRecords.PasskeyPlace.allCases)
    func keepsThemWhereTheUserChose(_ place: BrowserRecords.PasskeyPlace) throws {
        let stage = try BrowserStage(saying: [.yes, .yes, .yes], token: SoftwareToken())
        _ = Self.register(stage, Self.options(user: "Ym9i", name: "bob"))
        let records = BrowserRecords(stage.keychain)
        #expect(try records.passkeyPlace() == .keychain)
        try records.setPasskeyPlace(place)
        #expect(try records.passkeyPlace() == place)
        #expect(try records.decisions() == 0)
        let made = Self.register(stage, Self.options())
        #expect(made["errorCode"].string.isEmpty)
        let keychain = try stage.keychain.withAccessGroups([AccessGroups.tool])
        let stored = try keychain.passkeys.list(relyingParty: "example.com")
        let new = try #require(stored.first { $0.account.userName == "ann" })
        #expect(new.isInToken == (place == .chip))
        #expect(new.item.isSynchronizable == (place == .synchronized))
        let old = try #require(stored.first { $0.account.userName == "bob" })
        #expect(!old.isInToken && !old.item.isSynchronizable)
        #expect(Self.signIn(stage)["response"]["userHandle"].string == "YW5u")
    }

    /// Without its chip, a passkey for it is refused, and none is stored elsewhere.
    @Test func storesNothingWithoutTheChip() throws {
        let stage = try BrowserStage(saying: [.yes])
        try BrowserRecords(stage.keychain).setPasskeyPlace(.chip)
        #expect(!Self.register(stage, Self.options())["errorCode"].string.isEmpty)
        let keychain = try stage.keychain.withAccessGroups([AccessGroups.tool])
        #expect(try keychain.passkeys.list(relyingParty: nil).isEmpty)
    }

    @Test func refusesWhatItCannotMake() throws {
        let stage = try BrowserStage(saying: [.yes])
        let rsa = Self.register(stage, Self.options(algorithm: -257))
        #expect(rsa["errorCode"].string == "29")
        let key = JSON.object([("authenticatorAttachment", .string("cross-platform"))])
        let carried = Self.register(stage, Self.options([("authenticatorSelection", key)]))
        #expect(carried["errorCode"].string == "30")
        // No passcode, so users cannot prove who they are.
        let required = Self.signIn(stage, [("userVerification", .string("required"))])
        #expect(required["errorCode"].string == "30")
        let short = Self.register(stage, Self.options([("challenge", .string("AAEC"))]))
        #expect(short["errorCode"].string == "24")
        for action in ["passkeys-register", "passkeys-get"] {
            #expect(stage.addOn.ask(action).fault == "24")
        }
        #expect(stage.user.questions.isEmpty)
    }

    /// A site that was refused is not asked about again at once.
    @Test func leavesTheUserInPeace() throws {
        let stage = try BrowserStage(saying: [.no, .yes])
        for _ in 0..<10 {
            #expect(Self.register(stage, Self.options())["errorCode"].string == "22")
        }
        #expect(stage.user.questions.count == 1)
        stage.wait(.seconds(11))
        #expect(Self.register(stage, Self.options())["errorCode"].string.isEmpty)
    }
}
