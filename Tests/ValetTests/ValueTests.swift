import Foundation
import KeeperRuns
@_spi(Keepers) import PortableKeychain
import Testing
import enum Valet.KeychainError

@testable import Valet

/// Reading and writing.
@Suite(.throughEachKeeper) struct ValueTests {
    private let valet = Valet.valet(with: name("Values"), accessibility: .whenUnlocked)

    /// Keys and values of every kind.
    private static let values = [
        ("Skroob", "12345"), ("k", "\u{0}"), ("kä\u{0}y", "Grüße 🗝"), (" ", " "),
        (String(repeating: "k", count: 10_000), String(repeating: "v", count: 100_000)),
    ]

    @Test(arguments: values)
    func givesBackWhatItTook(key: String, value: String) throws {
        try isolated {
            try valet.setString(value, forKey: key)
            #expect(try valet.string(forKey: key) == value)
            #expect(try valet.object(forKey: key) == Data(value.utf8))
            #expect(try valet.containsObject(forKey: key))
            #expect(try valet.allKeys() == [key])
            try valet.setObject(Data([0xFF]), forKey: key)
            #expect(try valet.object(forKey: key) == Data([0xFF]))
            #expect(throws: KeychainError.itemNotFound) { try valet.string(forKey: key) }
            try valet.removeObject(forKey: key)
            try valet.removeObject(forKey: key)
            #expect(try valet.allKeys().isEmpty)
            #expect(try !valet.containsObject(forKey: key))
        }
    }

    @Test func refusesNothing() throws {
        try isolated {
            try valet.setString("v", forKey: "k")
            #expect(throws: KeychainError.emptyKey) { try valet.setString("", forKey: "") }
            #expect(throws: KeychainError.emptyValue) { try valet.setString("", forKey: "k") }
            #expect(throws: KeychainError.emptyValue) { try valet.setObject(Data(), forKey: "k") }
            #expect(throws: KeychainError.emptyKey) { try valet.string(forKey: "") }
            #expect(throws: KeychainError.emptyKey) { try valet.object(forKey: "") }
            #expect(throws: KeychainError.emptyKey) { try valet.removeObject(forKey: "") }
            #expect(throws: KeychainError.couldNotAccessKeychain) {
                try valet.containsObject(forKey: "")
            }
            #expect(try valet.string(forKey: "k") == "v")
        }
    }

    @Test func keepsWhatItWasToldAboutAnEntry() throws {
        try isolated {
            try valet.setString("old", forKey: "k")
            let matching = KeychainQuery.genericPassword(account: "k")
            _ = try Keychain.current.update(matching: matching) { $0.comment = "mine" }
            try valet.setString("new", forKey: "k")
            #expect(try Keychain.current.item(matching: matching)?.comment == "mine")
        }
    }

    @Test func hidesTheCanary() throws {
        try isolated {
            #expect(valet.canAccessKeychain())
            #expect(valet.canAccessKeychain())
            #expect(try valet.allKeys().isEmpty)
            #expect(
                try Keychain.current.items(matching: KeychainQuery<GenericPassword>.all).count == 1
            )
            try valet.removeAllObjects()
            #expect(
                try Keychain.current.items(matching: KeychainQuery<GenericPassword>.all).isEmpty
            )
            try valet.removeAllObjects()
        }
    }

    @Test func skipsKeysThatAreNoText() throws {
        try isolated {
            try valet.setString("v", forKey: "k")
            let item = GenericPassword(attributes: [
                .service: .string(valet.sandbox.service), .account: .data(Data([1])),
            ])
            try Keychain.current.add("s", for: item)
            #expect(try valet.allKeys() == ["k"])
        }
    }

    @Test func needsItsGroup() throws {
        try isolated {
            let stranger = Valet.sharedGroupValet(
                with: group("No", "Entry"),
                accessibility: .whenUnlocked
            )
            #expect(!stranger.canAccessKeychain())
            #expect(throws: KeychainError.missingEntitlement) {
                try stranger.setString("v", forKey: "k")
            }
            #expect(throws: KeychainError.missingEntitlement) { try stranger.string(forKey: "k") }
            #expect(throws: KeychainError.missingEntitlement) { try stranger.allKeys() }
            #expect(throws: KeychainError.missingEntitlement) {
                try stranger.removeObject(forKey: "k")
            }
            #expect(throws: KeychainError.missingEntitlement) { try stranger.removeAllObjects() }
        }
    }

    @Test(.onlyDirect("locks the keychain"))
    func cannotBeUsedWhileLocked() throws {
        try isolated(passcode: "1234") {
            try valet.setString("v", forKey: "k")
            try Keychain.current.lock()
            #expect(!valet.canAccessKeychain())
            #expect(throws: KeychainError.couldNotAccessKeychain) { try valet.string(forKey: "k") }
            #expect(throws: KeychainError.couldNotAccessKeychain) {
                try valet.setString("w", forKey: "k")
            }
            try Keychain.current.unlock(passcode: SecretBytes(utf8: "1234"))
            #expect(try valet.string(forKey: "k") == "v")
        }
    }

    @Test func needsAPasscodeWhereItSaysSo() throws {
        let valet = Valet.valet(
            with: name("Values"),
            accessibility: .whenPasscodeSetThisDeviceOnly
        )
        try isolated {
            #expect(!valet.canAccessKeychain())
            #expect(throws: KeychainError.couldNotAccessKeychain) {
                try valet.setString("v", forKey: "k")
            }
        }
        try isolated(passcode: "1234") { #expect(valet.canAccessKeychain()) }
    }

    @Test func saysThatAnotherValetHasTheKey() throws {
        try isolated {
            let old = Valet.valet(withExplicitlySet: name("X"), accessibility: .whenUnlocked)
            let new = Valet.valet(withExplicitlySet: name("X"), accessibility: .afterFirstUnlock)
            try old.setString("old", forKey: "k")
            #expect(throws: KeychainError.couldNotAccessKeychain) {
                try new.setString("new", forKey: "k")
            }
            #expect(try old.string(forKey: "k") == "old")
        }
    }
}
