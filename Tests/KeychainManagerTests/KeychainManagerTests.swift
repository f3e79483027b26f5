import AppleVocabulary
import Foundation
import KeeperRuns
import KeychainManager
import PortableKeychain
import Testing

/// Values of one's own as items.
@Suite(.throughEachKeeper) struct KeychainManagerTests {
    struct Token: Codable, Equatable {
        var text: String
        var expiry: Int
    }

    private let manager = KeychainManager.shared
    private let token = Token(text: "Grüße", expiry: 7)

    private func isolated(_ body: () throws -> Void) throws {
        try Keychain.withCurrent(KeeperRun.reaching(.inMemory()), operation: body)
    }

    @Test(arguments: [KeychainManager.ItemClass.generic, .password])
    func savesReadsChangesAndDeletes(itemClass: KeychainManager.ItemClass) throws {
        try isolated {
            try manager.saveItem(token, itemClass: itemClass, key: "k")
            let read: Token = try manager.retrieveItem(ofClass: itemClass, key: "k")
            #expect(read == token)
            try manager.updateItem(with: ["other"], ofClass: itemClass, key: "k")
            let other: [String] = try manager.retrieveItem(ofClass: itemClass, key: "k")
            #expect(other == ["other"])
            try manager.deleteItem(ofClass: itemClass, key: "k")
            #expect(throws: KeychainManager.KeychainError.itemNotFound) {
                let _: Token = try manager.retrieveItem(ofClass: itemClass, key: "k")
            }
        }
    }

    @Test func savesOtherValues() throws {
        try isolated {
            try manager.saveItem("text", itemClass: .generic, key: "text")
            try manager.saveItem(7, itemClass: .generic, key: "number")
            let text: String = try manager.retrieveItem(ofClass: .generic, key: "text")
            let number: Int = try manager.retrieveItem(ofClass: .generic, key: "number")
            #expect(text == "text")
            #expect(number == 7)
        }
    }

    @Test func reportsWhatIsMissingOrThere() throws {
        typealias Failure = KeychainManager.KeychainError
        try isolated {
            #expect(throws: Failure.itemNotFound) {
                try manager.updateItem(with: 1, ofClass: .generic, key: "k")
            }
            #expect(throws: Failure.itemNotFound) {
                try manager.deleteItem(ofClass: .generic, key: "k")
            }
            try manager.saveItem(token, itemClass: .generic, key: "k")
            #expect(throws: Failure.duplicateItem) {
                try manager.saveItem(1, itemClass: .generic, key: "k")
            }
            try manager.saveItem(1, itemClass: .password, key: "k")
            #expect(throws: DecodingError.self) {
                let _: [String] = try manager.retrieveItem(ofClass: .generic, key: "k")
            }
            #expect(throws: EncodingError.self) {
                try manager.saveItem(Double.nan, itemClass: .generic, key: "nan")
            }
        }
    }

    @Test func findsByAttributes() throws {
        let label: KeychainManager.ItemAttributes = [kSecAttrLabel: "ApiToken"]
        try isolated {
            try manager.saveItem(token, itemClass: .generic, key: "k", attributes: label)
            let item = try #require(
                try Keychain.current.item(matching: .genericPassword(account: "k"))
            )
            #expect(item.label == "ApiToken")
            let read: Token = try manager.retrieveItem(
                ofClass: .generic,
                key: "k",
                attributes: label
            )
            #expect(read == token)
            #expect(throws: KeychainManager.KeychainError.itemNotFound) {
                try manager.deleteItem(
                    ofClass: .generic,
                    key: "k",
                    attributes: [kSecAttrLabel: "Other"]
                )
            }
            for service in ["a", "b"] {
                try manager.saveItem(
                    service,
                    itemClass: .generic,
                    key: "same",
                    attributes: [kSecAttrService: service]
                )
            }
            let second: String = try manager.retrieveItem(
                ofClass: .generic,
                key: "same",
                attributes: [kSecAttrService: "b"]
            )
            #expect(second == "b")
        }
    }

    /// Attributes that would put another value in place of the caller's arguments.
    nonisolated(unsafe) static let contradictions: [KeychainManager.ItemAttributes] = [
        [kSecAttrAccount: "other"], [kSecClass: kSecClassKey], [kSecValueData: Data()],
        [kSecAttrAccount: 1],
    ]

    @Test(arguments: contradictions.indices)
    func storesNothingElseThanItWasGiven(index: Int) throws {
        let attributes = Self.contradictions[index]
        try isolated {
            #expect(throws: KeychainManager.KeychainError.incorrectAttributeForClass) {
                try self.manager.saveItem(
                    token,
                    itemClass: .generic,
                    key: "k",
                    attributes: attributes
                )
            }
            let stored = try Keychain.current.items(matching: KeychainQuery<GenericPassword>.all)
            #expect(stored.isEmpty)
        }
        try isolated {
            try manager.saveItem(
                token,
                itemClass: .generic,
                key: "k",
                attributes: [kSecAttrAccount: "k", kSecClass: kSecClassGenericPassword]
            )
        }
    }

    @Test(arguments: [KeychainManager.ItemClass.certificate, .cryptography, .identity])
    func refusesValuesWhereItemsAreNoValues(itemClass: KeychainManager.ItemClass) throws {
        try isolated {
            #expect(throws: KeychainManager.KeychainError.self) {
                try self.manager.saveItem(self.token, itemClass: itemClass, key: "k")
            }
        }
    }

    @Test func isHandedAKeychain() throws {
        let other = try Keychain.inMemory()
        try isolated {
            let manager = KeychainManager(keychain: other)
            try manager.saveItem(token, itemClass: .generic, key: "k")
            #expect(throws: KeychainManager.KeychainError.itemNotFound) {
                try self.manager.deleteItem(ofClass: .generic, key: "k")
            }
            #expect(try other.contains(.genericPassword(account: "k")))
        }
    }

    @Test func namesClassesByApplesConstants() {
        let table: [(KeychainManager.ItemClass, CFString)] = [
            (.generic, kSecClassGenericPassword), (.password, kSecClassInternetPassword),
            (.certificate, kSecClassCertificate), (.cryptography, kSecClassKey),
            (.identity, kSecClassIdentity),
        ]
        for (itemClass, constant) in table {
            #expect(itemClass.rawValue == constant)
            #expect(KeychainManager.ItemClass(rawValue: constant) == itemClass)
        }
        #expect(KeychainManager.ItemClass(rawValue: "none" as CFString) == nil)
    }

    @Test func explainsErrorsInOneWay() {
        let table: [(KeychainManager.KeychainError, String)] = [
            (.invalidData, "Invalid data"), (.itemNotFound, "Item not found"),
            (.duplicateItem, "Duplicate Item"),
            (.incorrectAttributeForClass, "Incorrect Attribute for Class"),
            (.unexpected(-34_018), "Unexpected error - -34018"),
        ]
        for (error, text) in table {
            #expect(error.localizedDescription == text)
            #expect((error as any Error).localizedDescription == text)
        }
    }
}
