import ForeignCrypto
import Foundation
import KeychainPasskeys
import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import SafeText
import Testing

@testable import ForeignFormats
@testable import Transfer

/// The export as a KeePass database.
///
/// `ForeignFormatsTests` tests how the content is encrypted.
@Suite struct KeePassDatabaseExportTests {
    private static func keychain(
        _ items: [NewItem],
        _ passkeys: [NewPasskey] = []
    ) throws -> Keychain {
        let keychain = try ExportSamples.keychain()
        try ExportSamples.add(items, passkeys, to: keychain)
        return keychain
    }

    private static func export(_ keychain: Keychain) throws -> KeePassDatabaseExport {
        try KeePassDatabaseExport(keychain.backupContent().items)
    }

    private static func content(_ export: KeePassDatabaseExport) throws -> ImportContent {
        let content = try NewKeePassDatabase(export.root, entropy: .system).content()
        return try ImportContent(KeePassDatabase.store(content: content))
    }

    /// The entries as another program sees them: titles with names and values, hidden ones with a star.
    private static func entries(_ export: KeePassDatabaseExport) -> [String: [String: String]] {
        Dictionary(
            entries(in: export.root).map { entry in
                let texts = entry.texts.map {
                    ($0.name, ($0.isProtected ? "*" : "") + (SecretText.copy($0.value) ?? "?"))
                }
                let names = Dictionary(texts) { first, _ in first }
                return (names["Title"] ?? "", names)
            },
            uniquingKeysWith: { $1 }
        )
    }

    private static func entries(in group: KeePassGroup) -> [KeePassEntry] {
        group.entries + group.groups.flatMap(entries)
    }

