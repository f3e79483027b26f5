import Foundation
import KeeperRuns
@_spi(Keepers) import PortableKeychain
import Testing
import enum Valet.KeychainError

@testable import Valet

/// Moving values into a valet.
@Suite(.throughEachKeeper) struct MigrationTests {
    private let valet = Valet.valet(with: name("New"), accessibility: .afterFirstUnlock)
    private static var query: [String: AnyHashable] { ["class": "genp", "svce": "old"] }

    /// Stores items as plain code would.
    private func store(_ values: [(AttributeValue?, String)]) throws {
        for (account, value) in values {
            var item = GenericPassword(attributes: [.service: .string("old")])
            item.attributes[.account] = account
            try Keychain.current.add(value, for: item)
        }
    }

    private func left() throws -> Int {
        try Keychain.current.items(matching: .genericPassword(service: "old")).count
    }

    @Test(arguments: [true, false])
    func movesWhatPlainCodeStored(removes: Bool) throws {
        try isolated {
            try store([(.string("ann"), "1"), (.string("bob"), "2")])
            try valet.migrateObjects(matching: Self.query, removeOnCompletion: removes)
            #expect(try valet.allKeys() == ["ann", "bob"])
            #expect(try valet.string(forKey: "bob") == "2")
            #expect(try left() == (removes ? 0 : 2))
        }
    }

    /// Queries that do not select the items to move.
    nonisolated(unsafe) private static let refused: [[String: AnyHashable]] = [
        [:], ["svce": "old"], ["class": "inet"], ["class": "none"],
        query.merging(["m_Limit": "m_LimitOne"]) { $1 },
        query.merging(["r_Data": true]) { $1 },
        query.merging(["r_Attributes": false]) { $1 },
        query.merging(["r_Ref": true]) { $1 },
        query.merging(["r_PersistentRef": false]) { $1 },
        query.merging(["accc": "anything"]) { $1 },
        query.merging(["m_Limit": "garbage"]) { $1 },
        query.merging(["no such key": 1]) { $1 },
    ]

