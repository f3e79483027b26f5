import AppleVocabulary
import Crypto
import DVESecurity
import Foundation
import KeeperRuns
@_spi(Keepers) import PortableKeychain
import Testing

private typealias Keychain = DVESecurity.Keychain
private typealias KeychainError = DVESecurity.KeychainError

/// The properties of symmetric keys only: labels, sizes, and updates.
@Suite(.throughEachKeeper) struct SymmetricKeyTests {
    /// One set of symmetric keys.
    private struct Calls: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let save: @Sendable (KeyData, Data?) throws -> Void
        let find: @Sendable (Data?) throws -> KeyData?
        let update: @Sendable (KeyData, Data?) throws -> Void
        let updateOther: @Sendable (SymmetricKey, Data?) throws -> Void
        let delete: @Sendable (Data?) throws -> Bool
    }

    private static let sets = [
        Calls(
            testDescription: "local",
            save: { try Keychain.saveKey($0, withTag: "t", applicationLabel: $1) },
            find: { try Keychain.queryKey(withTag: "t", applicationLabel: $0) },
            update: { try Keychain.updateKey(newKey: $0, withTag: "t", applicationLabel: $1) },
            updateOther: { try Keychain.updateKey(newKey: $0, withTag: "t", applicationLabel: $1) },
            delete: { try Keychain.deleteKey(withTag: "t", applicationLabel: $0) }
        ),
        Calls(
            testDescription: "synchronizable",
            save: { try Keychain.saveSynchronizableKey($0, withTag: "t", applicationLabel: $1) },
            find: { try Keychain.querySynchronizableKey(withTag: "t", applicationLabel: $0) },
            update: {
                try Keychain.updateSynchronizableKey(
                    newKey: $0,
                    withTag: "t",
                    applicationLabel: $1
                )
            },
            updateOther: {
                try Keychain.updateSynchronizableKey(
                    newKey: $0,
                    withTag: "t",
                    applicationLabel: $1
                )
            },
            delete: { try Keychain.deleteSynchronizableKey(withTag: "t", applicationLabel: $0) }
        ),
    ]

    private let one = Data("one".utf8)
    private let two = Data("two".utf8)

    @Test(arguments: sets)
    private func labelsDistinguishKeys(calls: Calls) throws {
        try isolated {
            try calls.save(KeyData(copyFrom: [1]), one)
            #expect(try calls.find(nil)?.bytes == [1])
            try calls.save(KeyData(copyFrom: [2]), two)
            #expect(throws: KeychainError.ambiguousQueryResult) { try calls.find(nil) }
            #expect(try calls.find(one)?.bytes == [1])
            #expect(try calls.find(two)?.bytes == [2])
            #expect(try calls.delete(one))
            #expect(try calls.find(nil)?.bytes == [2])
            #expect(try calls.delete(nil))
            #expect(try !calls.delete(two))
        }
    }

    @Test(arguments: sets)
    private func updatesReplaceKeyAndSize(calls: Calls) throws {
        try isolated {
            try calls.save(KeyData(copyFrom: [1]), one)
            try calls.save(KeyData(copyFrom: [2]), two)
            try calls.update(KeyData(copyFrom: [3, 3]), one)
            #expect(try calls.find(one)?.bytes == [3, 3])
            #expect(try calls.find(two)?.bytes == [2])
            #expect(try storedAttributes(.key)[.keySizeInBits] == .number(16))
            let key = SymmetricKey(size: .bits128)
            try calls.updateOther(key, one)
            #expect(try calls.find(one) == key.keyData)
        }
    }

    @Test(arguments: sets)
    private func updatesNeverOverwriteSeveralKeys(calls: Calls) throws {
        try isolated {
            #expect(throws: KeychainError.itemUpdateFailed(status: errSecItemNotFound)) {
                try calls.update(KeyData(copyFrom: [3]), nil)
            }
            try calls.save(KeyData(copyFrom: [1]), one)
            try calls.save(KeyData(copyFrom: [2]), two)
            #expect(throws: KeychainError.ambiguousQueryResult) {
                try calls.update(KeyData(copyFrom: [3]), nil)
            }
            #expect(throws: KeychainError.itemUpdateFailed(status: errSecItemNotFound)) {
                try calls.update(KeyData(copyFrom: [3]), Data("three".utf8))
            }
            #expect(try calls.find(one)?.bytes == [1])
            #expect(try calls.find(two)?.bytes == [2])
        }
    }

    @Test func attributesAreStored() throws {
        try isolated {
            try Keychain.saveKey(
                KeyData(copyFrom: [1, 2, 3]),
                withTag: "t",
                applicationLabel: one,
                accessGroup: "team.shared",
                accessControl: .whenUnlockedThisDeviceOnly,
                label: "Backup"
            )
            let stored = try storedAttributes(.key)
            let expected: ItemAttributes = [
                .keyClass: .number(2), .keySizeInBits: .number(24), .applicationTag: .string("t"),
                .applicationLabel: .data(one), .label: .string("Backup"),
                .accessGroup: .string("team.shared"), .accessible: .string("aku"),
            ]
            for (key, value) in expected { #expect(stored[key] == value) }
        }
    }
}
