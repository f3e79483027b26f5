import DVESecurity
import Foundation

/// Keys that are made once: making one takes a while.
let rsaKeys = (0..<2).compactMap { _ in try? Crypto.RSA.PrivateKey(bitCount: 1024) }

enum RSAPairs: PairFamily {
    typealias Private = Crypto.RSA.PrivateKey
    typealias Public = Crypto.RSA.PublicKey

    static var keys: [Private] { rsaKeys }
    static func publicHalf(_ key: Private) -> Public { key.publicKey() }
    static func bytes(_ key: Private) -> Data { key.pkcs1Representation }
    static func publicBytes(_ key: Public) -> Data { key.pkcs1Representation }

    static func save(_ key: Private, _ tag: String, in group: String) throws {
        try Keychain.saveKey(key, withTag: tag, accessGroup: group)
    }

    static func find(tag: String, in group: String) throws -> Private? {
        try Keychain.queryKey(withTag: tag, accessGroup: group)
    }

    static func find(sha1: Data, tag: String?) throws -> Private? {
        try Keychain.queryKey(withPublicKeySHA1: sha1, tag: tag)
    }

    static func find(for key: Public, tag: String?) throws -> Private? {
        try Keychain.queryKey(for: key, withTag: tag)
    }

    static func find(tag: String, _ completion: @escaping Completion<Private>) {
        Keychain.queryKey(withTag: tag, completion: completion)
    }

    static func find(sha1: Data, tag: String?, _ completion: @escaping Completion<Private>) {
        Keychain.queryKey(withPublicKeySHA1: sha1, tag: tag, completion: completion)
    }

    static func find(for key: Public, tag: String?, _ completion: @escaping Completion<Private>) {
        Keychain.queryKey(for: key, withTag: tag, completion: completion)
    }

    static func delete(_ key: Private, _ tag: String, in group: String) throws -> Bool {
        try Keychain.deleteKey(key, withTag: tag, accessGroup: group)
    }

    static func delete(for key: Public, _ tag: String) throws -> Bool {
        try Keychain.deletePrivateKey(for: key, withTag: tag)
    }

    static func delete(tag: String, sha1: Data?) throws -> Bool {
        try Keychain.deleteKey(ofType: Private.self, withTag: tag, publicKeySHA1: sha1)
    }
}

enum SynchronizableRSAPairs: PairFamily {
    typealias Private = Crypto.RSA.PrivateKey
    typealias Public = Crypto.RSA.PublicKey

    static var keys: [Private] { rsaKeys }
    static func publicHalf(_ key: Private) -> Public { key.publicKey() }
    static func bytes(_ key: Private) -> Data { key.pkcs1Representation }
    static func publicBytes(_ key: Public) -> Data { key.pkcs1Representation }

    static func save(_ key: Private, _ tag: String, in group: String) throws {
        try Keychain.saveSynchronizableKey(key, withTag: tag, accessGroup: group)
    }

    static func find(tag: String, in group: String) throws -> Private? {
        try Keychain.querySynchronizableKey(withTag: tag, accessGroup: group)
    }

    static func find(sha1: Data, tag: String?) throws -> Private? {
        try Keychain.querySynchronizableKey(withPublicKeySHA1: sha1, tag: tag)
    }

    static func find(for key: Public, tag: String?) throws -> Private? {
        try Keychain.querySynchronizableKey(for: key, withTag: tag)
    }

    static func find(tag: String, _ completion: @escaping Completion<Private>) {
        Keychain.querySynchronizableKey(withTag: tag, completion: completion)
    }

    static func find(sha1: Data, tag: String?, _ completion: @escaping Completion<Private>) {
        Keychain.querySynchronizableKey(withPublicKeySHA1: sha1, tag: tag, completion: completion)
    }

    static func find(for key: Public, tag: String?, _ completion: @escaping Completion<Private>) {
        Keychain.querySynchronizableKey(for: key, withTag: tag, completion: completion)
    }

    static func delete(_ key: Private, _ tag: String, in group: String) throws -> Bool {
        try Keychain.deleteSynchronizableKey(key, withTag: tag, accessGroup: group)
    }

    static func delete(for key: Public, _ tag: String) throws -> Bool {
        try Keychain.deleteSynchronizablePrivateKey(for: key, withTag: tag)
    }

    static func delete(tag: String, sha1: Data?) throws -> Bool {
        try Keychain.deleteSynchronizableKey(
            ofType: Private.self,
            withTag: tag,
            publicKeySHA1: sha1
        )
    }
}
