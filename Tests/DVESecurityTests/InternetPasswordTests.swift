import AppleVocabulary
import DVESecurity
import Foundation
import KeeperRuns
import Testing

private typealias Passwords = Keychain.InternetPassword

/// Internet passwords of this device: what each call finds, stores, changes and removes.
@Suite(.throughEachKeeper) struct InternetPasswordTests {
    @Test(arguments: ["secret", "Password-1234!äöü/", "\u{0}", "a\u{0}b", "👩🏽‍💻 "])
    func savesAndFinds(password: String) throws {
        try isolated {
            #expect(try Passwords.queryOne(forAccount: "a") == nil)
            try Passwords.save(password, forAccount: "a")
            #expect(try Passwords.queryOne(forAccount: "a") == password)
        }
    }

    @Test func emptyPasswordsAreRefused() throws {
        try isolated {
            let refusal = Keychain.InternetPasswordError.invalidPassword
            #expect(throws: refusal) { try Passwords.save("", forAccount: "a") }
            #expect(throws: refusal) { try Passwords.upsert("", forAccount: "a") }
            #expect(throws: refusal) { try Passwords.saveSynchronizable("", forAccount: "a") }
            #expect(throws: refusal) { try Passwords.upsertSynchronizable("", forAccount: "a") }
            #expect(throws: refusal) { try Passwords.updateItems(newPassword: "", forAccount: "a") }
            #expect(throws: refusal) {
                try Passwords.updateSynchronizableItems(newPassword: "", forAccount: "a")
            }
            try #expect(Passwords.queryItems() == nil)
        }
    }

    /// A field that was not given at saving counts as empty, so a search for empty finds it.
    @Test func findsByWhatWasNotGiven() throws {
        try isolated {
            try Passwords.save("s", forAccount: "a", securityDomain: "domain", port: 80)
            let domain = "domain"
            #expect(try Passwords.queryOne(forAccount: "a", securityDomain: domain) == "s")
            #expect(
                try Passwords.queryOne(forAccount: "a", securityDomain: domain, path: "") == "s"
            )
            #expect(try Passwords.queryOne(forAccount: "a", server: "", port: 80) == "s")
            #expect(try Passwords.queryOne(forAccount: "a", port: 0) == nil)
            #expect(try Passwords.queryOne(forAccount: "a", path: "/") == nil)
        }
    }

    /// `saveSynchronizable` writes nothing for a parameter without a value: the item is found all
    /// the same.
    @Test func findsSynchronizableOnesByWhatWasNotGiven() throws {
        try isolated {
            try Passwords.saveSynchronizable("s", forAccount: "a")
            #expect(
                try Passwords.queryOneSynchronizable(
                    forAccount: "a",
                    securityDomain: "",
                    server: "",
                    port: 0,
                    path: ""
                ) == "s"
            )
        }
    }

    @Test func findsAllOfBothSets() throws {
        try isolated {
            try Passwords.save("1", forAccount: "a", protocol: .http)
            try Passwords.save("2", forAccount: "a", protocol: .https)
            try Passwords.saveSynchronizable("3", forAccount: "a")
            try Passwords.save("4", forAccount: "b")
            let items = try #require(try Passwords.queryItems(forAccount: "a"))
            #expect(items.map(\.password) == ["1", "2", "3"])
            #expect(items.map(\.synchronizable) == [false, false, true])
            #expect(try Passwords.queryItems()?.count == 4)
            #expect(try Passwords.queryItems(forAccount: "c") == nil)
        }
    }

    @Test func findsAllByEachAttributeAlone() throws {
        try isolated {
            try Passwords.save("domain", forAccount: "a", securityDomain: "d")
            try Passwords.save("server", forAccount: "a", server: "s")
            try Passwords.save("protocol", forAccount: "a", protocol: .imapss)
            try Passwords.save("type", forAccount: "a", authenticationType: .httpDigest)
            try Passwords.save("port", forAccount: "a", port: 8080)
            try Passwords.save("path", forAccount: "a", path: "/p")
            let found = [
                "domain": try Passwords.queryItems(securityDomain: "d"),
                "server": try Passwords.queryItems(server: "s"),
                "protocol": try Passwords.queryItems(protocol: .imapss),
                "type": try Passwords.queryItems(authenticationType: .httpDigest),
                "port": try Passwords.queryItems(port: 8080),
                "path": try Passwords.queryItems(path: "/p"),
            ]
            for (password, items) in found { #expect(items?.map(\.password) == [password]) }
            #expect(try Passwords.queryItems(forAccount: "a")?.count == 6)
        }
    }

    @Test func readsWhatWasGivenBack() throws {
        try isolated {
            try Passwords.save(
                "s",
                forAccount: "a",
                securityDomain: "d",
                server: "example.com",
                protocol: .ssh,
                authenticationType: .default,
                port: .max,
                path: "/p",
                label: "L"
            )
            let item = try #require(try Passwords.queryItems()?.first)
            #expect(item.passwordData == Data("s".utf8))
            #expect(item.account == "a")
            #expect(item.securityDomain == "d")
            #expect(item.server == "example.com")
            #expect(item.protocol == .ssh)
            #expect(item.authenticationType == .default)
            #expect(item.port == .max)
            #expect(item.path == "/p")
            #expect(item.label == "L")
            #expect(item.creationDate == item.modificationDate)
            #expect(abs(item.creationDate.timeIntervalSinceNow) < 60)
            #expect(item.description == nil)
            #expect(item.comment == nil)
            #expect(item.creator == nil)
        }
    }

    @Test(arguments: [true, false])
    func readsWhatWasNotGivenAsEmpty(isSynchronizable: Bool) throws {
        try isolated {
            if isSynchronizable {
                try Passwords.saveSynchronizable("s", forAccount: "a")
            } else {
                try Passwords.save("s", forAccount: "a")
            }
            let item = try #require(try Passwords.queryItems()?.first)
            #expect(item.synchronizable == isSynchronizable)
            #expect([item.securityDomain, item.server, item.path] == ["", "", ""])
            #expect(item.port == 0)
            #expect(item.protocol == nil)
            #expect(item.authenticationType == nil)
            #expect(item.label == nil)
        }
    }

    @Test func updatesAllThatMatch() throws {
        try isolated {
            try Passwords.save("1", forAccount: "a", protocol: .http)
            try Passwords.save("2", forAccount: "a", protocol: .ssh)
            try Passwords.saveSynchronizable("3", forAccount: "a")
            try Passwords.updateItems(newPassword: "one", forAccount: "a", protocol: .http)
            #expect(try passwords() == ["one", "2", "3"])
            try Passwords.updateItems(newPassword: "all", forAccount: "a")
            #expect(try passwords() == ["all", "all", "3"])
            try Passwords.updateSynchronizableItems(newPassword: "other", forAccount: "a")
            #expect(try passwords() == ["all", "all", "other"])
        }
    }

    @Test func updatesNothingThatIsNotThere() throws {
        try isolated {
            try Passwords.save("s", forAccount: "a", protocol: .http)
            let missing = KeychainError.itemUpdateFailed(status: errSecItemNotFound)
            #expect(throws: missing) {
                try Passwords.updateItems(newPassword: "x", forAccount: "a", protocol: .ssh)
            }
            #expect(throws: missing) {
                try Passwords.updateSynchronizableItems(newPassword: "x", forAccount: "a")
            }
            #expect(throws: missing) {
                try Passwords.upsert(newPassword: "x", forAccount: "b")
            }
            #expect(try passwords() == ["s"])
        }
    }

    @Test func refusesDuplicates() throws {
        try isolated {
            let duplicate = KeychainError.itemSavingFailed(status: errSecDuplicateItem)
            try Passwords.save("1", forAccount: "a", server: "s")
            #expect(throws: duplicate) { try Passwords.save("2", forAccount: "a", server: "s") }
            try Passwords.saveSynchronizable("3", forAccount: "a", server: "s")
            #expect(throws: duplicate) {
                try Passwords.saveSynchronizable("4", forAccount: "a", server: "s")
            }
            #expect(try passwords() == ["1", "3"])
        }
    }

    @Test func removesAllThatMatch() throws {
        try isolated {
            try Passwords.save("1", forAccount: "a", protocol: .http)
            try Passwords.save("2", forAccount: "a", protocol: .ssh)
            try Passwords.save("3", forAccount: "b")
            try Passwords.saveSynchronizable("4", forAccount: "a")
            #expect(try Passwords.deleteItems(forAccount: "a", protocol: .http))
            #expect(try !Passwords.deleteItems(forAccount: "a", protocol: .http))
            #expect(try passwords() == ["2", "3", "4"])
            #expect(try Passwords.deleteItems(forAccount: "a"))
            #expect(try passwords() == ["3", "4"])
            #expect(try Passwords.deleteSynchronizableItems(forAccount: "a"))
            #expect(try !Passwords.deleteSynchronizableItems(forAccount: "a"))
            #expect(try passwords() == ["3"])
        }
    }

    @Test func severalMatchesAreAmbiguous() throws {
        try isolated {
            for networkProtocol in [Passwords.NetworkProtocol.http, .ssh, .ftp] {
                try Passwords.save("s", forAccount: "a", protocol: networkProtocol)
                try Passwords.saveSynchronizable("s", forAccount: "b", protocol: networkProtocol)
            }
            #expect(throws: KeychainError.ambiguousQueryResult) {
                try Passwords.queryOne(forAccount: "a")
            }
            #expect(throws: KeychainError.ambiguousQueryResult) {
                try Passwords.queryOneSynchronizable(forAccount: "b")
            }
            #expect(try Passwords.queryOne(forAccount: "a", protocol: .ftp) == "s")
            #expect(try Passwords.queryOne(forAccount: "b") == nil)
        }
    }

    /// Passwords are not for logs, neither as text nor byte by byte.
    @Test func itemsDoNotShowTheirPasswords() throws {
        try isolated {
            try Passwords.save("s3cret", forAccount: "a")
            try Keychain.GenericPassword.save("s3cret", forAccount: "a", service: "s")
            var shown = "\(try Passwords.queryItems() ?? [])"
            dump(try Passwords.queryItems(), to: &shown)
            dump(try Keychain.GenericPassword.queryItems(), to: &shown)
            #expect(shown.contains("securityDomain"))
            #expect(shown.contains("service"))
            #expect(!shown.contains("s3cret"))
            // The letter s, as dump prints a byte; the digits alone occur in dates.
            #expect(!shown.contains("- 115\n"))
        }
    }

    private func passwords() throws -> [String]? {
        try Passwords.queryItems()?.map(\.password)
    }
}
