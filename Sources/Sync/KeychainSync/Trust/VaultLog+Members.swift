@_spi(Keepers) package import PortableKeychain

extension VaultLog {
    /// Begins a vault on an engine that has no files yet.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - store: The keychain, which must be unlocked and in no vault.
    ///   - name: The name of this device for users.
    ///   - recovery: The 32 bytes of a recovery key.
    ///   - entropy: The source of keys.
    /// - Throws: ``EngineFailure/notMember`` if the engine has a vault;
    ///   ``EngineFailure/unavailable`` if it does not answer, or another device was faster.
    package static func create(
        on engine: any VaultEngine,
        store: any SyncStore,
        name: String,
        recovery: SecretBytes,
        entropy: KeychainEntropy = .system
    ) async throws(EngineFailure) {
        let snapshot = try await engine.snapshot()
        let found = try await engine.read([VaultPath.head], of: snapshot)
        guard found.isEmpty else { throw .notMember }
        let files: [VaultFileChange]
        let rows: [SyncStateChange]
        do throws(KeychainError) {
            (files, rows) = try beginning(name, recovery, entropy)
            // Before anything is sent: keys that were lost could never be replaced.
            try store.replaceState(by: rows)
        } catch {
            throw .storage(error.code)
        }
        guard await engine.commit(files, onto: snapshot) == .committed else { throw .unavailable }
    }

    private static func beginning(
        _ name: String,
        _ recovery: SecretBytes,
        _ entropy: KeychainEntropy
    ) throws(KeychainError) -> ([VaultFileChange], [SyncStateChange]) {
        let device = try DeviceKeys(entropy: entropy)
        let paper = try DeviceKeys(recovery: recovery)
        let random = entropy.bytes(MembershipEntry.randomLength)
        let vault = MembershipEntry.vault(random: random, device.certificate)
        let (keys, names) = (EpochKeys.random(entropy), SyncSecret.random(entropy))
        let wrapped = { (to: DeviceCertificate) throws(KeychainError) in
            try KeyWraps([1: keys], names, in: vault, to: [to]).encoded
        }
        let wraps = [try wrapped(device.certificate), try wrapped(paper.certificate)]
        let genesis = try MembershipEntry(
            number: 0,
            previous: SyncDigest.zero,
            author: device.id,
            position: .start,
            wraps: SyncDigest.of(wraps[0]),
            change: .genesis(
                random: random,
                device.certificate,
                name: try sealed(name, of: device.id, names, entropy)
            ),
            newEpoch: EpochChecks(keys, names, of: 1, in: vault)
        ).signed(by: device, in: vault)
        let second = try MembershipEntry(
            number: 1,
            previous: genesis.hash,
            author: device.id,
            position: .start,
            wraps: SyncDigest.of(wraps[1]),
            change: .add(paper.certificate, .recovery, name: []),
            newEpoch: nil
        ).signed(by: device, in: vault)
        let files = [
            VaultFileChange(VaultPath.membership(0), genesis.encoded),
            VaultFileChange(VaultPath.membership(1), second.encoded),
            VaultFileChange(VaultPath.wraps(0), wraps[0]),
            VaultFileChange(VaultPath.wraps(1), wraps[1]),
            VaultFileChange(VaultPath.head, VaultHead(sequence: 0, membership: 2).encoded),
            VaultFileChange(
                VaultPath.recovery(paper.id),
                VaultProof.recovery(recovery, of: vault)
            ),
        ]
        return (files, device.rows + rows(joining: vault))
    }

    /// The rows of a device that has read nothing of a vault yet.
    package static func rows(joining vault: VaultID) -> [SyncStateChange] {
        [VaultTrust(vault: vault).row]
    }

    private static func sealed(
        _ name: String,
        of device: DeviceID,
        _ names: SyncSecret,
        _ entropy: KeychainEntropy
    ) throws(KeychainError) -> [UInt8] {
        try names.seal(
            SecretBytes(name.utf8.prefix(200)),
            SyncLabels.name,
            context: device.bytes,
            entropy: entropy
        )
    }

