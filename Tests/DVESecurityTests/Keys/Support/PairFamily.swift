import Crypto
import DVESecurity
import Foundation

/// The function that receives a key which was found on another thread.
typealias Completion<Key> = @Sendable (Result<Key?, any Error>) -> Void

/// The calls of one family of key pairs in one set, so that tests are tables over families.
protocol PairFamily: Sendable {
    associatedtype Private: CreateableFromSecKey & ConvertibleToSecKey
    associatedtype Public

    /// Keys that differ.
    static var keys: [Private] { get }
    static func publicHalf(_ key: Private) -> Public
    static func bytes(_ key: Private) -> Data
    static func publicBytes(_ key: Public) -> Data

    static func save(_ key: Private, _ tag: String, in group: String) throws
    static func find(tag: String, in group: String) throws -> Private?
    static func find(sha1: Data, tag: String?) throws -> Private?
    static func find(for key: Public, tag: String?) throws -> Private?
    static func find(tag: String, _ completion: @escaping Completion<Private>)
    static func find(sha1: Data, tag: String?, _ completion: @escaping Completion<Private>)
    static func find(for key: Public, tag: String?, _ completion: @escaping Completion<Private>)
    static func delete(_ key: Private, _ tag: String, in group: String) throws -> Bool
    static func delete(for key: Public, _ tag: String) throws -> Bool
    static func delete(tag: String, sha1: Data?) throws -> Bool
}

extension PairFamily {
    static func save(_ key: Private, _ tag: String) throws {
        try save(key, tag, in: Keychain.defaultAccessGroup)
    }

    static func find(tag: String) throws -> Private? {
        try find(tag: tag, in: Keychain.defaultAccessGroup)
    }

    static func delete(_ key: Private, _ tag: String) throws -> Bool {
        try delete(key, tag, in: Keychain.defaultAccessGroup)
    }
}

/// The families that tests run over.
enum Pairs: CaseIterable, Sendable {
    case rsa, synchronizableRSA, curve, synchronizableCurve, swiftCrypto

    var family: any PairFamily.Type {
        switch self {
        case .rsa: RSAPairs.self
        case .synchronizableRSA: SynchronizableRSAPairs.self
        case .curve: CurvePairs<DVESecurity.Crypto.ECC.PrivateKey>.self
        case .synchronizableCurve: SynchronizableCurvePairs.self
        case .swiftCrypto: CurvePairs<P256.Signing.PrivateKey>.self
        }
    }

    /// Families whose keys this one must not find.
    var others: [Pairs] {
        switch self {
        case .rsa: [.synchronizableRSA, .curve]
        case .synchronizableRSA: [.rsa, .synchronizableCurve]
        case .curve, .swiftCrypto: [.synchronizableCurve, .rsa]
        case .synchronizableCurve: [.curve, .synchronizableRSA]
        }
    }
}
