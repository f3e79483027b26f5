package import KeychainEssentials
@_spi(Keepers) package import PortableKeychain

/// A member, for people.
package struct VaultDevice: Sendable, Equatable {
    /// The name in 32 hexadecimal digits.
    package let id: String
    /// The name of the device for users; empty for a recovery key.
    package let name: String
    package let role: SyncRole
    /// Whether it is this device.
    package let isOwn: Bool
    /// The time, by the clock of this device, when it last read something new of the member; `nil`
    /// for none, and for this device itself.
    package let seen: Date?

    package init(id: String, name: String, role: SyncRole, isOwn: Bool, seen: Date?) {
        (self.id, self.name, self.role, self.isOwn, self.seen) = (id, name, role, isOwn, seen)
    }
}

/// The state of a vault that is known without asking the remote.
package struct VaultStatus: Sendable, Equatable {
    package let remote: String
    package let isPaused: Bool
    /// Whether this device waits to be let in; then the rest is empty.
    package let isWaiting: Bool
    /// Whether it waits for the other side of a comparison of numbers.
    package var isComparing = false
    /// The name of the vault in 32 hexadecimal digits.
    package var vault = ""
    package var devices: [VaultDevice] = []
    /// The number of commits that were read.
    package var commits: UInt64 = 0
    /// The beginning of the digest of the last commit, which two people can compare; empty if none
    /// was read, because the zeros that stand for nothing look like an error.
    package var digest = ""
    package var alarm: TrustAlarm?
    /// The last alarm that ended; `nil` if none ever did.
    package var endedAlarm: EndedAlarm?
    /// The evidence of the last alarm, if this version noted it.
    package var evidence: VaultEvidence?
    /// The time at which the state was signed that was read last from a mirror, up to the time until
    /// which it is valid; `nil` if none was.
    package var mirrored: ClosedRange<Date>?
    /// The removal of this device, if it was removed.
    package var removal: VaultRemoval?
    /// The rights of this device; `nil` before it has read anything, and once it was removed.
    package var role: SyncRole?
    /// The number of synchronizable items that cannot be read now: the numbers below are without them.
    package var locked = 0
    /// The number of items with edits that no other device has.
    package var unsent = 0
    /// The number of items that are synchronized.
    package var items = 0
    /// The number of synchronizable items that stay on this device.
    package var home = 0

    /// Whether this device reads a mirror, so that nothing that it changes is sent.
    package var isMirror: Bool { MirrorAddress.isMeant(by: remote) }

    package init(remote: String, isPaused: Bool, isWaiting: Bool) {
        (self.remote, self.isPaused, self.isWaiting) = (remote, isPaused, isWaiting)
    }
}

extension SyncedVault {
    /// The state of the vault that was read last.
    ///
    /// - Throws: ``SyncProblem/notSetUp``.
    package func status() async throws(SyncProblem) -> VaultStatus {
        guard let settings = try settings() else { throw .notSetUp }
        guard let log = try logIfMember() else {
            var status = VaultStatus(
                remote: settings.remote,
                isPaused: settings.isPaused,
                isWaiting: true
            )
            let state = try state()
            // The row cannot be read while the keychain is locked.
            if case .compared = try? Joining(state) { status.isComparing = true }
            return status
        }
        let content = try SyncProblem.catching { () throws(KeychainError) in
            try store.content()
        }
        let trust = await log.trust
        var status = VaultStatus(
            remote: settings.remote,
            isPaused: settings.isPaused,
            isWaiting: false
        )
        status.vault = Self.digits(trust.vault.bytes)
        status.devices = await devices(log)
        status.commits = trust.position.sequence
        if status.commits > 0 {
            status.digest = Self.digest(trust.position)
        }
        status.alarm = trust.alarm
        let state = try state()
        status.endedAlarm = try SyncProblem.catching { () throws(KeychainError) in
            try EndedAlarm(state)
        }
        if let evidence = AlarmEvidence(state) {
            status.evidence = await VaultEvidence(evidence, log)
        }
        if status.isMirror {
            status.mirrored = MirrorStamp.newest(in: state).map { $0.date...$0.expiry }
        }
        status.removal = try removal()
        if status.removal == nil { status.role = trust.membership.members[log.device]?.role }
        status.locked = content.locked
        status.unsent = try unsentEdits().count
        for entry in content.entries.values {
            switch entry {
            case .live: status.items += 1
            case .home: status.home += 1
            case .tombstone: break
            }
        }
        return status
    }

    func logIfMember() throws(SyncProblem) -> VaultLog? {
        try SyncProblem.catching { () throws(KeychainError) in
            try VaultLog(engine: NoEngine(), store: store, entropy: entropy)
        }
    }

    private func devices(_ log: VaultLog) async -> [VaultDevice] {
        var devices: [VaultDevice] = []
        let seen = await log.sightings.times
        let members = await log.membership.members.inOrder { $0.value.added }
        for (id, member) in members {
            devices.append(
                VaultDevice(
                    id: Self.digits(id.bytes),
                    name: await log.name(of: id),
                    role: member.role,
                    isOwn: id == log.device,
                    seen: seen[id]
                )
            )
        }
        return devices
    }

    /// The beginning of the digest of an entry, which two people can compare.
    static func digest(_ position: MembershipEntry.Position) -> String {
        digits(Array(position.hash.prefix(8)))
    }