    /// Everything comes back: an import into the same keychain finds nothing new, and one into another
    /// makes the same items and dates.
    private static func checkThatAllComesBack(
        _ items: [NewItem],
        _ passkeys: [NewPasskey] = []
    ) throws {
        let first = try keychain(items, passkeys)
        let export = try export(first)
        let leftOut = export.leftOut
        #expect(leftOut.unfit.isEmpty && leftOut.bound.isEmpty && leftOut.hidden == 0)
        // KeePassXC refuses a database in which an entry has a name twice.
        for entry in entries(in: export.root) {
            let names = entry.texts.map(\.name)
            #expect(Set(names).count == names.count, "\(names)")
        }
        let content = try content(export)
        #expect(content.omissions.isEmpty && content.remarks.isEmpty)
        var steps: [ImportPlan.Step] = []
        _ = try ImportPlan(content, into: Items(keychain: first)) { steps += $0 }
        for step in steps { #expect(step.outcome == .same, "\(step.summary)") }
        #expect(steps.count == items.count + passkeys.count)
        let second = try ExportSamples.keychain()
        try ImportPlan(content, into: Items(keychain: second)).perform(replacing: false)
        let (before, after) = (try facts(first), try facts(second))
        #expect(after.subtracting(before) == [] && before.subtracting(after) == [])
    }

    /// The attributes and secrets of a keychain, except identifiers, labels and the dates of changes.
    private static func facts(_ keychain: Keychain) throws -> Set<String> {
        Set(
            try keychain.backupContent().items.map { item in
                var all = item.attributes
                for key: AttributeKey in [.modificationDate, .label] { all[key] = nil }
                // An import says what is empty.
                for (key, value) in all where value == .string("") { all[key] = nil }
                // That of a passkey is among its details.
                if item.itemClass == .key { all[.creationDate] = nil }
                let secret = item.secret?.withUnsafeBytes { Array($0) } ?? []
                return all.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
                    + " \(secret)"
            }
        )
    }

    @Test func comesBack() throws {
        try Self.checkThatAllComesBack(
            ExportSamples.items,
            [
                try ExportSamples.passkey("shop.example", "ann", 1),
                try ExportSamples.passkey("shop.example", "ann", 3),
                try ExportSamples.passkey("shop.example", "bob", 2),
                try ExportSamples.passkey("alone.example", "", 4),
                try ExportSamples.passkey("alone.example", "", 5),
            ]
        )
    }

    private static func login(_ comment: String, _ more: ItemAttributes = [:]) -> NewItem {
        var attributes: ItemAttributes = [
            .server: .string("a.example"), .networkProtocol: .string("htps"),
            .account: .string("ann"), .label: .string("A"),
        ]
        if !comment.isEmpty { attributes[.comment] = .string(comment) }
        for (key, value) in more { attributes[key] = value }
        return ExportSamples.item(attributes, "pw")
    }

    private static func generic(_ comment: String, service: String = "s") -> NewItem {
        ExportSamples.item(
            [.service: .string(service), .label: .string("G"), .comment: .string(comment)],
            "pw"
        )
    }

    static let comments = [
        "a: 1\nURL: https://b.example\nb: 2\nURL: c",
        "URL: https://b.example\nx: 1\nURL: https://c.example", "a: 1\na: 2", "Title: x", "otp: x",
        "KP2A_URL: x",
        "KPEX_PASSKEY_USERNAME: x", "keychainctl:service: x", "keychainctl:other: x",
        "HmacOtp-Secret: x",
        "n\n\nExpires: 2030-01-02T03:04:05Z", "Expires: 2030-01-02T03:04:05Z\na: 1",
        "Expires: soon",
        "URL: https://a.example", "URL: s", "URL: https://b.example:99999",
        "URL: x\nExpires: 2030-01-02T03:04:05Z",
        "a\u{1}: 1", "a: \u{1}", "a: \u{FFFF}", "\u{1B}[1m\r\nnotes", "Folder: W\u{2}",
        "Tags: a\u{2}",
        "Tags: a;b, c", "Tags: a  b", "Tags: Passkey", "Folder: A/B\nTags: a, b c",
        "Folder: " + String(repeating: "x/", count: 600) + "y", " ", "\n\na: 1",
        "<a>&\"']]>: <b>&\"']]>",
    ]

    /// The lines of a comment, and those that no entry gives back in the same way, which stay in the notes.
    @Test(arguments: comments) func keepsComments(_ comment: String) throws {
        try Self.checkThatAllComesBack([Self.login(comment)])
        try Self.checkThatAllComesBack([Self.generic(comment)])
        try Self.checkThatAllComesBack([
            ExportSamples.item([.server: .string("localhost"), .comment: .string(comment)], "pw")
        ])
    }

    /// By its service an item with an address stays one without a server, so one without a service gets none.
    @Test func givesNoAddressWithoutAService() throws {
        let comment = "URL: https://b.example"
        let item = ExportSamples.item(
            [.service: .string(""), .label: .string("G"), .comment: .string(comment)],
            "pw"
        )
        let entry = try #require(Self.entries(Self.export(Self.keychain([item])))["G"])
        #expect(entry["URL"] == nil && entry["Notes"] == comment)
        let with = try Self.entries(Self.export(Self.keychain([Self.generic(comment)])))["G"]
        #expect(with?["URL"] == "https://b.example" && with?["keychainctl:service"] == "s")
    }

    /// The tag that KeePassXC gives an entry with a passkey is kept where the user gave it.
    @Test func keepsTheUsersTag() throws {
        let passkey = try ExportSamples.passkey("a.example", "ann", 1)
        try Self.checkThatAllComesBack([Self.login("Tags: Passkey")], [passkey])
    }

    /// A further secret in another folder than the login is an entry of its own.
    @Test func keepsFieldsOfOtherFolders() throws {
        let field = ExportSamples.item(
            [
                .service: .string("a.example: PIN"), .account: .string("ann"),
                .label: .string("A (PIN)"), .description: .string("PIN"),
                .comment: .string("Folder: Other"),
            ],
            "12"
        )
        try Self.checkThatAllComesBack([Self.login("Folder: W"), field])
    }

    /// Names that an entry has for something else, and lines of a comment with the same name.
    @Test(arguments: [
        "PIN", "otp", "Password", "KP2A_URL_1", "note", "x\u{1}", "one-time password", "TOTP Seed",
        "KPEX_PASSKEY_PRF", "keychainctl:path",
    ])
    func keepsFields(_ name: String) throws {
        let field = ExportSamples.item(
            [
                .service: .string("a.example: \(name)"), .account: .string("ann"),
                .label: .string("A (\(name))"), .description: .string(name),
            ],
            "1\u{2}2"
        )
        try Self.checkThatAllComesBack([Self.login("note: 1"), field])
    }

    /// One-time codes as KeePassXC reads them, and as they were stored.
    @Test(arguments: [
        (
            "otpauth://totp/A:ann?secret=JBSWY3DPEHPK3PXP&digits=8", "otp",
            "*otpauth://totp/A:ann?secret=JBSWY3DPEHPK3PXP&digits=8"
        ),
        (
            "jbswy3dpehpk3pxp", "otp",
            "*otpauth://totp/A:ann?secret=jbswy3dpehpk3pxp&period=30&digits=6&issuer=A"
        ),
        (
            "otpauth://hotp/A?secret=JBSWY3DPEHPK3PXP&counter=1", "one-time password",
            "*otpauth://hotp/A?secret=JBSWY3DPEHPK3PXP&counter=1"
        ),
        ("no secret: 1", "one-time password", "*no secret: 1"),
    ])
    func writesOneTimeCodes(_ stored: String, _ name: String, _ written: String) throws {
        let code = ExportSamples.item(
            [
                .service: .string("a.example: one-time password"), .account: .string("ann"),
                .label: .string("A (one-time password)"),
                .description: .string("one-time password"),
            ],
            stored
        )
        let items = [Self.login(""), code]
        #expect(try Self.entries(Self.export(Self.keychain(items)))["A"]?[name] == written)
        try Self.checkThatAllComesBack(items)
    }

    /// A secret that is typed in groups is written without them, and gives the same codes.
    @Test func writesSecretsInGroups() throws {
        let code = ExportSamples.item(
            [.service: .string("a.example: one-time password"), .account: .string("ann")],
            "jbsw y3dp-ehpk3pxp"
        )
        let export = try Self.export(Self.keychain([Self.login(""), code]))
        #expect(Self.entries(export)["A"]?["otp"]?.contains("secret=JBSWY3DPEHPK3PXP&") == true)
    }

    /// Attached files have any bytes; without their login they stay out, as other secrets that are not text.
    @Test func keepsFiles() throws {
        let file = NewItem(
            itemClass: .genericPassword,
            attributes: [
                .service: .string("a.example: scan: 1.pdf"), .account: .string("ann"),
                .label: .string("A (scan: 1.pdf)"), .description: .string("attached file"),
            ],
            secret: SecretBytes([0, 0xFF, 1]),
            created: 1_600_000_000
        )
        var text = file
        text.attributes[.service] = .string("a.example: a.txt")
        text.attributes[.label] = .string("A (a.txt)")
        text.secret = SecretBytes(utf8: "text")
        try Self.checkThatAllComesBack([Self.login(""), file, text])
        text.attributes[.service] = .string("a.example: a\u{1}.txt")
        text.attributes[.label] = .string("A (a\u{1}.txt)")
        try Self.checkThatAllComesBack([Self.login(""), text])
        let export = try Self.export(Self.keychain([file]))
        #expect(export.leftOut.unfit.count == 1 && export.count == 0)
    }

    /// The texts have the names of KeePassXC, and those that it hides are hidden.
    @Test func writesTheNamesOfKeePassXC() throws {
        let passkeys = [
            try ExportSamples.passkey("a.example", "ann", 1),
            try ExportSamples.passkey("a.example", "ann", 3),
        ]
        let login = Self.login("notes\n\nURL: https://b.example\nURL: https://c.example\nShop: 7")
        let export = try Self.export(Self.keychain([login, Self.generic("")], passkeys))
        let entries = Self.entries(export)
        let entry = try #require(entries["A"])
        #expect(
            entry.filter { !$0.key.hasPrefix("KPEX") && !$0.key.hasPrefix("keychainctl") } == [
                "Title": "A", "UserName": "ann", "Password": "*pw", "URL": "https://a.example",
                "Notes": "notes", "KP2A_URL": "https://b.example",
                "KP2A_URL_1": "https://c.example", "Shop": "7",
            ]
        )
        #expect(
            entry.filter { $0.key.hasPrefix("KPEX") && !$0.key.hasSuffix("PEM") } == [
                "KPEX_PASSKEY_USERNAME": "ann", "KPEX_PASSKEY_CREDENTIAL_ID": "*-_8B",
                "KPEX_PASSKEY_RELYING_PARTY": "a.example", "KPEX_PASSKEY_USER_HANDLE": "*AQ",
                "KPEX_PASSKEY_FLAG_BE": "1", "KPEX_PASSKEY_FLAG_BS": "1",
            ]
        )
        let pem = try #require(entry["KPEX_PASSKEY_PRIVATE_KEY_PEM"])
        #expect(pem.hasPrefix("*-----BEGIN PRIVATE KEY-----\n"))
        #expect(entry["keychainctl:passkey-display-name"] == "Ann \"A\"")
        #expect(entry["keychainctl:passkey-created"] == "2023-11-14T22:13:20Z")
        // An entry has one passkey, so the second one has an entry of its own.
        let second = try #require(entries["a.example"])
        #expect(second["URL"] == "https://a.example" && second["UserName"] == "ann")
        #expect(second["KPEX_PASSKEY_CREDENTIAL_ID"] == "*-_8D")
        #expect(entries["G"]?["keychainctl:service"] == "s")
        let tags = export.root.entries.map(\.tags)
        #expect(tags.filter { $0 == ["Passkey"] }.count == 2)
    }

    /// The identifiers stay, so that another program can merge a later export into an earlier one.
    @Test func keepsIdentifiers() throws {
        let keychain = try Self.keychain([Self.login("Folder: Work/Deep"), Self.generic("")])
        func identifiers(_ group: KeePassGroup) -> [[UInt8]] {
            [group.identifier] + group.entries.map(\.identifier)
                + group.groups.flatMap(identifiers)
        }
        let first = identifiers(try Self.export(keychain).root)
        #expect(first.count == 5 && Set(first).count == 5 && first.allSatisfy { $0.count == 16 })
        #expect(try identifiers(Self.export(keychain).root) == first)
        #expect(try Self.export(keychain).root.groups.map(\.name) == ["Work"])
    }

    /// An address that the user changed in the other program counts, with its path.
    @Test func takesAChangedAddress() throws {
        var own = OwnTexts()
        let isOwn = own.take("keychainctl:path", SecretBytes(utf8: "x.git"))
        #expect(isOwn)
        var entry = ForeignEntry(title: "A")
        try entry.addAddress("https://a.example/y.git")
        own.complete(&entry)
        #expect(entry.path == nil)
        var same = ForeignEntry(title: "A")
        try same.addAddress("https://a.example/x.git")
        own.complete(&same)
        #expect(same.path == "x.git")
    }

    /// Keys that may not leave, keys of no passkey, bytes, and what programs keep for themselves.
    @Test func leavesOut() throws {
        let keychain = try ExportSamples.withWhatStays()
        let leftOut = try Self.export(keychain).leftOut
        #expect(leftOut.unfit.count == 2 && leftOut.bound.count == 1 && leftOut.hidden == 1)
        #expect(try Self.export(keychain).count == 0)
    }

    @Test func saysThatArgon2IsMissing() throws {
        PasswordStretching.$allowsArgon2.withValue(false) {
            let failure = #expect(throws: Failure.self) { try KeePassDatabaseExport.require() }
            #expect(failure?.problem.contains("libargon2.so.1 is missing") == true)
        }
    }

    @Test(.enabled(if: PasswordStretching.hasArgon2, "needs libargon2.so.1 (libargon2-1)"))
    func opensWithThePassphrase() throws {
        try KeePassDatabaseExport.require()
        let export = try Self.export(Self.keychain([Self.login("")]))
        let passphrase = SecretBytes(utf8: "correct horse")
        let file = try export.file(under: passphrase, entropy: .system)
        let key = try KeePassKey(passphrase: passphrase, keyFile: nil)
        #expect(try KeePassDatabase(file).store(key)?.entries.map(\.title) == ["A"])
        #expect(throws: Failure.self) {
            try export.file(under: SecretBytes([0xFF]), entropy: .system)
        }
    }
}
