import Testing
import enum Valet.Accessibility
import enum Valet.KeychainError

@testable import Valet

/// Names and numbers that programs may have stored or shown.
@Suite struct NameTests {
    @Test func hasNumbersForAccessibilities() {
        #expect(Accessibility.allCases.map(\.rawValue) == [1, 2, 4, 5, 6])
        #expect(
            Accessibility.allCases.map(\.secAccessibilityAttribute)
                == ["ak", "ck", "akpu", "aku", "cku"]
        )
        #expect(CloudAccessibility.allCases.map(\.rawValue) == [1, 2])
        #expect(CloudAccessibility.allCases.map(\.secAccessibilityAttribute) == ["ak", "ck"])
        #expect(
            CloudAccessibility.allCases.map(\.description)
                == ["AccessibleWhenUnlocked", "AccessibleAfterFirstUnlock"]
        )
        #expect(SecureEnclaveAccessControl(rawValue: 4) == .devicePasscode)
    }

    @Test func numbersErrors() {
        #expect(
            KeychainError.allCases.map { "\($0.rawValue) \($0)" } == [
                "0 KeychainError.couldNotAccessKeychain", "1 KeychainError.userCancelled",
                "2 KeychainError.itemNotFound", "3 KeychainError.missingEntitlement",
                "4 KeychainError.emptyKey", "5 KeychainError.emptyValue",
            ]
        )
        #expect(
            MigrationError.allCases.map { "\($0.rawValue) \($0)" } == [
                "0 MigrationError.invalidQuery", "1 MigrationError.keyToMigrateInvalid",
                "2 MigrationError.dataToMigrateInvalid", "3 MigrationError.duplicateKeyToMigrate",
                "4 MigrationError.keyToMigrateAlreadyExistsInValet",
                "5 MigrationError.removalFailed",
            ]
        )
    }

    @Test(arguments: [nil, ""] as [String?])
    func refusesEmptyNames(text: String?) {
        #expect(Identifier(nonEmpty: text) == nil)
        #expect(SharedGroupIdentifier(appIDPrefix: "A", nonEmptyGroup: text) == nil)
        #expect(SharedGroupIdentifier(groupPrefix: "group", nonEmptyGroup: text) == nil)
        #expect(SharedGroupIdentifier(appIDPrefix: text ?? "", nonEmptyGroup: "G") == nil)
    }

    @Test func namesGroups() {
        let group = SharedGroupIdentifier(groupPrefix: "group", nonEmptyGroup: "Druidia")
        #expect(group?.description == "group.Druidia")
        #if !os(macOS)
            #expect(SharedGroupIdentifier(groupPrefix: "AppID", nonEmptyGroup: "G") == nil)
        #endif
    }
}
