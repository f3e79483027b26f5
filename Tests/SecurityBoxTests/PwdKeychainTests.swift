import Foundation
import KeeperRuns
@_spi(Keepers) import PortableKeychain
import SecurityBox
import Testing

/// One password under a service and an account.
@Suite(.throughEachKeeper) struct PwdKeychainTests {
    private let ann = PwdKeychain(service: "app", account: "ann")

    private func isolated(_ body: () throws -> Void) throws {
        let configuration = Keychain.Configuration(
            applicationIdentifier: "com.example.app",
            accessGroups: ["com.example.shared"]
        )
        try Keychain.withCurrent(
            KeeperRun.reaching(.inMemory(configuration)),
            operation: body
        )
    }

    @Test(arguments: ["s3cret", "", "Grüße 🗝", "\u{0}"])
    func readsWhatItSaved(password: String) throws {
        try isolated {
            try ann.savePassword("before")
            try ann.savePassword(password)
            #expect(try ann.readPassword() == password)
            #expect(try PwdKeychain.items(service: "app").count == 1)
        }
    }

    @Test func readsNothingWhereThereIsNothing() throws {
        try isolated {
            #expect(throws: PwdKeychainError.noPassword) { try ann.readPassword() }
            try ann.deleteItem()
            #expect(try PwdKeychain.items(service: "app").isEmpty)
        }
    }

    @Test func replacesInvalidText() throws {
        try isolated {
            let item = GenericPassword(service: "app", account: "ann")
            try Keychain.current.add(SecretBytes([0xFF]), for: item)
            #expect(throws: PwdKeychain.PwdKeychainError.unexpectedPasswordData) {
                try ann.readPassword()
            }
            try ann.savePassword("text")
            #expect(try ann.readPassword() == "text")
        }
    }

    @Test func renames() throws {
        try isolated {
            var password = ann
            try password.savePassword("s3cret")
            try password.renameAccount("bob")
            #expect(password.account == "bob")
            #expect(try password.readPassword() == "s3cret")
            #expect(throws: PwdKeychainError.noPassword) { try ann.readPassword() }
            try ann.savePassword("other")
            #expect(throws: PwdKeychainError.unhandledError(status: -25_299)) {
                try password.renameAccount("ann")
            }
            #expect(password.account == "bob")
            #expect(try password.readPassword() == "s3cret")
            var nobody = PwdKeychain(service: "app", account: "nobody")
            try nobody.renameAccount("somebody")
            #expect(nobody.account == "somebody")
        }
    }

    @Test func lists() throws {
        try isolated {
            for account in ["ann", "bob"] {
                try PwdKeychain(service: "app", account: account).savePassword(account)
            }
            try PwdKeychain(service: "other", account: "ann").savePassword("x")
            let found = try PwdKeychain.items(service: "app")
            #expect(found.map(\.account) == ["ann", "bob"])
            #expect(try found.map { try $0.readPassword() } == ["ann", "bob"])
            #expect(try PwdKeychain.items(service: "app", account: "bob").count == 1)
            let odd = GenericPassword(attributes: [
                .service: .string("app"), .account: .data(Data([1])),
            ])
            try Keychain.current.add("s", for: odd)
            #expect(throws: PwdKeychainError.unexpectedItemData) {
                try PwdKeychain.items(service: "app")
            }
        }
    }

    @Test func keepsGroupsApart() throws {
        let shared = PwdKeychain(
            service: "app",
            account: "ann",
            accessGroup: "com.example.shared"
        )
        try isolated {
            try shared.savePassword("shared")
            // Without a group it is the one that is there, wherever that is.
            #expect(try ann.readPassword() == "shared")
            try ann.savePassword("changed")
            #expect(try shared.readPassword() == "changed")
            let own = PwdKeychain(
                service: "app",
                account: "ann",
                accessGroup: "com.example.app"
            )
            try own.savePassword("own")
            let found = try PwdKeychain.items(service: "app")
            #expect(try found.map { try $0.readPassword() } == ["changed", "own"])
            #expect(try ann.readPassword() == "changed", "it is the oldest")
            try found[0].deleteItem()
            #expect(try ann.readPassword() == "own")
            let stranger = PwdKeychain(service: "app", account: "ann", accessGroup: "no.entry")
            #expect(throws: PwdKeychainError.unhandledError(status: -34_018)) {
                try stranger.savePassword("x")
            }
        }
    }

    @Test func worksInMoreThanOneKeychain() throws {
        try isolated {
            let other = try Keychain.inMemory()
            let there = PwdKeychain(service: "app", account: "ann", in: other)
            try there.savePassword("there")
            #expect(throws: PwdKeychainError.noPassword) { try ann.readPassword() }
            #expect(try there.readPassword() == "there")
            #expect(try PwdKeychain.items(service: "app", in: other).map(\.account) == ["ann"])
            let listed = try #require(try PwdKeychain.items(service: "app", in: other).first)
            #expect(try listed.readPassword() == "there")
        }
    }
}
