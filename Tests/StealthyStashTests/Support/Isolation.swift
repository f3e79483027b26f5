import AppleVocabulary
import Foundation
import KeeperRuns
@_spi(Keepers) import PortableKeychain
import StealthyStash

typealias StashError = StealthyStash.KeychainError

extension StealthyStash.KeychainError {
    static let notFound = Self.unhandledError(status: errSecItemNotFound)
    static let duplicate = Self.unhandledError(status: errSecDuplicateItem)
}

/// Runs code against an empty keychain of its own.
@discardableResult
func isolated<R>(groups: [String] = [], _ body: (Keychain) throws -> R) throws -> R {
    let keychain = KeeperRun.reaching(
        try Keychain.inMemory(
            .init(applicationIdentifier: "com.example.stash", accessGroups: groups)
        )
    )
    return try Keychain.withCurrent(keychain) { try body(keychain) }
}

/// Runs asynchronous code against an empty keychain of its own.
func isolated<R>(_ body: (Keychain) async throws -> R) async throws -> R {
    let keychain = KeeperRun.reaching(
        try Keychain.inMemory(
            .init(applicationIdentifier: "com.example.stash", accessGroups: [])
        )
    )
    return try await Keychain.withCurrent(keychain) { try await body(keychain) }
}

extension Keychain {
    /// Stores an item as another program would.
    func plant(
        _ itemClass: ItemClass,
        _ attributes: ItemAttributes,
        secret: String? = "planted"
    ) throws {
        let bytes = secret.map { Array($0.utf8) }
        _ = try perform(
            ItemRequest(
                .add,
                itemClass: itemClass,
                attributes: attributes,
                secret: bytes.map { bytes in
                    SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
                }
            )
        )
    }

    /// The stored values: one attribute of all items of a class, synchronized or not.
    func stored(_ key: AttributeKey, _ itemClass: ItemClass) throws -> [AttributeValue?] {
        let request = ItemRequest(
            .copyMatching,
            itemClass: itemClass,
            attributes: [.synchronizable: SynchronizationScope.any.value],
            limit: .all,
            returning: .attributes
        )
        do throws(PortableKeychain.KeychainError) {
            return try perform(request).items.map { $0.attributes?[key] }
        } catch {
            guard error.code == .itemNotFound else { throw error }
            return []
        }
    }
}

extension KeychainRepository {
    static let plain = KeychainRepository()
    static let named = KeychainRepository(
        defaultServiceName: "service",
        defaultServerName: "server"
    )

    /// The secrets of all items of a class that the repository finds, in order.
    func secrets(_ type: StealthyPropertyType = .generic) throws -> [String] {
        try query(TypeQuery(type: type)).map { String(decoding: $0.data, as: UTF8.self) }.sorted()
    }

    func create(_ item: some StealthyProperty) throws { try create(item.eraseToAnyProperty()) }
    func delete(_ item: some StealthyProperty) throws { try delete(item.eraseToAnyProperty()) }
}

extension GenericPasswordItem {
    init(_ account: String, _ secret: String = "", service: String? = nil) {
        self.init(account: account, data: Data(secret.utf8), service: service)
    }
}

extension InternetPasswordItem {
    init(_ account: String, _ secret: String = "", server: String? = nil) {
        self.init(account: account, data: Data(secret.utf8), server: server)
    }
}

/// A search with any keys.
struct AnyQuery: Query {
    let type: StealthyPropertyType
    let text: [String: String]
    var flags: [String: Bool] = [:]

    func keychainDictionary() -> StealthyDictionary {
        text.mapValues { $0 as Any? }.merging(flags.mapValues { $0 as Any? }) { $1 }
    }
}