    /// The name that people gave a member, also one that was removed; empty for one that has none.
    package func name(of device: DeviceID) -> String {
        guard let member = membership.lastMember(device) else { return "" }
        let plain = ring.name?.open(member.name, SyncLabels.name, context: device.bytes)
        return plain?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

// MARK: Changing the members

extension VaultLog {
    /// A change of the members by a member.
    package enum MemberChange: Sendable {
        case add(DeviceCertificate, SyncRole, name: String)
        case remove(DeviceID)
        case rotate
        case setRole(DeviceID, SyncRole)
        case acceptOlder(LostLine)
    }

    /// Changes the members, on the newest state.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - others: Files that are replaced in the same commit.
    /// - Throws: ``EngineFailure/notMember`` if this device may not; ``EngineFailure/unavailable`` if
    ///   the engine does not answer, after which the change may have been made, or if another member
    ///   has made the change meanwhile; or an alarm.
    package func change(
        _ change: MemberChange,
        with others: [VaultFileChange] = []
    ) async throws(EngineFailure) {
        _ = try await changeTogether([(change, others)])
    }

    /// Changes the members several times in one commit, so that all others hear of it once.
    ///
    /// - Parameters:
    ///   - changes: The changes, each with the files that are replaced with it. Only the last one may begin an epoch:
    ///     its keys are not known here until it is read.
    ///   - limit: The most bytes of one commit of several changes.
    /// - Returns: The number of changes that were made: the first ones, as many as a commit has room for.
    /// - Throws: The same errors as ``change(_:with:)``, for all of them.
    func changeTogether(
        _ changes: some Collection<(change: MemberChange, files: [VaultFileChange])> & Sendable,
        atMost limit: Int = CommitAttempt.maximumLength
    ) async throws(EngineFailure) -> Int {
        guard !engine.isMirror else { throw .readOnly }
        for _ in 0..<8 {
            try await refresh()
            guard trust.membership.members[device]?.role.changesMembers == true else {
                throw .notMember
            }
            var next = trust
            var files: [VaultFileChange] = []
            var (length, count) = (0, 0)
            for (change, others) in changes.prefix(Self.mostChanges) {
                let number = next.membership.count
                let made = try storing { () throws(KeychainError) in
                    try prepared(change, after: next)
                }
                // A newcomer gets keys of each epoch in use, so there may be room for a few only.
                length += made.entry.encoded.count + made.wraps.count
                guard length <= limit || count == 0 else { break }
                // Decided on an earlier state, it may not follow the present one: it would stop everybody.
                do throws(TrustAlarm) { try next.append(made.entry, rules: .standard) } catch {
                    throw .unavailable
                }
                files += others
                files.append(VaultFileChange(VaultPath.membership(number), made.entry.encoded))
                files.append(VaultFileChange(VaultPath.wraps(number), made.wraps))
                if case .add(let certificate, _, _) = change {
                    files.append(VaultFileChange(VaultPath.request(certificate.id), nil))
                }
                count += 1
            }
            let head = VaultHead(
                sequence: trust.position.sequence,
                membership: next.membership.count,
                cut: trust.cut
            )
            files.append(VaultFileChange(VaultPath.head, head.encoded))
            if await engine.commit(files, onto: snapshot) == .refused { continue }
            // The answer proves nothing.
            try await refresh()
            let last = next.membership.moments.last?.hash
            guard trust.membership.moments.contains(where: { $0.hash == last }) else {
                throw .unavailable
            }
            return count
        }
        throw .unavailable
    }

    /// The most changes in one commit: each has four files, and a transaction of etcd has room for 128.
    private static var mostChanges: Int { 25 }

    private func prepared(
        _ change: MemberChange,
        after trust: VaultTrust
    ) throws(KeychainError) -> (entry: MembershipEntry, wraps: [UInt8]) {
        let vault = trust.vault
        let present = trust.membership.epoch
        guard let keys = ring.epochs[present], let names = ring.name, keys.unlocked != nil else {
            throw KeychainError(.locked)
        }
        var receivers = Array(trust.membership.members.values.map(\.certificate))
        var given = [present: keys]
        var newKeys: EpochKeys?
        let noted: MembershipEntry.Change
        switch change {
        case .add(let certificate, let role, let name):
            receivers = [certificate]
            // What is there, and no more: of what was deleted, the newcomer gets no keys.
            for epoch in epochsInUse { given[epoch] = ring.epochs[epoch] }
            let sealed = try Self.sealed(name, of: certificate.id, names, entropy)
            noted = .add(certificate, role, name: sealed)
        case .remove(let device):
            receivers.removeAll { $0.id == device }
            newKeys = .random(entropy)
            noted = .remove(device)
        case .rotate:
            newKeys = .random(entropy)
            noted = .rotate
        case .setRole(let device, let role):
            receivers = []
            noted = .setRole(device, role)
        case .acceptOlder(let lost):
            receivers = []
            noted = .acceptOlder(lost)
        }
        let epoch = present + 1
        if let newKeys { given = [epoch: newKeys] }
        let wraps = try KeyWraps(given, names, in: vault, to: receivers).encoded
        let entry = MembershipEntry(
            number: trust.membership.count,
            previous: trust.membership.moments.last?.hash ?? SyncDigest.zero,
            author: device,
            position: trust.position,
            wraps: SyncDigest.of(wraps),
            change: noted,
            newEpoch: newKeys.map { EpochChecks($0, names, of: epoch, in: vault) }
        )
        return (try entry.signed(by: self.keys, in: vault), wraps)
    }
}
