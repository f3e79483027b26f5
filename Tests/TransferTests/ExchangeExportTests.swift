import Foundation
import KeychainPasskeys
import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import SafeText
import Testing

@testable import ForeignFormats
@testable import Transfer

/// The export in the Credential Exchange Format.
@Suite struct ExchangeExportTests {
    private static let date = ExportSamples.date

    private static func tree(_ export: ExchangeExport) throws -> JSONTree {
        try JSONTree(file: export.file)
    }

    private static func content(_ keychain: Keychain) throws -> (ImportContent, ExchangeExport) {
        let export = try ExchangeExport(keychain.backupContent().items, at: date)
        return (try ImportContent(CredentialExchange.store(try tree(export))), export)
    }

    /// Everything comes back: the same plan of the import says so about the keychain that it came from,
    /// and the export of the new keychain has the same items.
    @Test func comesBack() throws {
        let first = try ExportSamples.keychain()
        let passkeys = [
            try ExportSamples.passkey("shop.example", "ann", 1),
            try ExportSamples.passkey("shop.example", "bob", 2),
            try ExportSamples.passkey("alone.example", "", 3),
            try ExportSamples.passkey("alone.example", "", 4),
        ]
        try ExportSamples.add(ExportSamples.items, passkeys, to: first)
        let (content, export) = try Self.content(first)
        #expect(
            export.leftOut.unfit.isEmpty && export.leftOut.hidden == 0
                && export.leftOut.bound.isEmpty
        )
        #expect(content.omissions.isEmpty && content.remarks.isEmpty)
        var steps: [ImportPlan.Step] = []
        _ = try ImportPlan(content, into: Items(keychain: first)) { steps += $0 }
        for step in steps { #expect(step.outcome == .same, "\(step.summary)") }
        #expect(steps.count == ExportSamples.items.count + passkeys.count)
        let second = try ExportSamples.keychain()
        try ImportPlan(content, into: Items(keychain: second)).perform(replacing: false)
        let (back, _) = try Self.content(second)
        let there = try ImportPlan(back, into: Items(keychain: first))
        #expect(there.count(.same) == ExportSamples.items.count + passkeys.count)
        let dates = try second.backupContent().items.filter { $0.itemClass != .key }
            .map { $0.attributes[.creationDate] }
        #expect(Set(dates) == [.date(Date(timeIntervalSince1970: 1_600_000_000))])
        #expect(try second.passkeys.list().count == 4)
    }