    @Test(arguments: refused.indices)
    func refusesQueries(index: Int) throws {
        try isolated {
            try store([(.string("ann"), "1")])
            #expect(throws: MigrationError.invalidQuery) {
                try valet.migrateObjects(matching: Self.refused[index], removeOnCompletion: true)
            }
            #expect(try left() == 1)
        }
    }

    nonisolated(unsafe) private static let accepted: [[String: AnyHashable]] = [
        query, query.merging(["m_Limit": "m_LimitAll"]) { $1 },
        query.merging(["r_Data": false, "r_Attributes": true, "r_PersistentRef": true]) { $1 },
        query.merging(["acct": "ann"]) { $1 },
        query.merging(["nleg": true, "sync": "syna"]) { $1 },
    ]

    @Test(arguments: accepted.indices)
    func takesQueries(index: Int) throws {
        try isolated {
            try store([(.string("ann"), "1")])
            try valet.migrateObjects(matching: Self.accepted[index], removeOnCompletion: true)
            #expect(try valet.string(forKey: "ann") == "1")
            #expect(try left() == 0)
        }
    }

    /// The values that cannot be moved, and the reasons.
    private static let unmovable: [([(AttributeValue?, String)], MigrationError)] = [
        ([(.string("ann"), "1"), (.string("bob"), "")], .dataToMigrateInvalid),
        ([(.string("ann"), "1"), (.data(Data([7])), "2")], .keyToMigrateInvalid),
        ([(.string("ann"), "1"), (.string(""), "2")], .keyToMigrateInvalid),
        ([(.string("ann"), "1"), (nil, "2")], .keyToMigrateInvalid),
        ([(.string("ann"), "1"), (.string("here"), "2")], .keyToMigrateAlreadyExistsInValet),
    ]

    @Test(arguments: unmovable.indices)
    func movesAllOrNothing(index: Int) throws {
        let (values, error) = Self.unmovable[index]
        try isolated {
            try valet.setString("mine", forKey: "here")
            try store(values)
            #expect(throws: error) {
                try valet.migrateObjects(matching: Self.query, removeOnCompletion: true)
            }
            #expect(try left() == 2)
            #expect(try valet.allKeys() == ["here"])
            #expect(try valet.string(forKey: "here") == "mine")
        }
    }

    @Test func findsNothing() throws {
        try isolated {
            let other = Valet.valet(with: name("Other"), accessibility: .whenUnlocked)
            for error in [
                #expect(throws: KeychainError.self) {
                    try valet.migrateObjects(matching: Self.query, removeOnCompletion: true)
                },
                #expect(throws: KeychainError.self) {
                    try valet.migrateObjects(from: other, removeOnCompletion: true)
                },
                #expect(throws: KeychainError.self) {
                    try valet.migrateObjectsFromAlwaysAccessibleValet(removeOnCompletion: true)
                },
                #expect(throws: KeychainError.self) { try valet.migrateObjectsFromPreCatalina() },
            ] {
                #expect(error == .itemNotFound)
            }
        }
    }

    @Test func choosesAndRenames() throws {
        struct Stop: Error {}
        try isolated {
            try store([(.string("ann"), "1"), (.data(Data("bob".utf8)), "2"), (.string("c"), "3")])
            #expect(throws: Stop.self) {
                try valet.migrateObjects(matching: Self.query) { pair in
                    guard pair.key as? String != "c" else { throw Stop() }
                    return MigratableKeyValuePair(key: "\(pair.key)", value: pair.value)
                }
            }
            #expect(throws: MigrationError.duplicateKeyToMigrate) {
                try valet.migrateObjects(matching: Self.query) { pair in
                    MigratableKeyValuePair(key: "same", value: pair.value)
                }
            }
            #expect(throws: MigrationError.keyToMigrateInvalid) {
                try valet.migrateObjects(matching: Self.query) { pair in
                    MigratableKeyValuePair(key: "", value: pair.value)
                }
            }
            #expect(throws: MigrationError.dataToMigrateInvalid) {
                try valet.migrateObjects(matching: Self.query) { _ in
                    MigratableKeyValuePair(key: "k", value: "")
                }
            }
            #expect(try valet.allKeys().isEmpty)
            try valet.migrateObjects(matching: Self.query) { pair in
                if let bytes = pair.key as? Data {
                    return MigratableKeyValuePair(
                        key: String(decoding: bytes, as: UTF8.self),
                        value: "was \(String(decoding: pair.value, as: UTF8.self))"
                    )
                }
                // The valet may be used meanwhile.
                _ = try valet.allKeys()
                return pair.key as? String == "ann"
                    ? MigratableKeyValuePair(key: "Ann", value: pair.value) : nil
            }
            #expect(try valet.allKeys() == ["Ann", "bob"])
            #expect(try valet.string(forKey: "bob") == "was 2")
            #expect(try left() == 3)
        }
    }

    @Test func choosesAmongTheValuesOfAnotherValet() throws {
        try isolated {
            let other = Valet.valet(with: name("Other"), accessibility: .whenUnlocked)
            #expect(other.canAccessKeychain())
            try other.setString("1", forKey: "a")
            try other.setString("2", forKey: "b")
            try valet.migrateObjects(from: other) { pair in
                (pair.key as? String).flatMap { key in
                    key == "a" ? nil : MigratableKeyValuePair(key: key + key, value: pair.value)
                }
            }
            #expect(try valet.allKeys() == ["bb"])
            #expect(try other.allKeys() == ["a", "b"])
        }
    }

    @Test func refusesToMoveIntoItself() throws {
        try isolated {
            try valet.setString("v", forKey: "k")
            #expect(throws: MigrationError.keyToMigrateAlreadyExistsInValet) {
                try valet.migrateObjects(from: valet, removeOnCompletion: true)
            }
            #expect(try valet.string(forKey: "k") == "v")
        }
    }

    /// Valets whose items change their accessibility alone, and valets whose items move.
    private static let recipes: [(Valet, Valet)] = [
        (
            .valet(withExplicitlySet: name("Druidia"), accessibility: .whenUnlocked),
            .valet(withExplicitlySet: name("Druidia"), accessibility: .afterFirstUnlock)
        ),
        (
            .sharedGroupValet(
                withExplicitlySet: group("AppID", "Shared"),
                accessibility: .whenUnlocked
            ),
            .sharedGroupValet(
                withExplicitlySet: group("AppID", "Shared"),
                accessibility: .whenUnlockedThisDeviceOnly
            )
        ),
        (
            .iCloudValet(withExplicitlySet: name("Druidia"), accessibility: .whenUnlocked),
            .iCloudValet(withExplicitlySet: name("Druidia"), accessibility: .afterFirstUnlock)
        ),
        (
            .valet(with: name("Druidia"), accessibility: .whenUnlocked),
            .valet(with: name("Druidia"), accessibility: .afterFirstUnlock)
        ),
        (
            .valet(withExplicitlySet: name("Druidia"), accessibility: .whenUnlocked),
            .iCloudValet(withExplicitlySet: name("Druidia"), accessibility: .whenUnlocked)
        ),
    ]

    @Test(arguments: recipes.indices)
    func changesTheAccessibility(index: Int) throws {
        let (old, new) = Self.recipes[index]
        try isolated {
            #expect(old.canAccessKeychain())
            for key in ["a", "b", "c"] { try old.setString("v\(key)", forKey: key) }
            try new.migrateObjects(from: old, removeOnCompletion: true)
            #expect(try new.allKeys() == ["a", "b", "c"])
            #expect(try new.string(forKey: "b") == "vb")
            #expect(try old.allKeys().isEmpty)
            #expect(throws: KeychainError.itemNotFound) { try old.string(forKey: "b") }
            // And back again.
            try old.migrateObjects(from: new, removeOnCompletion: true)
            #expect(try old.allKeys() == ["a", "b", "c"])
            #expect(try new.allKeys().isEmpty)
        }
    }

    @Test func keepsOneOfTwoInOnePlace() throws {
        let (old, new) = Self.recipes[0]
        try isolated {
            try old.setString("v", forKey: "k")
            #expect(throws: MigrationError.keyToMigrateAlreadyExistsInValet) {
                try new.migrateObjects(from: old, removeOnCompletion: false)
            }
            #expect(try old.string(forKey: "k") == "v")
        }
    }

    /// A valet of today, where older versions kept its values, and in which group.
    private static let older: [(Valet, String, String, String?)] = [
        (
            .valet(with: name("D"), accessibility: .whenUnlocked), "Always",
            "VAL_VALValet_initWithIdentifier:accessibility:_D_Accessible", nil
        ),
        (
            .sharedGroupValet(with: group("AppID", "Shared"), accessibility: .whenUnlocked),
            "Always",
            "VAL_VALValet_initWithSharedAccessGroupIdentifier:accessibility:_Shared_Accessible",
            "AppID.Shared"
        ),
        (.valet(withExplicitlySet: name("D"), accessibility: .whenUnlocked), "", "D", nil),
        (
            .valet(withExplicitlySet: name("D"), accessibility: .whenUnlocked), "Always",
            "VAL_VALValet_initWithIdentifier:accessibility:_D_Accessible", nil
        ),
        (
            .sharedGroupValet(
                withExplicitlySet: group("AppID", "Shared"),
                accessibility: .whenUnlocked
            ), "", "AppID.Shared", "AppID.Shared"
        ),
        (
            .sharedGroupValet(
                withExplicitlySet: group("AppID", "Shared"),
                accessibility: .whenUnlocked
            ), "", "Shared", "AppID.Shared"
        ),
    ]

    @Test(arguments: older.indices, [true, false])
    func findsWhatWasAlwaysAccessible(index: Int, isThisDeviceOnly: Bool) throws {
        let (valet, always, service, group) = Self.older[index]
        let end = always.isEmpty ? "" : always + (isThisDeviceOnly ? "ThisDeviceOnly" : "")
        try isolated {
            var item = GenericPassword(service: service + end, account: "k", accessGroup: group)
            item.accessibility = isThisDeviceOnly ? .alwaysThisDeviceOnly : .always
            try Keychain.current.add("v", for: item)
            if isThisDeviceOnly {
                try valet.migrateObjectsFromAlwaysAccessibleThisDeviceOnlyValet(
                    removeOnCompletion: true
                )
            } else {
                try valet.migrateObjectsFromAlwaysAccessibleValet(removeOnCompletion: true)
            }
            #expect(try valet.string(forKey: "k") == "v")
            #expect(
                try Keychain.current.items(matching: KeychainQuery<GenericPassword>.all).count == 1
            )
        }
    }

    @Test func startsOverWhenTheSourceChangesMeanwhile() throws {
        try isolated {
            try store([(.string("ann"), "old")])
            var rounds = 0
            let destination = Entries(sandbox: valet.sandbox)
            try Migration(
                destination: destination,
                sources: [try MigrationQuery(Self.query).request],
                removes: true
            ).run { pair in
                rounds += 1
                if rounds == 1 {
                    _ = try Keychain.current.update(matching: .genericPassword(service: "old")) {
                        $0.setSecret("new")
                    }
                }
                return try Entries.identity(pair)
            }
            #expect(rounds == 2)
            #expect(try valet.string(forKey: "ann") == "new")
            #expect(try left() == 0)
        }
    }
}
