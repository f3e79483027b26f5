internal import PortableKeychain

extension VaultLog {
    /// The keys of all epochs, as far as this device may have them now.
    ///
    /// - Throws: ``EngineFailure/keysMissing`` if no member has given this device the present keys.
    func completed(
        _ present: VaultKeyring,
        for trust: VaultTrust
    ) async throws(EngineFailure) -> VaultKeyring {
        var ring = present
        let last = trust.membership.epoch
        guard last > 0, let me = trust.membership.members[device] else { throw .keysMissing }
        if !isComplete(ring.epochs[last]) {
            let begin = trust.membership.epochs[Int(last) - 1].entry
            let wraps = try await wraps(max(begin, me.added), trust)
            try add(wraps, last, to: &ring, trust)
        }
        guard let names = ring.name else { throw .keysMissing }
        var epoch = last
        while epoch > 1 {
            defer { epoch -= 1 }
            guard !isComplete(ring.epochs[epoch - 1]), let keys = ring.epochs[epoch] else {
                continue
            }
            let wraps = try await wraps(trust.membership.epochs[Int(epoch) - 1].entry, trust)
            let found = try check { () throws(TrustAlarm) in
                try wraps.previous(keys, in: trust.vault)
            }
            guard let found else { throw .alarm(.keys) }
            try checkKeys(found, names, epoch - 1, trust)
            ring.epochs[epoch - 1] = found
        }
        return ring
    }

    private func isComplete(_ found: EpochKeys?) -> Bool {
        guard let found else { return false }
        return found.unlocked != nil || keys.unlocked == nil
    }

    private func add(
        _ wraps: KeyWraps,
        _ epoch: UInt32,
        to ring: inout VaultKeyring,
        _ trust: VaultTrust
    ) throws(EngineFailure) {
        let found = try check { () throws(TrustAlarm) in
            try wraps.keys(for: keys, in: trust.vault)
        }
        guard wraps.epoch == epoch, let found else { throw .keysMissing }
        try checkKeys(found.keys, found.name, epoch, trust)
        // Names of items are for the vault's life.
        guard ring.name?.matches(found.name) ?? true else { throw .alarm(.keys) }
        ring.name = found.name
        ring.epochs[epoch] = found.keys
    }

    private func checkKeys(
        _ keys: EpochKeys,
        _ names: SyncSecret,
        _ epoch: UInt32,
        _ trust: VaultTrust
    ) throws(EngineFailure) {
        let checks = trust.membership.epochs[Int(epoch) - 1].checks
        let match = checks.match(keys, names, of: epoch, in: trust.vault)
        try check { () throws(TrustAlarm) in try rules.require(.keys, match) }
    }

    /// The keys that came with an entry of the members.
    private func wraps(
        _ number: UInt64,
        _ trust: VaultTrust
    ) async throws(EngineFailure) -> KeyWraps {
        let path = VaultPath.wraps(number)
        guard let bytes = try await engine.read([path], of: snapshot)[path] else {
            throw .alarm(.malformed)
        }
        let isNamed = SyncDigest.of(bytes) == trust.membership.moments[Int(number)].wraps
        try check { () throws(TrustAlarm) in try rules.require(.keys, isNamed) }
        guard let wraps = KeyWraps(bytes) else { throw .alarm(.malformed) }
        return wraps
    }
}
