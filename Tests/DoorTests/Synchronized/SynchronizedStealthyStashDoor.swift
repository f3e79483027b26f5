import Foundation
import StealthyStash

/// Items of StealthyStash that are `.enabled`.
struct SynchronizedStealthyStashDoor: SynchronizedDoor {
    private let repository = KeychainRepository(
        defaultServiceName: "service",
        defaultServerName: "server"
    )

    func store(_ secret: String, account: String) throws {
        try repository.create(item(secret, account, .enabled).eraseToAnyProperty())
    }

    func storeHere(_ secret: String, account: String) throws {
        try repository.create(item(secret, account, .disabled).eraseToAnyProperty())
    }

    func read(account: String) throws -> String? {
        try repository.query(TypeQuery(type: .generic))
            .first { $0.account == account && $0.isSynchronizable == .enabled }
            .map { String(decoding: $0.data, as: UTF8.self) }
    }

    func update(_ secret: String, account: String) throws {
        let old = item(try read(account: account) ?? "", account, .enabled)
        try repository.update(item(secret, account, .enabled), from: old)
    }

    func delete(account: String) throws {
        try repository.delete(item("", account, .enabled).eraseToAnyProperty())
    }

    private func item(
        _ secret: String,
        _ account: String,
        _ synchronizable: Synchronizable
    ) -> GenericPasswordItem {
        GenericPasswordItem(
            account: account,
            data: Data(secret.utf8),
            isSynchronizable: synchronizable
        )
    }
}
