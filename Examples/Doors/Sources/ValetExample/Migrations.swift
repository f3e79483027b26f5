// swift-format-ignore-file
// What Valet's page says in a line stands as the page says it.
import Foundation
import Security
import Support
import Valet

// Migrating Existing Keychain Values into Valet

func existingValues() throws {
    for name in ["Skroob", "Helmet"] {
        let item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "Spaceball One",
            kSecAttrAccount as String: name,
            kSecValueData as String: Data("12345".utf8),
        ]
        check(SecItemAdd(item as CFDictionary, nil) == errSecSuccess, "\(name) has an old item")
    }
    let query: [String: AnyHashable] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: "Spaceball One",
    ]
    let myValet = Valet.valet(with: Identifier(nonEmpty: "Druidia")!, accessibility: .whenUnlocked)
    try myValet.migrateObjects(matching: query) { pair in
        guard let name = pair.key as? String, name == "Skroob" else { return nil }
        return MigratableKeyValuePair(key: "President " + name, value: pair.value)
    }
    check(try myValet.allKeys() == ["President Skroob"], "pairs are filtered and remapped")

    try myValet.migrateObjects(matching: query, removeOnCompletion: true)
    check(try myValet.allKeys() == ["President Skroob", "Skroob", "Helmet"], "in one line")
    check(try myValet.string(forKey: "Helmet") == "12345", "with their values")
    let left = SecItemCopyMatching(query as CFDictionary, nil)
    check(left == errSecItemNotFound, "nothing is left where they were")
    let error = failure("nothing to migrate") {
        try myValet.migrateObjects(matching: query, removeOnCompletion: true)
    }
    check(error as? KeychainError == .itemNotFound, "nothing is left to migrate")
    let invalid = failure("an empty query") {
        try myValet.migrateObjects(matching: [:], removeOnCompletion: true)
    }
    check(invalid as? MigrationError == .invalidQuery, "an empty query is refused")
}

// Migrating from Valet 3

func earlierVersions() throws {
    let myKey = "Skroob"
    let myValet = Valet.valet(with: Identifier(nonEmpty: "Druidia")!, accessibility: .afterFirstUnlock)
    try addAlwaysAccessible("AccessibleAlways", kSecAttrAccessibleAlways, myKey)
    try myValet.migrateObjectsFromAlwaysAccessibleValet(removeOnCompletion: true)
    let secret: String? = try? myValet.string(forKey: myKey)
    check(secret == "12345", "items that were always accessible are moved")

    try myValet.removeAllObjects()
    try addAlwaysAccessible("AccessibleAlwaysThisDeviceOnly", kSecAttrAccessibleAlwaysThisDeviceOnly, myKey)
    try myValet.migrateObjectsFromAlwaysAccessibleThisDeviceOnlyValet(removeOnCompletion: true)
    check(try myValet.string(forKey: myKey) == "12345", "so are those of this device only")
}

/// An item as Valet 3 wrote it.
private func addAlwaysAccessible(_ name: String, _ accessibility: CFString, _ key: String) throws {
    let service = "VAL_VALValet_initWithIdentifier:accessibility:_Druidia_\(name)"
    let item: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: service,
        kSecAttrAccount as String: key,
        kSecAttrAccessible as String: accessibility,
        kSecValueData as String: Data("12345".utf8),
    ]
    check(SecItemAdd(item as CFDictionary, nil) == errSecSuccess, "an item as Valet 3 wrote it")
}
