import AppleVocabulary
import DVESecurity
import Foundation
import KeeperRuns
@_spi(Keepers) import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

private typealias Keychain = DVESecurity.Keychain
private typealias KeychainError = DVESecurity.KeychainError

/// Each call works in one access group, and the default is the first.
@Suite(.throughEachKeeper) struct AccessGroupTests {
    @Test(.onlyDirect("needs a keeper that tells its groups"))
    func tellsThoseOfTheCurrentKeychain() throws {
        try isolated(groups: ["b", "*", "c"]) {
            #expect(Keychain.accessGroups == ["team.app", "b", "c"])
            #expect(Keychain.defaultAccessGroup == "team.app")
        }
        let nobody = try emptyKeychain().withAccessGroups([])
        PortableKeychain.Keychain.withCurrent(nobody) {
            #expect(Keychain.accessGroups == [])
            #expect(Keychain.defaultAccessGroup == "")
            #expect(throws: KeychainError.itemSavingFailed(status: errSecMissingEntitlement)) {
                try Keychain.InternetPassword.save("s", forAccount: "a")
            }
        }
    }

    /// The keeper's own choice, and not the groups of the environment: a keeper that reports no
    /// groups puts items where it chooses.
    @Test func leavesTheGroupToAKeeperThatTellsNone() throws {
        let keychain = try emptyKeychain()
        try PortableKeychain.Keychain.withCurrent(.init(keeper: PassThroughKeeper(keychain))) {
            #expect(Keychain.accessGroups == [])
            #expect(Keychain.defaultAccessGroup == "")
            for password in ["1", "2"] {
                try Keychain.InternetPassword.upsert(password, forAccount: "a")
                #expect(try Keychain.InternetPassword.queryOne(forAccount: "a") == password)
            }
            #expect(try storedAttributes(.internetPassword)[.accessGroup] == .string("team.app"))
            #expect(try Keychain.InternetPassword.deleteItems(forAccount: "a"))
        }
    }

    @Test(.onlyDirect("needs a keeper that tells its groups"))
    func theDefaultIsWhereUnnamedItemsGo() throws {
        try isolated {
            try store([1], .genericPassword, [.account: .string("a"), .service: .string("s")])
            let group = try storedAttributes(.genericPassword)[.accessGroup]
            #expect(group == .string(Keychain.defaultAccessGroup))
            #expect(try Keychain.GenericPassword.queryItems()?.count == 1)
        }
    }

    @Test(.onlyDirect("needs a keeper that tells its groups"))
    func internetPasswordsStayInTheirGroup() throws {
        try isolated {
            let group = "team.shared"
            try Keychain.InternetPassword.save("1", forAccount: "a")
            try Keychain.InternetPassword.save("2", forAccount: "a", accessGroup: group)
            #expect(try passwords() == ["1"])
            #expect(try passwords(group) == ["2"])
            try Keychain.InternetPassword.updateItems(
                newPassword: "3",
                forAccount: "a",
                accessGroup: group
            )
            try Keychain.InternetPassword.upsert("4", forAccount: "a")
            #expect(try passwords() == ["4"])
            #expect(try passwords(group) == ["3"])
            #expect(try Keychain.InternetPassword.deleteItems(forAccount: "a"))
            #expect(try passwords() == nil)
            #expect(try passwords(group) == ["3"])
            #expect(try Keychain.InternetPassword.queryItems(accessGroup: group)?.count == 1)
        }
    }

    @Test(.onlyDirect("needs a keeper that tells its groups"))
    func genericPasswordsStayInTheirGroup() throws {
        try isolated {
            for group in Keychain.accessGroups {
                try Keychain.GenericPassword.save(
                    group,
                    forAccount: "a",
                    service: "s",
                    accessGroup: group
                )
            }
            #expect(try Keychain.GenericPassword.query(forAccount: "a", service: "s") == "team.app")
            #expect(try Keychain.GenericPassword.delete(forAccount: "a", service: "s"))
            #expect(try Keychain.GenericPassword.queryItems() == nil)
            #expect(
                try Keychain.GenericPassword.query(
                    forAccount: "a",
                    service: "s",
                    accessGroup: "team.shared"
                ) == "team.shared"
            )
        }
    }

    @Test func unknownGroupsAreMissingEntitlements() throws {
        try isolated {
            let status = errSecMissingEntitlement
            #expect(throws: KeychainError.itemSavingFailed(status: status)) {
                try Keychain.InternetPassword.upsert("s", forAccount: "a", accessGroup: "x")
            }
            #expect(throws: KeychainError.itemQueryFailed(status: status)) {
                try Keychain.InternetPassword.queryOne(forAccount: "a", accessGroup: "x")
            }
            #expect(throws: KeychainError.itemUpdateFailed(status: status)) {
                try Keychain.GenericPassword.update(
                    newPassword: "s",
                    forAccount: "a",
                    service: "s",
                    accessGroup: "x"
                )
            }
            #expect(throws: KeychainError.itemDeletionFailed(status: status)) {
                try Keychain.deleteAllItems(ofClass: .genericPassword, inAccessGroup: "x")
            }
        }
    }

    @Test(.onlyDirect("needs a keeper that tells its groups"))
    func removesAllOfOneClassFromOneGroup() throws {
        try isolated {
            for group in Keychain.accessGroups {
                try Keychain.InternetPassword.save("1", forAccount: "a", accessGroup: group)
                try Keychain.InternetPassword.saveSynchronizable(
                    "2",
                    forAccount: "a",
                    accessGroup: group
                )
                try Keychain.GenericPassword.save(
                    "3",
                    forAccount: "a",
                    service: "s",
                    accessGroup: group
                )
            }
            #expect(try Keychain.deleteAllItems(ofClass: .internetPassword))
            #expect(try !Keychain.deleteAllItems(ofClass: .internetPassword))
            #expect(try passwords() == nil)
            #expect(try passwords("team.shared") == ["1", "2"])
            #expect(try Keychain.GenericPassword.queryItems()?.count == 1)
            let groups = Keychain.accessGroups
            #expect(
                try Keychain.deleteAllItems(ofClass: .internetPassword, inAccessGroups: groups)
            )
            #expect(
                try !Keychain.deleteAllItems(ofClass: .internetPassword, inAccessGroups: groups)
            )
            #expect(try !Keychain.deleteAllItems(ofClass: .key, inAccessGroups: []))
            #expect(try passwords("team.shared") == nil)
        }
    }

    @Test(arguments: Keychain.ItemClass.allCases)
    func removingNothingIsNotAnError(itemClass: DVESecurity.Keychain.ItemClass) throws {
        try isolated { try #expect(!Keychain.deleteAllItems(ofClass: itemClass)) }
    }

    @Test(.onlyDirect("needs a keeper that tells its groups"))
    func removingStopsAtTheFirstFailure() throws {
        try isolated {
            for group in Keychain.accessGroups {
                try Keychain.InternetPassword.save("1", forAccount: "a", accessGroup: group)
            }
            #expect(throws: KeychainError.itemDeletionFailed(status: errSecMissingEntitlement)) {
                try Keychain.deleteAllItems(
                    ofClass: .internetPassword,
                    inAccessGroups: ["team.app", "x", "team.shared"]
                )
            }
            #expect(try passwords() == nil)
            #expect(try passwords("team.shared") == ["1"])
        }
    }

    private func passwords(_ group: String = Keychain.defaultAccessGroup) throws -> [String]? {
        try Keychain.InternetPassword.queryItems(forAccount: "a", accessGroup: group)?
            .map(\.password)
    }
}
