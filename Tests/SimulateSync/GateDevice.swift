import Foundation
import KeychainSync
@_spi(Keepers) import PortableKeychain
import SyncSimulation

/// A device with a keychain on disk, whose program keeps running.
struct GateDevice {
    let keychain: Keychain
    let store: KeychainStore
    let view: VaultView

    init(_ folder: String, _ vault: MemoryVault) throws {
        let configuration = Keychain.Configuration(
            applicationIdentifier: "gates",
            accessGroups: [],
            folder: folder
        )
        keychain = try Keychain.create(.named("default"), configuration: configuration)
        store = try KeychainStore(keychain, clock: .system)
        view = VaultView(vault)
    }

    /// The session of a device that is in a vault, as 'keychainctl sync run' has one.
    func session() throws -> SyncSession {
        let settings = VaultSettings(remote: "/remote")
        try store.keep([.put(VaultSettings.row, settings.encoded)])
        return SyncSession(store, on: view, at: settings) { [keychain] () throws(KeychainError) in
            try keychain.syncMark
        }
    }

    /// Adds items, each time the same ones.
    func add(_ count: Int) throws {
        for start in stride(from: 0, to: count, by: 1000) {
            let numbers = start..<min(start + 1000, count)
            _ = try keychain.performTogether(
                numbers.map { number in
                    var request = request(.add, number)
                    request.attributes[.label] = .string("Account \(number) of a service")
                    request.attributes[.comment] = .string("What somebody noted about it")
                    request.secret = SecretBytes(utf8: "a password of 32 letters \(number)")
                    return request
                }
            )
        }
    }

    /// Writes another secret into an item.
    func change(_ number: Int, to secret: String) throws {
        let changes = ItemChanges(attributes: [:], secret: SecretBytes(utf8: secret))
        _ = try keychain.perform(request(.update(changes), number))
    }

    /// Reads an item.
    func read(_ number: Int) throws { _ = try secret(number) }

    /// The secret of an item.
    func secret(_ number: Int) throws -> SecretBytes? {
        var request = request(.copyMatching, number)
        request.returning = [.data]
        let found = try keychain.perform(request).items
        guard found.count == 1 else { throw KeychainError(.itemNotFound) }
        return found[0].secret
    }

    private func request(_ verb: ItemRequest.Verb, _ number: Int) -> ItemRequest {
        ItemRequest(
            verb,
            itemClass: .genericPassword,
            attributes: [
                .account: .string("account \(number)"), .service: .string("service"),
                .synchronizable: .number(1),
            ]
        )
    }
}
