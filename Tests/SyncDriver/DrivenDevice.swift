import KeychainSync
import KeychainTesting
import KeychainSyncGit
@_spi(Keepers) import PortableKeychain

/// A keychain on disk with its synchronizer.
struct DrivenDevice: Sendable {
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
        // Some five commits, so that a killed device is often in the middle of a cut.
        let often = CutLimits(base: 1200, perRecord: 0)
        guard let log = try VaultLog(engine: engine, store: store, cutting: often) else {
            throw NotMember()
        }
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
        let agent = Synchronizer(
            store: store,
            engine: log,
            device: log.device,
            sealing: log.sealing
        )
        let end = try await agent.synchronize()
        if case .upToDate = end { await log.cutIfDue() }
        return end
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
        let payload = SecretBytes(utf8: secret)
        let changes = ItemChanges(attributes: [:], secret: payload)
        if try keychain.answer(to: request(.update(changes), account)) != nil { return }
        var add = request(.add, account)
        add.secret = payload
        _ = try keychain.perform(add)
    }

    func list() throws -> String {
        var all = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: [.synchronizable: .number(1)]
        )
        all.limit = .all
        all.returning = [.attributes, .data]
        var lines: [String] = []
        for item in try keychain.answer(to: all)?.items ?? [] {
            guard case .string(let account)? = item.attributes?[.account] else { continue }
            let secret = item.secret?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            lines.append("\(account)=\(secret ?? "")")
        }
        return lines.sorted().joined(separator: "\n")
    }
}