    /// The file has the names of the standard, by which another program reads it.
    @Test func writesTheStandard() throws {
        let keychain = try ExportSamples.keychain()
        try ExportSamples.add(
            ExportSamples.items,
            [try ExportSamples.passkey("shop.example", "ann", 1)],
            to: keychain
        )
        let tree = try Self.tree(Self.content(keychain).1)
        #expect(tree["version"]["major"].string == "1" && tree["version"]["minor"].string == "0")
        #expect(tree["timestamp"].string == "1700000000")
        let account = tree["accounts"].elements[0]
        let shop = try #require(
            account["items"].elements.first { $0["title"].string == "The \"Shop\"" }
        )
        #expect(
            shop["scope"]["urls"].elements.map(\.string) == [
                "https://shop.example:8443/login?a=1", "https://b.example",
            ]
        )
        #expect(shop["tags"].elements.map(\.string) == ["a", "b c"])
        let credentials = Dictionary(
            shop["credentials"].elements.map { ($0["type"].string, $0) }
        ) { first, _ in first }
        let login = try #require(credentials["basic-auth"])
        #expect(login["username"]["value"].string == "ann")
        #expect(login["password"]["fieldType"].string == "concealed-string")
        #expect(login["password"]["value"].string == "p\"w\n")
        let code = try #require(credentials["totp"])
        #expect(
            ["secret", "period", "digits", "username", "algorithm", "issuer"].map {
                code[$0].string
            }
                == ["JBSWY3DPEHPK3PXP", "30", "8", "ann", "sha1", "The Shop"]
        )
        #expect(credentials["note"]?["content"]["value"].string == "two\n\nnotes")
        let fields = credentials["custom-fields"]?["fields"].elements ?? []
        #expect(fields.map { $0["label"].string } == ["Shop", "URL", "PIN", "PIN 2"])
        let passkey = try #require(credentials["passkey"])
        #expect(passkey["credentialId"].string == "-_8B")
        #expect(passkey["rpId"].string == "shop.example")
        #expect(passkey["userHandle"].string == "AQ")
        let work = account["collections"].elements[0]
        #expect(work["title"].string == "Work")
        let deep = work["subCollections"].elements[0]
        #expect(deep["items"].elements.map { $0["item"].string }.contains(shop["id"].string))
    }

    /// Keys that may not leave, keys of no passkey, bytes, and what programs keep for themselves.
    @Test func leavesOut() throws {
        let keychain = try ExportSamples.withWhatStays()
        let backup = try keychain.backupContent()
        #expect(backup.thisDeviceOnly == 1)
        let export = try ExchangeExport(backup.items, at: Self.date)
        #expect(
            export.leftOut.unfit.count == 2 && export.leftOut.hidden == 1
                && export.leftOut.bound.count == 1
        )
        #expect(try Self.tree(export)["accounts"].elements[0]["items"].elements.isEmpty)
    }

    /// The tool's own JSON keeps a passkey a passkey.
    @Test func ownJSONKeepsPasskeys() throws {
        let first = try ExportSamples.keychain()
        let passkey = try ExportSamples.passkey("shop.example", "ann", 1, isBackupEligible: false)
        try ExportSamples.add([], [passkey], to: first)
        let file = try KeychainExport.file(first.backupContent().items)
        let second = try ExportSamples.keychain()
        let content = try KeychainExport.content(try JSONTree(file: file))
        try ImportPlan(content, into: Items(keychain: second)).perform(replacing: false)
        #expect(try second.passkeys.list().map(\.account) == [passkey.account])
    }

    /// A folder as deep as no reader takes it.
    @Test func writesDeepFolders() throws {
        let keychain = try ExportSamples.keychain()
        let folder = (0..<300).map { "\($0 % 10)" }.joined(separator: "/")
        let item = NewItem(
            itemClass: .genericPassword,
            attributes: [
                .service: .string("a"), .label: .string("a"),
                .comment: .string("Folder: " + folder),
            ],
            secret: SecretBytes(utf8: "x")
        )
        try ExportSamples.add([item], [], to: keychain)
        let content = try Self.content(keychain).0
        #expect(content.items.first?.attributes[.comment] == .string("Folder: " + folder))
    }

    static let comments: [(String, String, Int)] = [
        ("", "", 0), ("notes", "notes", 0), ("a: b", "", 1), ("n\n\na: b\nc: d", "n", 2),
        ("n\n\na: b\nc", "n\n\na: b\nc", 0), ("Folder: W", "", 0),
        ("n\n\nFolder: W\nTags: a, b", "n", 0),
        (": a", ": a", 0), ("a: ", "a: ", 0),
        ("a: b\n", "a: b\n", 0), ("Tags: a\nFolder: W", "Tags: a\nFolder: W", 0),
        ("Tags: a,b", "Tags: a,b", 0), ("Folder: /W/", "Folder: /W/", 0),
        ("\n\na: b", "\n\na: b", 0), ("\n\n\n\na: b", "\n\n", 1),
    ]

    /// Taken apart and read again, a comment is the same.
    @Test(arguments: comments) func takesCommentsApart(
        _ text: String,
        _ notes: String,
        _ count: Int
    ) {
        let parts = CommentParts(text)
        #expect(parts.notes == notes)
        #expect(parts.details.count == count)
        let lines = parts.details.map { "\($0.name): \($0.value)" } + parts.filing.lines
        let again = [parts.notes, lines.joined(separator: "\n")].filter { !$0.isEmpty }
        #expect(again.joined(separator: "\n\n") == text)
    }
}
