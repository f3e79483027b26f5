// swift-format-ignore-file The blocks stand as Valet's page prints them; a comment says where one
// had to be mended.
import Foundation
import Support
import Valet

/// The blocks of Valet's page in their order, each with the page's statement about it.
package func run() async throws {
    try await withKeychain { try basics() }
    try await withKeychain { try explicitIdentifiers() }
    try await withKeychain { try changingAccessibility() }
    try await withKeychain(accessGroups: ["AppID12345.Druidia"]) { try keychainSharing() }
    try await withKeychain(accessGroups: ["group.Druidia"]) { try appGroups() }
    try await withKeychain { try iCloud() }
    try await withKeychain(answers: [.secret(passcode), .secret(passcode), .canceled]) {
        try secureEnclave()
    }
    try await withKeychain(answers: [.secret(passcode), .canceled]) { try singlePrompt() }
    try await withKeychain { try withoutPasscode() }
    try await withKeychain { try threads() }
    // Elsewhere SecItemAdd is the system's, and reaches the keychain of the user that runs this.
    #if os(Linux)
    try await withKeychain { try existingValues() }
    try await withKeychain { try earlierVersions() }
    #endif
}

// Basic Initialization; Reading and Writing

private func basics() throws {
    let myValet = Valet.valet(with: Identifier(nonEmpty: "Druidia")!, accessibility: .whenUnlocked)
    check(myValet.canAccessKeychain(), "the keychain can be accessed")
    check(Identifier(nonEmpty: "") == nil, "an identifier is not empty")

    let username = "Skroob"
    try? myValet.setString("12345", forKey: username)
    // Mended: the page leaves out `try`, which its version needs.
    let myLuggageCombination = try myValet.string(forKey: username)
    check(myLuggageCombination == "12345", "the combination is 1, 2, 3, 4, 5")

    try myValet.setObject(Data([1, 2, 3, 4, 5]), forKey: "luggage")
    check(try myValet.object(forKey: "luggage") == Data([1, 2, 3, 4, 5]), "so is the luggage's")
    check(try myValet.allKeys() == [username, "luggage"], "all keys")
    let same = Valet.valet(with: Identifier(nonEmpty: "Druidia")!, accessibility: .whenUnlocked)
    check(same === myValet, "same type, initializer, accessibility and identifier: the same")
    check(try same.string(forKey: username) == "12345", "which reads the same pairs")
    for other in [
        Valet.valet(with: Identifier(nonEmpty: "Spaceball")!, accessibility: .whenUnlocked),
        Valet.valet(with: Identifier(nonEmpty: "Druidia")!, accessibility: .afterFirstUnlock),
        Valet.iCloudValet(with: Identifier(nonEmpty: "Druidia")!, accessibility: .whenUnlocked),
        Valet.valet(withExplicitlySet: Identifier(nonEmpty: "Druidia")!, accessibility: .whenUnlocked),
    ] {
        let error = failure("another sandbox") { _ = try other.string(forKey: username) }
        check(error as? KeychainError == .itemNotFound, "\(other) is a sandbox of its own")
        try other.removeAllObjects()
    }
    check(try myValet.containsObject(forKey: username), "nothing of another sandbox was removed")
    try myValet.removeObject(forKey: username)
    try myValet.removeObject(forKey: username)
    check(try !myValet.containsObject(forKey: username), "a key is removed")
    let empty = failure("an empty key") { try myValet.setString("12345", forKey: "") }
    check(empty as? KeychainError == .emptyKey, "a key is not empty")
}

// Choosing a User-friendly Identifier on macOS

private func explicitIdentifiers() throws {
    let myValet = Valet.valet(withExplicitlySet: Identifier(nonEmpty: "Druidia")!, accessibility: .whenUnlocked)
    try myValet.setString("12345", forKey: "Skroob")
    check(try myValet.string(forKey: "Skroob") == "12345", "it reads what it wrote")
    check(myValet.identifier.description == "Druidia", "it has the identifier")
}

// Changing an Accessibility Value After Persisting Data

private func changingAccessibility() throws {
    let fixture = Valet.valet(withExplicitlySet: Identifier(nonEmpty: "Druidia")!, accessibility: .whenUnlocked)
    try fixture.setString("12345", forKey: "Skroob")

    let myOldValet = Valet.valet(withExplicitlySet: Identifier(nonEmpty: "Druidia")!, accessibility: .whenUnlocked)
    let myNewValet = Valet.valet(withExplicitlySet: Identifier(nonEmpty: "Druidia")!, accessibility: .afterFirstUnlock)
    try? myNewValet.migrateObjects(from: myOldValet, removeOnCompletion: true)

    check(try myNewValet.string(forKey: "Skroob") == "12345", "the pairs moved")
    check(try myOldValet.allKeys().isEmpty, "and are not where they were")
}

// Sharing Secrets Among Multiple Applications Using a Keychain Sharing Entitlement

