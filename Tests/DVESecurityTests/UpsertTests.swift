import AppleVocabulary
import DVESecurity
import Foundation
import KeeperRuns
@_spi(Keepers) import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

private typealias Keychain = DVESecurity.Keychain
private typealias KeychainError = DVESecurity.KeychainError

/// Storing or replacing touches the item it names, and no other.
@Suite(.throughEachKeeper) struct UpsertTests {
    @Test func storesOnceAndReplacesThen() throws {
        try isolated {
            for password in ["1", "2", "3"] {
                try Keychain.InternetPassword.upsert(password, forAccount: "a", label: password)
                #expect(try Keychain.InternetPassword.queryOne(forAccount: "a") == password)
            }
            let items = try #require(try Keychain.InternetPassword.queryItems())
            #expect(items.map(\.label) == ["1"])
        }
    }

    @Test func leavesSiblingsAlone() throws {
        try isolated {
            try saveSiblings()
            try Keychain.InternetPassword.upsert("CHANGED", forAccount: "a")
            try Keychain.InternetPassword.upsertSynchronizable("CHANGED", forAccount: "a")
            #expect(
                try passwords() == [
                    "plain": "CHANGED", "plain sync": "CHANGED", "http": "1", "basic": "2",
                    "domain": "3", "server": "4", "port": "5", "path": "6", "http sync": "7",
                    "server sync": "8", "port sync": "9",
                ]
            )
        }
    }

    @Test func findsItsItemByEachAttribute() throws {
        try isolated {
            try saveSiblings()
            try Keychain.InternetPassword.upsert("A", forAccount: "a", protocol: .http)
            try Keychain.InternetPassword.upsert(
                "B",
                forAccount: "a",
                authenticationType: .httpBasic
            )
            try Keychain.InternetPassword.upsertSynchronizable("C", forAccount: "a", port: 5)
            let passwords = try passwords()
            #expect(passwords.count == 11)
            #expect(passwords["http"] == "A")
            #expect(passwords["basic"] == "B")
            #expect(passwords["port sync"] == "C")
            #expect(Set(passwords.values).count == 11)
        }
    }

    /// Another program removes the item between the two steps: then it is stored after all.
    @Test func survivesADeletionInTheMeantime() throws {
        let keychain = try emptyKeychain()
        let keeper = FailingKeeper(
            keychain,
            failures: [
                1: .init(.duplicateItem), 2: .init(.itemNotFound), 3: .init(.duplicateItem),
                4: .init(.itemNotFound),
            ]
        )
        try PortableKeychain.Keychain.withCurrent(.init(keeper: keeper)) {
            try Keychain.InternetPassword.upsert("s", forAccount: "a", accessGroup: "team.app")
        }
        #expect(keeper.requestCount == 5)
        try PortableKeychain.Keychain.withCurrent(keychain) {
            try #expect(Keychain.InternetPassword.queryOne(forAccount: "a") == "s")
        }
    }

    @Test func givesUpOnAKeychainThatContradictsItself() throws {
        let failures = (1...99).map { ($0, $0 % 2 == 1 ? Code.duplicateItem : .itemNotFound) }
        let keeper = FailingKeeper(
            try emptyKeychain(),
            failures: Dictionary(uniqueKeysWithValues: failures).mapValues { .init($0) }
        )
        _ = PortableKeychain.Keychain.withCurrent(.init(keeper: keeper)) {
            #expect(throws: KeychainError.itemUpdateFailed(status: errSecItemNotFound)) {
                try Keychain.InternetPassword.upsert("s", forAccount: "a")
            }
        }
        #expect(keeper.requestCount < 50)
    }

    private typealias Code = PortableKeychain.KeychainError.Code

    private func saveSiblings() throws {
        typealias Passwords = Keychain.InternetPassword
        try Passwords.save("plain", forAccount: "a", label: "plain")
        try Passwords.saveSynchronizable("plain s", forAccount: "a", label: "plain sync")
        try Passwords.save("1", forAccount: "a", protocol: .http, label: "http")
        try Passwords.save("2", forAccount: "a", authenticationType: .httpBasic, label: "basic")
        try Passwords.save("3", forAccount: "a", securityDomain: "d", label: "domain")
        try Passwords.save("4", forAccount: "a", server: "s", label: "server")
        try Passwords.save("5", forAccount: "a", port: 5, label: "port")
        try Passwords.save("6", forAccount: "a", path: "/", label: "path")
        try Passwords.saveSynchronizable("7", forAccount: "a", protocol: .http, label: "http sync")
        try Passwords.saveSynchronizable("8", forAccount: "a", server: "s", label: "server sync")
        try Passwords.saveSynchronizable("9", forAccount: "a", port: 5, label: "port sync")
    }

    private func passwords() throws -> [String: String] {
        let items = try Keychain.InternetPassword.queryItems(forAccount: "a") ?? []
        return Dictionary(uniqueKeysWithValues: items.map { ($0.label ?? "", $0.password) })
    }
}
