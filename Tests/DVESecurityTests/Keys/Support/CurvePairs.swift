import Crypto
import DVESecurity
import Foundation

/// A private key on a curve that tests can make, of this module or of swift-crypto.
protocol CurveKey: ECCPrivateKey, X963Convertible, SecKeyConvertible, Sendable {
    associatedtype PublicHalf: ECCPublicKey

    static func make() -> Self
    var publicHalf: PublicHalf { get }
}

extension DVESecurity.Crypto.ECC.PrivateKey: CurveKey {
    static func make() -> Self { Self(curve: .p384) }
    var publicHalf: DVESecurity.Crypto.ECC.PublicKey { publicKey() }
}

extension P256.Signing.PrivateKey: CurveKey {
    static func make() -> Self { Self() }
    var publicHalf: P256.Signing.PublicKey { publicKey }
}

enum CurvePairs<Private: CurveKey>: PairFamily {
    typealias Public = Private.PublicHalf

    static var keys: [Private] { [.make(), .make()] }
    static func publicHalf(_ key: Private) -> Public { key.publicHalf }
    static func bytes(_ key: Private) -> Data { key.x963Representation }
    static func publicBytes(_ key: Public) -> Data { key.x963Representation }

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

enum SynchronizableCurvePairs: PairFamily {
    typealias Private = DVESecurity.Crypto.ECC.PrivateKey
    typealias Public = Private.PublicHalf

    static var keys: [Private] { [.make(), .make()] }
    static func publicHalf(_ key: Private) -> Public { key.publicHalf }
    static func bytes(_ key: Private) -> Data { key.x963Representation }
    static func publicBytes(_ key: Public) -> Data { key.x963Representation }

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
