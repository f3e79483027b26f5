import KeychainSync
import KeychainSyncGit
import PortableKeychain

/// A keychain on disk with what synchronizes it.
struct DrivenDevice {
    private let folder: String
    private let keychain: Keychain
    private let store: KeychainStore

    struct NotMember: Error {}

    init(folder: String) throws {
        self.folder = folder
        var configuration = Keychain.Configuration(
            applicationIdentifier: "driver",
            accessGroups: [],
            folder: folder + "/keychain"
        )
        configuration.retention = NoKeyRetention()
        keychain = try Keychain.openOrCreate(.standard, configuration: configuration)
        store = try KeychainStore(keychain, clock: .system)
    }

    func engine(_ remote: String) throws -> GitEngine {
        try GitEngine(remote: remote, folder: folder + "/git")
    }

    func begin(_ engine: GitEngine) async throws {
        let recovery = SecretBytes.random(count: 32)
        try await VaultLog.create(on: engine, store: store, name: "first", recovery: recovery)
    }

    private func log(_ engine: GitEngine) throws -> VaultLog {
        guard let log = try VaultLog(engine: engine, store: store) else { throw NotMember() }
        return log
    }

    func add(_ other: DrivenDevice, _ engine: GitEngine) async throws {
        let keys = try DeviceKeys(entropy: .system)
        let log = try log(engine)
        try await log.change(.add(keys.certificate, .writer, name: "other"))
        try other.store.keep(keys.rows + VaultLog.rows(joining: await log.membership.vault))
    }

    func round(_ engine: GitEngine) async throws -> SyncRound.End {
        let log = try log(engine)
        let agent = SyncAgent(
            store: store,
            engine: log,
            device: log.device,
            sealing: log.sealing
        )
        return try await agent.synchronize()
    }

    // MARK: The user

    private func request(_ verb: ItemRequest.Verb, _ account: String) -> ItemRequest {
        ItemRequest(
            verb,
            itemClass: .genericPassword,
            attributes: [.account: .string(account), .synchronizable: .number(1)]
        )
    }

    func write(_ account: String, _ secret: String) throws {
        var add = request(.add, account)
        add.secret = SecretBytes(utf8: secret)
        do {
            _ = try keychain.perform(add)
        } catch let error as KeychainError where error.code == .duplicateItem {
            let changes = ItemChanges(attributes: [:], secret: SecretBytes(utf8: secret))
            _ = try keychain.perform(request(.update(changes), account))
        }
    }

    func list() throws -> String {
        var all = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: [.synchronizable: .number(1)]
        )
        all.limit = .all
        all.returning = [.attributes, .data]
        let items = try keychain.answer(to: all)?.items ?? []
        return items.map { item in
            var account = ""
            if case .string(let text) = item.attributes?[.account] { account = text }
            let secret = item.secret?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } ?? ""
            return "\(account)=\(secret)"
        }.sorted().joined(separator: "\n")
    }
}
