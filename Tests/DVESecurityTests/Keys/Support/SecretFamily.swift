import Crypto
import DVESecurity
import Foundation
import Testing

typealias KeyData = DVESecurity.Crypto.KeyData

/// The calls for secret keys of one class of items in one set, so that tests are tables over them.
struct SecretFamily: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let save: @Sendable (KeyData, String) throws -> Void
    let saveOther: @Sendable (SymmetricKey, String) throws -> Void
    let find: @Sendable (String) throws -> KeyData?
    let findLater: @Sendable (String, @escaping Completion<KeyData>) -> Void
    let findWaiting: @Sendable (String) async throws -> KeyData?
    let delete: @Sendable (String) throws -> Bool

    static let all = [symmetric, synchronizableSymmetric, password, synchronizablePassword]

    static let symmetric = SecretFamily(
        testDescription: "symmetric",
        save: { try Keychain.saveKey($0, withTag: $1, applicationLabel: nil) },
        saveOther: { try Keychain.saveKey($0, withTag: $1, applicationLabel: nil) },
        find: { try Keychain.queryKey(withTag: $0, applicationLabel: nil) },
        findLater: { Keychain.queryKey(withTag: $0, applicationLabel: nil, completion: $1) },
        findWaiting: { try await Keychain.queryKey(withTag: $0, applicationLabel: nil) },
        delete: { try Keychain.deleteKey(withTag: $0, applicationLabel: nil) }
    )

    static let synchronizableSymmetric = SecretFamily(
        testDescription: "synchronizable symmetric",
        save: { try Keychain.saveSynchronizableKey($0, withTag: $1, applicationLabel: nil) },
        saveOther: { try Keychain.saveSynchronizableKey($0, withTag: $1, applicationLabel: nil) },
        find: { try Keychain.querySynchronizableKey(withTag: $0, applicationLabel: nil) },
        findLater: {
            Keychain.querySynchronizableKey(withTag: $0, applicationLabel: nil, completion: $1)
        },
        findWaiting: {
            try await Keychain.querySynchronizableKey(withTag: $0, applicationLabel: nil)
        },
        delete: { try Keychain.deleteSynchronizableKey(withTag: $0, applicationLabel: nil) }
    )

    static let password = SecretFamily(
        testDescription: "password",
        save: { try Keychain.GenericPassword.saveKey($0, forAccount: $1, service: "s") },
        saveOther: { try Keychain.GenericPassword.saveKey($0, forAccount: $1, service: "s") },
        find: { try Keychain.GenericPassword.queryKey(forAccount: $0, service: "s") },
        findLater: {
            Keychain.GenericPassword.queryKey(forAccount: $0, service: "s", completion: $1)
        },
        findWaiting: { try await Keychain.GenericPassword.queryKey(forAccount: $0, service: "s") },
        delete: { try Keychain.GenericPassword.delete(forAccount: $0, service: "s") }
    )

    static let synchronizablePassword = SecretFamily(
        testDescription: "synchronizable password",
        save: {
            try Keychain.GenericPassword.saveSynchronizableKey($0, forAccount: $1, service: "s")
        },
        saveOther: {
            try Keychain.GenericPassword.saveSynchronizableKey($0, forAccount: $1, service: "s")
        },
        find: { try Keychain.GenericPassword.querySynchronizableKey(forAccount: $0, service: "s") },
        findLater: {
            Keychain.GenericPassword.querySynchronizableKey(
                forAccount: $0,
                service: "s",
                completion: $1
            )
        },
        findWaiting: {
            try await Keychain.GenericPassword.querySynchronizableKey(forAccount: $0, service: "s")
        },
        delete: { try Keychain.GenericPassword.deleteSynchronizable(forAccount: $0, service: "s") }
    )
}

extension KeyData {
    /// The bytes as tests compare them.
    var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
