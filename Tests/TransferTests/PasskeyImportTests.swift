import Foundation
import KeychainPasskeys
import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import SafeText
import Testing

@testable import ForeignFormats
@testable import Transfer

/// A passkey in a file, as Bitwarden writes it.
struct FilePasskey {
    var site = "shop.example"
    var handle: UInt8 = 1
    var identifier: UInt8 = 1
    /// Decides the key.
    var seed = 1
    var user = "ann"

    /// An Ed25519 key in PKCS #8.
    static func key(_ seed: Int) -> [UInt8] {
        let start: [UInt8] = [
            0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20,
        ]
        return start + (0..<32).map { UInt8(truncatingIfNeeded: seed >> ($0 % 8 * 8)) ^ UInt8($0) }
    }

    var json: String {
        let (key, handle) = (Data(Self.key(seed)), Data([handle]))
        return """
            {"credentialId": "b64.\(Data([identifier]).base64EncodedString())", "rpId": "\(site)",
             "userHandle": "\(handle.base64EncodedString())", "keyValue": "\(key.base64EncodedString())",
             "userName": "\(user)", "counter": "0"}
            """
    }
}

/// Passkeys of a file, beside those of a keychain.
@Suite struct PasskeyImportTests {
    private let keychain: Keychain

    init() throws { keychain = try .inMemory(.tool) }

    private static func content(
        _ passkeys: [FilePasskey],
        login: String = #""username": "ann", "password": "pw","#
    ) throws -> ImportContent {
        let list = passkeys.map(\.json).joined(separator: ",")
        let text = """
            {"encrypted": false, "items": [{"type": 1, "name": "Shop", "login": {\(login)
             "uris": [{"uri": "https://shop.example"}], "fido2Credentials": [\(list)]}}]}
            """
        return try ImportContent(BitwardenExport.store(try JSONTree(file: SecretBytes(utf8: text))))
    }

    private func plan(_ passkeys: FilePasskey...) throws -> ImportPlan {
        try ImportPlan(Self.content(passkeys), into: Items(keychain: keychain))
    }

    private var identifiers: [[UInt8]] {
        get throws {
            try keychain.passkeys.list().map(\.account.credentialID).sorted { $0[0] < $1[0] }
        }
    }

    @Test func storesThemBesideThePassword() throws {
        var steps: [ImportPlan.Step] = []
        let items = Items(keychain: keychain)
        let plan = try ImportPlan(Self.content([FilePasskey()]), into: items) { steps += $0 }
        #expect(plan.outcomes == [.new, .new])
        #expect(steps[1].summary == ["passkey", "shop.example", "ann", "Shop"])
        try plan.perform(replacing: false)
        let stored = try #require(try keychain.passkeys.list(relyingParty: "shop.example").first)
        #expect(stored.account.userHandle == [1])
        let key = try keychain.passkeys.privateKey(of: stored)
        #expect(key.matches(SecretBytes(FilePasskey.key(1))))
        #expect(try self.plan(FilePasskey()).outcomes == [.same, .same])
        // Who called it otherwise here keeps the name.
        #expect(try self.plan(FilePasskey(user: "Ann")).count(.same) == 2)
    }

    /// One of the same account, identifier or key is in conflict, and only then.
    @Test(arguments: [
        (FilePasskey(identifier: 2, seed: 2), ImportPlan.Outcome.conflicting),
        (FilePasskey(handle: 2, seed: 2), .conflicting),
        (FilePasskey(handle: 2, identifier: 2), .conflicting),
        (FilePasskey(seed: 2), .conflicting),
        (FilePasskey(handle: 2, identifier: 2, seed: 2), .new),
        (FilePasskey(site: "other.example"), .new),
    ])
    func findsConflicts(_ other: FilePasskey, _ outcome: ImportPlan.Outcome) throws {
        try plan(FilePasskey()).perform(replacing: false)
        let second = try plan(other)
        #expect(second.outcomes.last == outcome)
        try second.perform(replacing: false)
        #expect(try keychain.passkeys.list().count == (outcome == .new ? 2 : 1))
        #expect(try keychain.passkeys.list().contains { $0.account.credentialID == [1] })
        try plan(other).perform(replacing: true)
        #expect(try keychain.passkeys.list().count == (outcome == .new ? 2 : 1))
        let last = try plan(other)
        #expect(last.outcomes.last == .same)
    }

    /// A site may know both, and the file does not replace its own.
    @Test func keepsTwoOfOneAccount() throws {
        let (first, second) = (FilePasskey(), FilePasskey(identifier: 2, seed: 2))
        try plan(first, second).perform(replacing: false)
        #expect(try identifiers == [[1], [2]])
        #expect(try plan(first, second).count(.same) == 3)
        let third = try plan(first, second, FilePasskey(identifier: 3, seed: 3))
        #expect(third.outcomes == [.same, .same, .same, .new])
        let other = try plan(
            FilePasskey(identifier: 4, seed: 4),
            FilePasskey(identifier: 5, seed: 5)
        )
        #expect(other.count(.conflicting) == 2)
        try other.perform(replacing: true)
        #expect(try identifiers == [[4], [5]])
    }

    /// Of the same identifier or key, a file has one.
    @Test func leavesOutDoubles() throws {
        let content = try Self.content([
            FilePasskey(), FilePasskey(), FilePasskey(handle: 2, seed: 2),
            FilePasskey(handle: 2, identifier: 2), FilePasskey(site: "b.example"),
        ])
        #expect(content.passkeys.map(\.account.relyingParty) == ["shop.example", "b.example"])
        try #require(content.omissions.count == 2)
        #expect(
            content.omissions.allSatisfy { $0.hasPrefix("the passkey shop.example (ann): another") }
        )
        try ImportPlan(content, into: Items(keychain: keychain)).perform(replacing: false)
    }

    /// An entry with a passkey alone makes no empty password.
    @Test(arguments: [
        ("", 0), (#""username": "ann","#, 0), (#""username": "bob","#, 1),
        (#""password": "x","#, 1),
    ])
    func storesPasskeysAlone(_ login: String, _ passwords: Int) throws {
        #expect(try Self.content([FilePasskey()], login: login).items.count == passwords)
    }

    /// All or nothing: what a keeper refuses takes the passkeys with it.
    @Test func storesAllOrNothing() throws {
        let plan = try self.plan(FilePasskey())
        try keychain.passkeys.add(
            Passkey(
                PasskeyAccount(
                    relyingParty: "shop.example",
                    userHandle: [9],
                    userName: "",
                    credentialID: [9],
                    created: Date(timeIntervalSince1970: 0)
                ),
                privateKey: SecretBytes(FilePasskey.key(1))
            )
        )
        #expect(throws: KeychainError.self) { try plan.perform(replacing: false) }
        #expect(try keychain.passkeys.list().map(\.account.credentialID) == [[9]])
        #expect(try keychain.backupContent().items.count == 1)
    }

    /// Many sites: one search for each, and one transaction.
    @Test func storesManyTogether() throws {
        let list = (0..<500).map { FilePasskey(site: "s\($0).example", seed: $0).json }
        let text =
            #"{"encrypted": false, "items": [{"type": 1, "name": "A", "login": {"fido2Credentials": ["#
            + list.joined(separator: ",") + "]}}]}"
        let content = try ImportContent(
            BitwardenExport.store(try JSONTree(file: SecretBytes(utf8: text)))
        )
        let plan = try ImportPlan(content, into: Items(keychain: keychain))
        #expect(plan.count(.new) == 500)
        try plan.perform(replacing: false)
        #expect(try keychain.passkeys.list(relyingParty: "s499.example").count == 1)
    }
}