    static func digits(_ bytes: [UInt8]) -> String { VaultPath.digits(bytes) }

    /// Removes a device, and gives the others new keys.
    ///
    /// - Parameters:
    ///   - device: Its name, or the beginning of its identifier, at least four digits.
    ///   - engine: The remote.
    /// - Returns: The device that was removed.
    /// - Throws: ``SyncProblem/noSuchDevice``, ``SyncProblem/isRecoveryKey``,
    ///   ``SyncProblem/ownDevice`` or ``SyncProblem/notAdmin``.
    package func remove(
        _ device: String,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> VaultDevice {
        let log = try await current(on: engine)
        let found = await devices(log).filter { other in
            !device.isEmpty && other.name == device
                || device.count >= 4 && other.id.hasPrefix(device)
        }
        // A recovery key is no device, and its proof would stay: ``removeRecoveryKeys(on:)``.
        let machines = found.filter { $0.role != .recovery }
        guard machines.count == 1, let other = machines.first else {
            throw machines.isEmpty && !found.isEmpty ? .isRecoveryKey : .noSuchDevice
        }
        guard !other.isOwn else { throw .ownDevice }
        let members = await log.membership.members.keys
        guard let id = members.first(where: { Self.digits($0.bytes) == other.id }) else {
            throw .noSuchDevice
        }
        try await change(.remove(id), log)
        return other
    }

    /// Gives all members new keys, seals every record again under them, and cuts the log: a device
    /// that joins later can read what is there from now on, and nothing older.
    ///
    /// - Parameters:
    ///   - engine: The remote.
    ///   - report: Called while records are sealed again.
    /// - Returns: The records that were sealed again, and those that cannot be opened.
    /// - Throws: ``SyncProblem/notAdmin``, ``SyncProblem/paused``, ``SyncProblem/keychain(_:)`` while
    ///   the keychain is locked, or ``SyncProblem/offline``; ``SyncProblem/rotationInterrupted`` once the
    ///   new keys were sent: the same call begins again with newer ones.
    package func rotate(
        on engine: any VaultEngine,
        report: @Sendable (VaultLog.Renewal) -> Void = { _ in }
    ) async throws(SyncProblem) -> VaultLog.Renewal {
        // What was deleted here is not to be sealed again.
        _ = try await round(on: engine)
        let log = try await current(on: engine)
        let renewal: VaultLog.Renewal
        do throws(SyncProblem) {
            try await change(.rotate, log)
            renewal = try await SyncProblem.asking { () async throws(EngineFailure) in
                let renewal = try await log.renewRecords(report: report)
                // Before the cut, entries under the old keys are there, and a device that joins needs
                // these keys.
                guard renewal.rest == 0, try await log.cut() else { throw .unavailable }
                return renewal
            }
        } catch {
            guard case .offline = error else { throw error }
            throw .rotationInterrupted
        }
        // The entries that this has made are read like any others, now or with the next round.
        _ = try? await round(on: engine)
        return renewal
    }

    /// The items that every member can read, in the order of their names.
    package func sharedItems() throws(SyncProblem) -> [BackupItem] {
        let content = try SyncProblem.catching { () throws(KeychainError) in
            try store.content()
        }
        return content.entries.values.compactMap { entry in
            if case .live(let item, _) = entry { item } else { nil }
        }
    }

    /// The log, after new entries were read.
    func current(on engine: any VaultEngine) async throws(SyncProblem) -> VaultLog {
        let log = try log(on: engine)
        do throws(EngineFailure) { _ = try await log.head() } catch {
            if case .notMember = error { try await noteRemoval(log) }
            throw SyncProblem(error)
        }
        return log
    }

    func change(
        _ change: VaultLog.MemberChange,
        _ log: VaultLog,
        with files: [VaultFileChange] = []
    ) async throws(SyncProblem) {
        try await self.change([(change: change, files: files)], log)
    }

    /// Changes the members as an admin: in one commit, if it has room for all changes.
    ///
    /// - Parameters:
    ///   - changes: The changes, each with the files that are replaced with it. Only the last one may
    ///     begin an epoch.
    ///   - log: The log.
    /// - Throws: ``SyncProblem/notAdmin``, or ``SyncProblem/offline``.
    func change(
        _ changes: [(change: VaultLog.MemberChange, files: [VaultFileChange])],
        _ log: VaultLog
    ) async throws(SyncProblem) {
        guard await log.membership.members[log.device]?.role == .admin else { throw .notAdmin }
        var rest = changes[...]
        while !rest.isEmpty {
            let made = try await SyncProblem.asking { [rest] () async throws(EngineFailure) in
                try await log.changeTogether(rest)
            }
            rest = rest.dropFirst(made)
        }
    }
}

/// No remote, for operations that need none.
struct NoEngine: VaultEngine {
    func snapshot() async throws(EngineFailure) -> VaultSnapshot { throw .unavailable }

    func read(
        _ paths: [String],
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String: [UInt8]] { throw .unavailable }

    func list(
        _ folder: String,
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String] { throw .unavailable }

    func commit(
        _ changes: [VaultFileChange],
        onto snapshot: VaultSnapshot
    ) async -> CommitOutcome { .refused }
}
