import AppleVocabulary
import DVESecurity
import Foundation
import KeeperRuns
import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

private typealias Keychain = DVESecurity.Keychain
private typealias KeychainError = DVESecurity.KeychainError
private typealias Flag = Keychain.AccessControlFlag
private typealias Flags = Keychain.AccessControlFlags

/// Protections as values, and as the results in items.
@Suite(.throughEachKeeper) struct AccessControlTests {
    @Test func accessibilitiesAreInTheirOrder() {
        #expect(
            Keychain.ItemAccessibility.allCases == [
                .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly, .whenPasscodeSetThisDeviceOnly,
                .whenUnlocked, .whenUnlockedThisDeviceOnly, .always, .alwaysThisDeviceOnly,
            ]
        )
    }

    @Test(
        arguments: zip(
            DVESecurity.Keychain.ItemAccessibility.allCases,
            ["ck", "cku", "akpu", "ak", "aku", "dk", "dku"]
        )
    )
    func everyAccessibilityIsSavedAndRead(
        accessibility: DVESecurity.Keychain.ItemAccessibility,
        value: String
    ) throws {
        try isolated(passcode: "1234") {
            try Keychain.InternetPassword.save(
                "s",
                forAccount: "a",
                accessControl: .init(itemAccessibility: accessibility)
            )
            #expect(try Keychain.InternetPassword.queryOne(forAccount: "a") == "s")
            let attributes = try storedAttributes(.internetPassword)
            #expect(attributes[.accessible] == .string(value))
            #expect(attributes[.accessControl] != nil)
        }
    }

    @Test(
        arguments: [
            (DVESecurity.Keychain.SynchronizableItemAccessibility.always, "dk"),
            (.afterFirstUnlock, "ck"), (.whenUnlocked, "ak"),
        ]
    )
    func everyAccessibilityOfSynchronizableItemsIsSaved(
        accessibility: DVESecurity.Keychain.SynchronizableItemAccessibility,
        value: String
    ) throws {
        try isolated {
            try Keychain.GenericPassword.saveSynchronizable(
                "s",
                forAccount: "a",
                service: "s",
                accessibility: accessibility
            )
            #expect(try storedAttributes(.genericPassword)[.accessible] == .string(value))
        }
    }

    @Test func newItemsGetTheDefault() throws {
        try isolated {
            try Keychain.GenericPassword.save("s", forAccount: "a", service: "s")
            try Keychain.InternetPassword.saveSynchronizable("s", forAccount: "a")
            #expect(try storedAttributes(.genericPassword)[.accessible] == .string("cku"))
            #expect(try storedAttributes(.internetPassword)[.accessible] == .string("ck"))
        }
    }

    /// The original ended the process.
    @Test func flagsThatExcludeEachOtherAreRefused() throws {
        try isolated {
            try Keychain.InternetPassword.save("s", forAccount: "a")
            for flags: Flags in [[.satisfyAll, .satisfyOne], [.biometryAny, .biometryCurrentSet]] {
                let control = Keychain.AccessControl(itemAccessibility: .always, flags: flags)
                #expect(throws: KeychainError.itemSavingFailed(status: errSecParam)) {
                    try Keychain.InternetPassword.save("s", forAccount: "b", accessControl: control)
                }
                #expect(throws: KeychainError.itemUpdateFailed(status: errSecParam)) {
                    try Keychain.InternetPassword.updateItems(
                        newPassword: "t",
                        forAccount: "a",
                        accessControl: control
                    )
                }
            }
            #expect(try Keychain.InternetPassword.queryItems()?.map(\.password) == ["s"])
        }
    }

    @Test func namedProtectionsAreWhatTheySay() {
        let table: [(Keychain.AccessControl, Keychain.ItemAccessibility, Flags)] = [
            (.afterFirstUnlockThisDeviceOnly, .afterFirstUnlockThisDeviceOnly, []),
            (.whenUnlockedThisDeviceOnly, .whenUnlockedThisDeviceOnly, []),
            (.defaultSecureEnclaveAccessControl, .whenUnlockedThisDeviceOnly, [.privateKeyUsage]),
        ]
        for (control, accessibility, flags) in table {
            #expect(control == .init(itemAccessibility: accessibility, flags: flags))
            #expect(control.hashValue == control.hashValue)
        }
        #expect(table[0].0 != table[1].0)
        #expect(table[1].0 != table[2].0)
    }

    @Test func flagsAreEqualByTheirCaseAlone() {
        let prompted = Flag.applicationPassword(prompt: "a")
        #expect(prompted == .applicationPassword(prompt: "b"))
        #expect(prompted.hashValue == Flag.applicationPassword().hashValue)
        #expect(Set(Flag.allCases).count == 8)
        #expect(Flag.allCases.contains(prompted))
        #expect(Flag.satisfyAll != .satisfyOne)
    }

    @Test func setsOfFlagsAreEqualByTheirPromptToo() {
        let a = Flags([.applicationPassword(prompt: "a"), .devicePasscode])
        #expect(a != [.applicationPassword(prompt: "b"), .devicePasscode])
        #expect(a == [.devicePasscode, .applicationPassword(prompt: "a")])
        #expect(
            a.hashValue == Flags([.devicePasscode, .applicationPassword(prompt: "a")]).hashValue
        )
        #expect(a != [.applicationPassword(prompt: "a")])
        #expect(a.applicationPasswordPrompt == "a")
        #expect(Flags([.devicePasscode]).applicationPasswordPrompt == nil)
        #expect(Flags([.applicationPassword()]).applicationPasswordPrompt == nil)
    }

    @Test func setsOfFlagsAreCollections() throws {
        var flags = Flags(minimumCapacity: 4)
        #expect(flags.isEmpty)
        #expect(flags == Flags())
        #expect(flags.insert(.applicationPassword(prompt: "a")).inserted)
        let second = flags.insert(.applicationPassword(prompt: "b"))
        #expect(!second.inserted)
        #expect(second.memberAfterInsert == .applicationPassword())
        #expect(flags.applicationPasswordPrompt == "a")
        #expect(flags.update(with: .applicationPassword(prompt: "c")) != nil)
        #expect(flags.applicationPasswordPrompt == "c")
        #expect(flags.update(with: .devicePasscode) == nil)
        #expect(flags.count == 2)
        #expect(flags.remove(.userPresence) == nil)
        #expect(flags.remove(.devicePasscode) == .devicePasscode)
        #expect(flags[flags.startIndex] == .applicationPassword())
        #expect(flags.index(after: flags.startIndex) == flags.endIndex)
        #expect(flags.remove(at: flags.startIndex) == .applicationPassword())
        flags.insert(.satisfyAll)
        #expect(flags.removeFirst() == .satisfyAll)
        flags = Flags(Flag.allCases)
        #expect(flags.count == 8)
        flags.removeAll()
        #expect(flags.isEmpty)
    }
}
