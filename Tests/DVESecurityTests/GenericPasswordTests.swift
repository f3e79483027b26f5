import AppleVocabulary
import DVESecurity
import Foundation
import KeeperRuns
import Testing

private typealias Passwords = Keychain.GenericPassword

/// Generic passwords: what each call finds, stores, changes and removes.
@Suite(.throughEachKeeper) struct GenericPasswordTests {
    @Test(arguments: ["secret", "Password-1234!äöü/", "\u{0}", "a\u{0}b"])
    func savesAndFinds(password: String) throws {
        try isolated {
            #expect(try Passwords.query(forAccount: "a", service: "s") == nil)
            try Passwords.save(password, forAccount: "a", service: "s")
            #expect(try Passwords.query(forAccount: "a", service: "s") == password)
            #expect(try Passwords.query(forAccount: "a", service: "other") == nil)
            #expect(try Passwords.querySynchronizable(forAccount: "a", service: "s") == nil)
        }
    }

    @Test func emptyPasswordsAreRefused() throws {
        try isolated {
            let refusal = Keychain.GenericPasswordError.invalidPassword
            #expect(throws: refusal) { try Passwords.save("", forAccount: "a", service: "s") }
            #expect(throws: refusal) { try Passwords.upsert("", forAccount: "a", service: "s") }
            #expect(throws: refusal) {
                try Passwords.update(newPassword: "", forAccount: "a", service: "s")
            }
            #expect(throws: refusal) {
                try Passwords.saveSynchronizable("", forAccount: "a", service: "s")
            }
            #expect(throws: refusal) {
                try Passwords.upsertSynchronizable("", forAccount: "a", service: "s")
            }
            #expect(throws: refusal) {
                try Passwords.updateSynchronizable(newPassword: "", forAccount: "a", service: "s")
            }
            try #expect(Passwords.queryItems() == nil)
        }
    }

    @Test func findsAllOfBothSets() throws {
        try isolated {
            try Passwords.save("1", forAccount: "a", service: "s")
            try Passwords.save("2", forAccount: "b", service: "s")
            try Passwords.saveSynchronizable("3", forAccount: "a", service: "s")
            try Passwords.save("4", forAccount: "a", service: "t")
            #expect(try passwords(account: "a") == ["1", "3", "4"])
            #expect(try passwords(service: "s") == ["1", "2", "3"])
            #expect(try passwords(account: "a", service: "s") == ["1", "3"])
            #expect(try passwords() == ["1", "2", "3", "4"])
            #expect(try passwords(account: "c") == nil)
        }
    }

    @Test func readsAttributesBack() throws {
        try isolated {
            try Passwords.save("p", forAccount: "a", service: "s", label: "L")
            try Passwords.saveSynchronizable("q", forAccount: "b", service: "t")
            let items = try #require(try Passwords.queryItems())
            #expect(items.map(\.value) == [Data("p".utf8), Data("q".utf8)])
            #expect(items.map(\.account) == ["a", "b"])
            #expect(items.map(\.service) == ["s", "t"])
            #expect(items.map(\.label) == ["L", nil])
            #expect(items.map(\.synchronizable) == [false, true])
            #expect(items.allSatisfy { $0.creationDate == $0.modificationDate })
            #expect(items.allSatisfy { $0.description == nil && $0.comment == nil })
            #expect(items.allSatisfy { $0.creator == nil })
        }
    }

    @Test func updatesTheOneThatIsThere() throws {
        try isolated {
            let missing = KeychainError.itemUpdateFailed(status: errSecItemNotFound)
            #expect(throws: missing) {
                try Passwords.update(newPassword: "x", forAccount: "a", service: "s")
            }
            try Passwords.save("1", forAccount: "a", service: "s")
            #expect(throws: missing) {
                try Passwords.updateSynchronizable(newPassword: "x", forAccount: "a", service: "s")
            }
            try Passwords.saveSynchronizable("2", forAccount: "a", service: "s")
            try Passwords.update(newPassword: "one", forAccount: "a", service: "s")
            #expect(try passwords() == ["one", "2"])
            try Passwords.updateSynchronizable(newPassword: "two", forAccount: "a", service: "s")
            #expect(try passwords() == ["one", "two"])
        }
    }

    @Test func upsertsAndRefusesDuplicates() throws {
        try isolated {
            for password in ["1", "2"] {
                try Passwords.upsert(password, forAccount: "a", service: "s")
                try Passwords.upsertSynchronizable(password + "s", forAccount: "a", service: "s")
                #expect(try passwords() == [password, password + "s"])
            }
            let duplicate = KeychainError.itemSavingFailed(status: errSecDuplicateItem)
            #expect(throws: duplicate) { try Passwords.save("3", forAccount: "a", service: "s") }
            #expect(throws: duplicate) {
                try Passwords.saveSynchronizable("3", forAccount: "a", service: "s")
            }
        }
    }

    @Test func removesTheOneThatIsThere() throws {
        try isolated {
            try Passwords.save("1", forAccount: "a", service: "s")
            try Passwords.saveSynchronizable("2", forAccount: "a", service: "s")
            #expect(try Passwords.delete(forAccount: "a", service: "s"))
            #expect(try !Passwords.delete(forAccount: "a", service: "s"))
            #expect(try passwords() == ["2"])
            #expect(try Passwords.deleteSynchronizable(forAccount: "a", service: "s"))
            #expect(try !Passwords.deleteSynchronizable(forAccount: "a", service: "s"))
        }
    }

    private func passwords(account: String? = nil, service: String? = nil) throws -> [String]? {
        try Passwords.queryItems(account: account, service: service)?
            .map { String(decoding: $0.value, as: UTF8.self) }
    }
}