private func keychainSharing() throws {
    let mySharedValet = Valet.sharedGroupValet(with: SharedGroupIdentifier(appIDPrefix: "AppID12345", nonEmptyGroup: "Druidia")!, accessibility: .whenUnlocked)
    try mySharedValet.setString("12345", forKey: "Skroob")
    check(try mySharedValet.string(forKey: "Skroob") == "12345", "it reads what it wrote")
    let myValet = Valet.valet(with: Identifier(nonEmpty: "Druidia")!, accessibility: .whenUnlocked)
    check(try myValet.allKeys().isEmpty, "another initializer, another sandbox")
    let foreign = Valet.sharedGroupValet(with: SharedGroupIdentifier(appIDPrefix: "AppID12345", nonEmptyGroup: "Spaceball")!, accessibility: .whenUnlocked)
    check(!foreign.canAccessKeychain(), "a group that is not the program's is refused")
    let error = failure("a foreign group") { try foreign.setString("12345", forKey: "Skroob") }
    check(error as? KeychainError == .missingEntitlement, "and the error says so")
}

// Sharing Secrets Among Multiple Applications Using an App Groups Entitlement

private func appGroups() throws {
    let mySharedValet = Valet.sharedGroupValet(with: SharedGroupIdentifier(groupPrefix: "group", nonEmptyGroup: "Druidia")!, accessibility: .whenUnlocked)
    try mySharedValet.setString("12345", forKey: "Skroob")
    check(try mySharedValet.string(forKey: "Skroob") == "12345", "it reads what it wrote")
}

// Sharing Secrets Across Devices with iCloud

private func iCloud() throws {
    let myCloudValet = Valet.iCloudValet(with: Identifier(nonEmpty: "Druidia")!, accessibility: .whenUnlocked)
    try myCloudValet.setString("12345", forKey: "Skroob")
    check(try myCloudValet.string(forKey: "Skroob") == "12345", "it reads what it wrote")
    let myValet = Valet.valet(with: Identifier(nonEmpty: "Druidia")!, accessibility: .whenUnlocked)
    check(try myValet.allKeys().isEmpty, "another initializer, another sandbox")
}

// Protecting Secrets with Face ID, Touch ID, or device Passcode
// The answers: the passcode, the passcode, no.

private func secureEnclave() throws {
    let mySecureEnclaveValet = SecureEnclaveValet.valet(with: Identifier(nonEmpty: "Druidia")!, accessControl: .userPresence)
    try mySecureEnclaveValet.setString("12345", forKey: "Skroob")
    try mySecureEnclaveValet.setString("54321", forKey: "Skroob")
    check(try mySecureEnclaveValet.containsObject(forKey: "Skroob"), "looking asks nobody")
    for _ in 1...2 {
        let combination = try mySecureEnclaveValet.string(forKey: "Skroob", withPrompt: "Open the shield")
        check(combination == "54321", "each time, the user confirms their presence")
    }
    let error = failure("the user declines") {
        _ = try mySecureEnclaveValet.string(forKey: "Skroob", withPrompt: "Open the shield")
    }
    check(error as? KeychainError == .userCancelled, "the user may decline")
}

// The answers: the passcode, no.

private func singlePrompt() throws {
    let mySecureEnclaveValet = SinglePromptSecureEnclaveValet.valet(with: Identifier(nonEmpty: "Druidia")!, accessControl: .userPresence)
    try mySecureEnclaveValet.setString("12345", forKey: "Skroob")
    for _ in 1...3 {
        let combination = try mySecureEnclaveValet.string(forKey: "Skroob", withPrompt: "Open the shield")
        check(combination == "12345", "only the first time, the user confirms their presence")
    }
    mySecureEnclaveValet.requirePromptOnNextAccess()
    let error = failure("the user is asked again") {
        _ = try mySecureEnclaveValet.string(forKey: "Skroob", withPrompt: "Open the shield")
    }
    check(error as? KeychainError == .userCancelled, "the user is asked again, and may decline")
}

private func withoutPasscode() throws {
    let mySecureEnclaveValet = SecureEnclaveValet.valet(with: Identifier(nonEmpty: "Druidia")!, accessControl: .userPresence)
    check(!mySecureEnclaveValet.canAccessKeychain(), "without a passcode it can access nothing")
    let error = failure("no passcode") { try mySecureEnclaveValet.setString("12345", forKey: "Skroob") }
    check(error is KeychainError, "nor store anything")
}

// Thread Safety

private func threads() throws {
    let myValet = Valet.valet(with: Identifier(nonEmpty: "Druidia")!, accessibility: .whenUnlocked)
    let write = inheriting { (number: Int) in
        try? myValet.setString("\(number)", forKey: "\(number % 10)")
        _ = try? myValet.string(forKey: "\((number + 1) % 10)")
    }
    DispatchQueue.concurrentPerform(iterations: 100) { write($0) }
    check(try myValet.allKeys().count == 10, "every key was written")
    for key in 0..<10 {
        let number = try Int(myValet.string(forKey: "\(key)"))
        check(number.map { $0 % 10 == key } == true, "and no value was mixed up")
    }
}
