import Foundation
import PortableKeychain
import SafeText
import Testing

@testable import ForeignFormats

/// The files that other programs wrote, in `Exports`, and answers that are short enough to stand
/// here.
@Suite struct ExportFileTests {
    private static func file(_ name: String) throws -> SecretBytes {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        return SecretBytes(copying: try Data(contentsOf: folder.appending(path: "Exports/\(name)")))
    }

    /// The same database in both formats; only XML holds fields and tags.
    @Test func readsKeePassXC() throws {
        let table = try CSVTable(Self.file("keepassxc-2.7.4.csv"))
        let layout = try CSVLayout.of(table, named: nil)
        #expect(layout.format == .keePassXCCSV)
        let stores = [
            try layout.store(table), try KeePassExport.store(Self.file("keepassxc-2.7.4.xml")),
        ]
        for store in stores {
            #expect(store.entries.map(\.title) == ["Note", "Shop, \"A\"", "Server"])
            #expect(store.entries.allSatisfy { $0.created == 1_795_335_060 })
            let shop = PlainEntry(store.entries[1])
            #expect(shop.address == "https://shop.example:8443/login")
            #expect([shop.account, shop.password] == ["me@example.com", "n0t-real \"1\""])
            #expect(shop.notes == "first line\nsecond, line")
            #expect(shop.folder == "Work")
            let code = shop.secrets.first { $0.name == ForeignEntry.oneTimePassword }
            #expect(code?.value.contains("secret=JBSWY3DPEHPK3PXP") == true)
            #expect(store.entries[2].folder == "Work/Deep")
        }
        let shop = PlainEntry(stores[1].entries[1])
        let details = Dictionary(shop.details.map { ($0.name, $0.value) }) { $1 }
        #expect(details["Customer number"] == "4711")
        #expect(details["URL"] == "https://alt.example/")
        #expect(shop.tags == ["tag1", "tag2"])
        #expect(shop.secrets.contains(.init(name: "Recovery code", value: "r3c & overy")))
    }

