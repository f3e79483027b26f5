import Foundation
@_spi(Keepers) import PortableKeychain
import StealthyStash
import Testing

/// The code blocks of the library's own article, in their order.
@Suite struct SeedTests {
    @Test func walksTheArticle() async throws {
        let keychain = try Keychain.inMemory(
            .init(
                applicationIdentifier: "com.example.stash",
                accessGroups: ["MLT7M394S7.com.brightdigit.KeychainSyncDemo"]
            )
        )
        try await Keychain.withCurrent(keychain) {
            let repository = KeychainRepository(
                defaultServiceName: "com.brightdigit.KeychainSyncDemo",
                defaultServerName: "com.brightdigit.KeychainSyncDemo",
                defaultAccessGroup: "MLT7M394S7.com.brightdigit.KeychainSyncDemo"
            )
            let none: CompositeCredentials? = try await repository.fetch()
            #expect(none == nil)

            let old = CompositeCredentials(userName: "leo", password: "s3cret", token: nil)
            try repository.create(old)
            #expect(try await repository.fetch() == old)
            let groups = try keychain.stored(.accessGroup, .internetPassword)
            #expect(groups == [.string("MLT7M394S7.com.brightdigit.KeychainSyncDemo")])

            let new = CompositeCredentials(userName: "leo", password: "n3w", token: "t0ken")
            try repository.update(from: old, to: new)
            #expect(try await repository.fetch() == new)

            let last = CompositeCredentials(userName: "leo", password: nil, token: "t0ken")
            try repository.update(from: new, to: last)
            #expect(try await repository.fetch() == last)

            try repository.delete(last)
            #expect(try await repository.fetch() as CompositeCredentials? == nil)
        }
    }
}

struct CompositeCredentials: StealthyModel, Equatable {
    typealias QueryBuilder = CompositeCredentialsQueryBuilder

    internal init(userName: String, password: String?, token: String?) {
        self.userName = userName
        self.password = password
        self.token = token
    }

    let userName: String

    let password: String?

    let token: String?
}

enum CompositeCredentialsQueryBuilder: ModelQueryBuilder {
    static func queries(from _: Void) -> [String: any Query] {
        [
            "password": TypeQuery(type: .internet),
            "token": TypeQuery(type: .generic),
        ]
    }

    static func model(
        from properties: [String: [AnyStealthyProperty]]
    ) throws -> CompositeCredentials? {
        let password = properties["password"]?.first
        let token = properties["token"]?.first
        guard let userName = password?.account ?? token?.account else { return nil }
        return CompositeCredentials(
            userName: userName,
            password: password.map { String(decoding: $0.data, as: UTF8.self) },
            token: token.map { String(decoding: $0.data, as: UTF8.self) }
        )
    }

    static func properties(
        from model: CompositeCredentials,
        for _: ModelOperation
    ) -> [AnyStealthyProperty] {
        [
            model.passwordItem?.eraseToAnyProperty(), model.tokenItem?.eraseToAnyProperty(),
        ].compactMap { $0 }
    }

    static func updates(
        from previousItem: CompositeCredentials,
        to newItem: CompositeCredentials
    ) -> [StealthyPropertyUpdate] {
        [
            .init(
                previousProperty: previousItem.passwordItem,
                newProperty: newItem.passwordItem
            ),
            .init(previousProperty: previousItem.tokenItem, newProperty: newItem.tokenItem),
        ]
    }
}

extension CompositeCredentials {
    var passwordItem: InternetPasswordItem? {
        password.map { InternetPasswordItem(account: userName, data: Data($0.utf8)) }
    }

    var tokenItem: GenericPasswordItem? {
        token.map { GenericPasswordItem(account: userName, data: Data($0.utf8)) }
    }
}
