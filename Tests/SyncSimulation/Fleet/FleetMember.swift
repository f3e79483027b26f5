internal import Foundation
@_spi(Mutants) internal import KeychainSync
@_spi(Keepers) internal import PortableKeychain
internal import Synchronization

/// A device of a fleet: a real keychain in memory, its clock, its user and its agent.
final class FleetMember: Sendable {
    let device: KeychainDevice
    let engine: RecordingEngine
    private let entropy: KeychainEntropy
    private let parts = Mutex<Parts?>(nil)

    enum Failure: Error { case noKeys, notOpened }

    struct Parts: Sendable {
        let log: VaultLog
        let agent: Synchronizer
    }

    /// - Parameters:
    ///   - number: Decides its keys and its passcode's salt.
    ///   - engine: The engine that stores the vault.
    ///   - skew: The number of seconds by which its clock is ahead.
    /// - Throws: Any error of making a keychain.
    init(_ number: Int, engine: any VaultEngine, skew: Double) throws {
        device = try KeychainDevice(seed: UInt64(number) + 1) { Date(timeIntervalSinceNow: skew) }
        self.engine = RecordingEngine(engine)
        entropy = SeededSource.entropy(UInt64(number) + 1000)
    }

    /// Begins the vault.
    func create() async throws {
        try await VaultLog.create(
            on: engine,
            store: device,
            name: "first",
            recovery: SecretBytes([UInt8](repeating: 7, count: 32)),
            entropy: entropy
        )
        try open()
    }

    /// Makes the keys of a device that wants to join.
    func keys() throws -> DeviceKeys { try DeviceKeys(entropy: entropy) }

    func join(_ vault: VaultID, _ keys: DeviceKeys) throws {
        try device.keep(keys.rows + VaultLog.rows(joining: vault))
        try open()
    }

    private func open() throws {
        guard let log = try VaultLog(engine: engine, store: device, entropy: entropy) else {
            throw Failure.noKeys
        }
        var rules = SyncRules.standard
        // The checks need the whole history.
        rules.limits = HistoryLimits(count: 1000, length: 1 << 19)
        let agent = Synchronizer(
            store: device,
            engine: log,
            device: log.device,
            sealing: log.sealing,
            rules: rules
        )
        parts.withLock { $0 = Parts(log: log, agent: agent) }
    }

    var opened: Parts {
        get throws {
            guard let parts = parts.withLock({ $0 }) else { throw Failure.notOpened }
            return parts
        }
    }

    func synchronize() async throws -> SyncRound.End { try await opened.agent.synchronize() }
}
