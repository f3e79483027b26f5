import Foundation
import StealthyStash

struct StealthyStashDoor: Door, ServerDoor {
    func store(_ secret: String, service: String, account: String) throws {
        let item = GenericPasswordItem(account: account, data: Data(secret.utf8))
        try repository(service).create(item.eraseToAnyProperty())
    }

    func read(service: String, account: String) throws -> String? {
        try find(.generic, service, account)
    }

    func store(_ secret: String, at address: Address) throws {
        let item = InternetPasswordItem(
            account: address.account,
            data: Data(secret.utf8),
            server: address.server,
            protocol: .https,
            port: address.port,
            path: address.path
        )
        try repository(address.server).create(item.eraseToAnyProperty())
    }

    func read(at address: Address) throws -> String? {
        try find(.internet, address.server, address.account)
    }

    private func repository(_ name: String) -> KeychainRepository {
        KeychainRepository(defaultServiceName: name, defaultServerName: name)
    }

    private func find(
        _ type: StealthyPropertyType,
        _ name: String,
        _ account: String
    ) throws -> String? {
        try repository(name).query(TypeQuery(type: type)).first { $0.account == account }
            .map { String(decoding: $0.data, as: UTF8.self) }
    }
}