    /// Written by Vault's engines of both versions.
    static let vault: [(String, [String])] = [
        (
            #"""
            {"request_id": "a", "lease_id": "", "lease_duration": 0, "renewable": false, "data":
             {"data": {"API_KEY": "k", "port": 8080}, "metadata": {"created_time":
             "2024-01-01T00:00:00.123456Z", "custom_metadata": {"team": "web"},
             "deletion_time": "", "destroyed": false, "version": 3}}, "warnings": null}
            """#,
            ["API_KEY", "k", "port", "8080"]
        ),
        (
            #"""
            {"request_id": "a", "lease_id": "", "lease_duration": 2764800, "renewable": false,
             "data": {"a": "1"}, "warnings": null}
            """#,
            ["a", "1"]
        ),
    ]

    @Test(arguments: vault) func readsVault(_ text: String, _ expected: [String]) throws {
        let tree = try JSONTree(file: .file(text))
        #expect(VaultSecret.isOne(tree) && !DockerConfiguration.isOne(tree))
        let entries = try VaultSecret.store(tree, named: "shop").entries
        #expect(entries.flatMap { [$0.account, PlainEntry($0).password] } == expected)
        #expect(entries.allSatisfy { $0.service == "shop" })
    }

    @Test func readsALoginOfVault() throws {
        let text = #"""
            {"lease_duration": 0, "data": {"username": "me", "password": "pw", "pin": "12",
             "url": "https://a.example"}}
            """#
        let store = try VaultSecret.store(try JSONTree(file: .file(text)), named: "shop")
        let entry = PlainEntry(try #require(store.entries.first))
        #expect([entry.address, entry.account] == ["https://a.example", "me"])
        #expect([entry.password, entry.secrets.first?.value] == ["pw", "12"])
    }

    @Test func readsDocker() throws {
        let text = #"""
            {"auths": {"https://index.docker.io/v1/": {"auth": "bWU6cDp3"},
             "localhost:5000": {"auth": "", "identitytoken": "t"}, "ghcr.io": {}},
             "credsStore": "x"}
            """#
        let tree = try JSONTree(file: .file(text))
        #expect(DockerConfiguration.isOne(tree) && !VaultSecret.isOne(tree))
        let store = try DockerConfiguration.store(tree, titled: "D")
        let addresses = ["https://index.docker.io/v1/", "https://localhost:5000"]
        #expect(store.entries.map(\.address) == addresses)
        #expect(store.entries.map(\.account) == ["me", "<token>"])
        #expect(store.entries.map { PlainEntry($0).password } == ["p:w", "t"])
        #expect(store.remarks.first?.contains("ghcr.io") == true)
        let broken = #"{"auths": {"a.example": {"auth": "%"}}}"#
        let problem = #expect(throws: FormatProblem.self) {
            try DockerConfiguration.store(try JSONTree(file: .file(broken)), titled: "D")
        }
        #expect(problem?.problem.hasPrefix("registry 'a.example'") == true)
    }

    /// gnome-keyring 42.1, after 'secret-tool store --label=PyPI service … username me'.
    @Test func keepsServiceAndUser() throws {
        let answer = "(<{'service': 'https://pypi.example/simple/', 'username': 'me'}>,)"
        let entry = try SecretServiceEntry.entry(
            "PyPI",
            SecretServiceText.dictionary(answer),
            .file([0x00, 0xFF, 0x0D, 0x0A])
        )
        #expect(entry.service == "https://pypi.example/simple/")
        #expect([entry.title, entry.account, entry.address] == ["PyPI", "me", ""])
        #expect(entry.password.withUnsafeBytes { Array($0) } == [0x00, 0xFF, 0x0D, 0x0A])
        #expect(entry.details.isEmpty)
        #expect(SecretServiceText.number("(<uint64 1795335095>,)") == "1795335095")
    }

    /// The attributes of git's and docker's helpers for the Secret Service.
    @Test func keepsWhatGitAndDockerSearchFor() throws {
        let git = try SecretServiceEntry.entry(
            "Git: https://a.example/",
            [
                "user": "me", "object": "x.git", "protocol": "https", "port": "8443",
                "server": "a.example", "xdg:schema": "org.git.Password",
            ],
            .file("pw")
        )
        #expect([git.address, git.path, git.account] == ["https://a.example:8443", "x.git", "me"])
        #expect(git.authenticationType == .default)
        let docker = try SecretServiceEntry.entry(
            "https://index.docker.io/v1/",
            [
                "label": "Docker Credentials", "server": "https://index.docker.io/v1/",
                "username": "me", "docker_cli": "1",
            ],
            .file("pw")
        )
        #expect(
            [docker.title, docker.address] == ["Docker Credentials", "https://index.docker.io/v1/"]
        )
    }
}

/// Several items at once, as secret-tool 0.20.5 prints them.
@Suite struct SecretServiceListingTests {
    private static let dates = "created = 2026-11-22 08:11:35\nmodified = 2026-11-22 08:11:35\n"
    private static let folder = "/org/freedesktop/secrets/collection/login"

    private static func secret(_ number: Int, _ label: String, in text: String) -> String? {
        SecretServiceListing.secret(
            of: "\(folder)/\(number)",
            labelled: label,
            among: ["\(folder)/2", "\(folder)/3"],
            in: .file(text)
        ).flatMap(SecretText.copy)
    }

    @Test func findsEachSecret() {
        let text =
            "[/3]\nlabel = two\nsecret = du\np2\n\n\(Self.dates)"
            + "[/2]\nlabel = one\nsecret = dup1\n\(Self.dates)"
        #expect(Self.secret(2, "one", in: text) == "dup1")
        #expect(Self.secret(3, "two", in: text) == "du\np2\n")
        #expect(Self.secret(3, "other", in: text) == nil)
    }

    /// On a busy machine, the program also prints the schema of an item.
    @Test func findsSecretsBeforeASchema() {
        let schema = "schema = org.freedesktop.Secret.Generic\n"
        let text =
            "[/3]\nlabel = two\nsecret = a\n\(schema)\n\(Self.dates)\(schema)"
            + "[/2]\nlabel = one\nsecret = b\n\(Self.dates)"
        #expect(Self.secret(3, "two", in: text) == "a\n\(schema)")
        #expect(Self.secret(2, "one", in: text) == "b")
        #expect(Self.secret(2, "one", in: text + schema) == "b")
        #expect(Self.secret(2, "one", in: text + schema + schema) == nil)
        #expect(Self.secret(2, "one", in: text + "schema = a") == nil)
    }

    /// A secret that looks like the other item makes both uncertain.
    @Test func believesNoAmbiguousListing() {
        let forged = "x\n\(Self.dates)[/2]\nlabel = one\nsecret = forged"
        let text =
            "[/3]\nlabel = two\nsecret = \(forged)\n\(Self.dates)"
            + "[/2]\nlabel = one\nsecret = real\n\(Self.dates)"
        #expect(Self.secret(2, "one", in: text) == nil)
        #expect(Self.secret(3, "two", in: text) == nil)
        #expect(Self.secret(2, "one", in: "[/2]\nlabel = one\nsecret = x\n") == nil)
    }
}
