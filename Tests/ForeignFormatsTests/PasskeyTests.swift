import KeychainPasskeys
import PortableKeychain
import SafeText
import Testing

@testable import ForeignFormats

/// Passkeys in the files of other programs.
@Suite struct PasskeyTests {
    /// Keys in PKCS #8 and Base64 with the alphabet of URLs; none is used anywhere.
    enum Key {
        static let p256 = """
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze-\
            hRANCAARHHD51jEkEKFu6flMRjtD1JK3rB1fSW9L457DXbfpxTN1SD3rKiouResw39R3o8Mm7462Fg4LnAtwloS0J96hY
            """
        static let ed25519 = "MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"
        static let p384 = """
            MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDChwgo6w36kzKnqlN7-x892s4fDbL531_KPfgkJEo7z9tjGk-CL\
            1bqQy3qQt-xErCChZANiAATIrbYgCGP9R2EjVf_F3dVVtB0otF-93jnUi60-u56AkJ77vqIN-BnfyNi83PJvXxQsR3R6qaLn\
            gN4ehPhxNAwvsGbR5C2Nm9QpJ0HcHFUJ1TzSu4C-ESKXP3ptSU6qVGw
            """
        static let pem = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEjRWeJCrze8SNFZ4
            kKvN7xI0VniQq83vEjRWeJCrze+hRANCAARHHD51jEkEKFu6flMRjtD1JK3rB1fS
            W9L457DXbfpxTN1SD3rKiouResw39R3o8Mm7462Fg4LnAtwloS0J96hY
            -----END PRIVATE KEY-----
            """
    }

    private static func bitwarden(_ passkeys: String) throws -> ForeignStore {
        let text = """
            {"encrypted": false, "items": [{"type": 1, "name": "Shop", "creationDate": "2024-01-01T00:00:00Z",
             "login": {"username": "ann", "password": "pw", "uris": [{"uri": "https://shop.example"}],
             "fido2Credentials": \(passkeys)}}]}
            """
        return try BitwardenExport.store(try JSONTree(file: .file(text)))
    }

    /// A passkey as Bitwarden writes it, with other members in the place of some.
    private static func passkey(_ changes: [String: String] = [:]) -> String {
        var members = [
            "credentialId": #""e8d88789-e916-e196-3cbd-81dafae71bbc""#,
            "keyType": #""public-key""#, "keyAlgorithm": #""ECDSA""#, "keyCurve": #""P-256""#,
            "keyValue": "\"\(Key.p256)\"", "rpId": #""shop.example""#, "userHandle": #""AQID""#,
            "userName": #""ann""#, "counter": #""0""#, "rpName": #""Shop""#,
            "userDisplayName": #""Ann""#, "discoverable": #""true""#,
            "creationDate": #""2024-06-12T18:26:33.000Z""#,
        ]
        members.merge(changes) { $1 }
        return "{" + members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ",") + "}"
    }

    @Test func readsThoseOfBitwarden() throws {
        let other = Self.passkey(
            ["credentialId": #""b64.AQIDBA""#, "keyValue": "\"\(Key.ed25519)\"", "counter": "0"]
        )
        let store = try Self.bitwarden("[\(Self.passkey()), \(other)]")
        let entry = try #require(store.entries.first)
        #expect(store.omissions.isEmpty && entry.secrets.isEmpty && entry.details.isEmpty)
        #expect(SecretText.copy(entry.password) == "pw")
        try #require(entry.passkeys.count == 2)
        let account = entry.passkeys[0].account
        #expect(account.relyingParty == "shop.example")
        #expect([account.userName, account.displayName] == ["ann", "Ann"])
        #expect(account.userHandle == [1, 2, 3])
        #expect(account.isBackupEligible)
        #expect(account.credentialID.prefix(3) == [0xE8, 0xD8, 0x87])
        #expect(account.credentialID.count == 16)
        #expect(entry.passkeys[0].created == 1_718_216_793)
        #expect(entry.passkeys.map(\.key.type) == [.ellipticCurve, .ed25519])
        #expect(entry.passkeys[1].account.credentialID == [1, 2, 3, 4])
    }

    static let refused: [([String: String], String)] = [
        (["counter": #""1""#], "counter"), (["counter": "7"], "counter"),
        (["counter": #""many""#], "counter"),
        (["keyValue": "\"\(Key.p384)\""], "neither P-256 nor Ed25519"),
        (["keyValue": #""AAAA""#], "PKCS #8"), (["keyValue": #""*""#], "PKCS #8"),
        (["keyValue": "null"], "PKCS #8"), (["keyValue": "[1]"], "PKCS #8"),
        (["rpId": #""127.0.0.1""#], "host"), (["rpId": "null"], "host"),
        (["rpId": #""bücher.example""#], "host"), (["rpId": #"{"a": 1}"#], "host"),
        (["userHandle": #""""#], "user handle"), (["userHandle": "null"], "user handle"),
        (["userHandle": "\"\(String(repeating: "A", count: 88))\""], "user handle"),
        (["userHandle": "12"], "user handle"),
        (["credentialId": #""no""#], "identifier"), (["credentialId": "null"], "identifier"),
        (["credentialId": #""b64.""#], "identifier"), (["credentialId": #""b64.*""#], "identifier"),
        (
            ["credentialId": "\"b64.\(String(repeating: "A", count: 1368))\""], "identifier"
        ),
        (["userName": "\"\(String(repeating: "a", count: 1025))\""], "name"),
    ]

    /// The password comes without the passkey, which is named.
    @Test(arguments: refused) func leavesOut(_ changes: [String: String], _ words: String) throws {
        let store = try Self.bitwarden("[\(Self.passkey(changes))]")
        let entry = try #require(store.entries.first)
        #expect(entry.passkeys.isEmpty && entry.secrets.isEmpty)
        #expect(SecretText.copy(entry.password) == "pw")
        try #require(store.omissions.count == 1)
        #expect(store.omissions[0].hasPrefix("item 1 'Shop': its passkey"))
        #expect(store.omissions[0].contains(words), "\(store.omissions[0])")
    }

    @Test(arguments: [#""x""#, "{}", "7"]) func namesWhatIsNoList(passkeys: String) throws {
        let store = try Self.bitwarden(passkeys)
        #expect(store.omissions == ["item 1 'Shop': its passkeys are not a list"])
    }

    /// The site is compared in small letters, and a long one is cut in messages.
    @Test func readsSites() throws {
        let store = try Self.bitwarden("[\(Self.passkey(["rpId": #""Shop.EXAMPLE""#]))]")
        #expect(store.entries.first?.passkeys.first?.account.relyingParty == "shop.example")
        let long = String(repeating: "a", count: 100_000)
        let other = try Self.bitwarden("[\(Self.passkey(["rpId": "\"\(long)\""]))]")
        #expect(other.omissions.first.map { $0.utf8.count < 300 } == true)
    }

    private static func keePass(_ strings: [String: String]) throws -> ForeignStore {
        let text = strings.sorted { $0.key < $1.key }.map {
            "<String><Key>\($0.key)</Key><Value>\($0.value)</Value></String>"
        }
        return try KeePassExport.store(
            .file(
                """
                <KeePassFile><Root><Group><Entry><String><Key>Title</Key><Value>Shop</Value></String>
                <String><Key>Password</Key><Value>pw</Value></String>\(text.joined())
                </Entry></Group></Root></KeePassFile>
                """
            )
        )
    }

    private static let strings = [
        "KPEX_PASSKEY_CREDENTIAL_ID": "AQIDBA", "KPEX_PASSKEY_PRIVATE_KEY_PEM": Key.pem,
        "KPEX_PASSKEY_RELYING_PARTY": "shop.example", "KPEX_PASSKEY_USERNAME": "ann",
        "KPEX_PASSKEY_USER_HANDLE": "CQgH",
    ]

    @Test func readsThoseOfKeePass() throws {
        let store = try Self.keePass(Self.strings)
        let entry = try #require(store.entries.first)
        #expect(store.omissions.isEmpty && entry.secrets.isEmpty && entry.details.isEmpty)
        let passkey = try #require(entry.passkeys.first)
        #expect(passkey.account.relyingParty == "shop.example")
        #expect(passkey.account.userName == "ann")
        #expect(passkey.account.userHandle == [9, 8, 7])
        #expect(passkey.account.credentialID == [1, 2, 3, 4])
        #expect(passkey.account.isBackupEligible)
        #expect(passkey.key.sizeInBits == 256)
    }

    /// Sites refuse a passkey whose mark changes.
    @Test(arguments: [("1", true), ("true", true), ("", true), ("0", false), ("false", false)])
    func keepsTheMark(_ flag: String, _ isEligible: Bool) throws {
        let more = ["KPEX_PASSKEY_FLAG_BE": flag, "KPEX_PASSKEY_FLAG_BS": "1"]
        let store = try Self.keePass(Self.strings.merging(more) { $1 })
        #expect(store.entries.first?.passkeys.first?.account.isBackupEligible == isEligible)
        #expect(store.omissions.isEmpty)
    }

    /// The names that Strongbox once wrote.
    @Test func readsOlderNames() throws {
        var strings = Self.strings
        strings["KPEX_PASSKEY_USERNAME"] = nil
        strings["KPXC_PASSKEY_USERNAME"] = "bob"
        strings["KPEX_PASSKEY_GENERATED_USER_ID"] = "BQ"
        let account = try Self.keePass(strings).entries.first?.passkeys.first?.account
        #expect(account?.userName == "bob")
        #expect(account?.credentialID == [5])
    }

    @Test func namesWhatKeePassLoses() throws {
        let more = Self.strings.merging(["KPEX_PASSKEY_PRF": "AA"]) { $1 }
        let store = try Self.keePass(more)
        #expect(store.entries.first?.passkeys.count == 1)
        #expect(store.omissions.first?.contains("loses PRF") == true)
        let alone = try Self.keePass(["KPEX_PASSKEY_USERNAME": "ann"])
        #expect(alone.entries.first?.passkeys.isEmpty == true)
        #expect(alone.omissions.first?.hasPrefix("entry 1 'Shop': its passkey:") == true)
    }

    /// A database that KeePassXC opened.
    @Test func readsADatabase() throws {
        let store = try #require(try KeePassDatabaseTests.Sample(name: "passkeys").store())
        #expect(store.entries.map(\.title) == ["Shop", "Old", "Broken"])
        let accounts = store.entries.flatMap(\.passkeys).map(\.account)
        #expect(accounts.map(\.relyingParty) == ["shop.example", "old.example"])
        #expect(accounts.map(\.isBackupEligible) == [true, false])
        #expect(store.entries.allSatisfy { $0.secrets.isEmpty && $0.details.isEmpty })
        #expect(store.omissions.count == 1)
        #expect(
            store.omissions.first?.hasPrefix("entry 3 'Broken': its passkey for broken") == true
        )
    }
}
