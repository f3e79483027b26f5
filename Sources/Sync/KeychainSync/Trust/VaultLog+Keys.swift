internal import PortableKeychain

extension VaultLog {
    /// Keys with those of more epochs, as far as this device may have them now.
    ///
    /// - Parameters:
    ///   - present: The keys.
    ///   - epochs: The epochs; those that are there already cost nothing.
    ///   - trust: The members.
    /// - Returns: The keys of both.
    /// - Throws: ``EngineFailure/keysMissing`` if no member has given this device one of them.
    func completed(
        _ present: VaultKeyring,
        with epochs: Set<UInt32>,
        for trust: VaultTrust
    ) async throws(EngineFailure) -> VaultKeyring {
        var ring = present
        guard let me = trust.membership.members[device] else { throw .keysMissing }
        for epoch in epochs.sorted(by: >) where !isComplete(ring.epochs[epoch]) {
            guard epoch > 0, epoch <= trust.membership.epoch else { throw .keysMissing }
            // A device that joined later was given them when it was added.
            let begin = trust.membership.epochs[Int(epoch) - 1].entry
            try add(try await wraps(max(begin, me.added), trust), to: &ring, trust)
            guard isComplete(ring.epochs[epoch]) else { throw .keysMissing }
        }
        return ring
    }

    private func isComplete(_ found: EpochKeys?) -> Bool {
        guard let found else { return false }
        return found.unlocked != nil || keys.unlocked == nil
    }

    private func add(
        _ wraps: KeyWraps,
        to ring: inout VaultKeyring,
        _ trust: VaultTrust
    ) throws(EngineFailure) {
        let found = try check { () throws(TrustAlarm) in
            try wraps.keys(for: keys, in: trust.vault)
        }
        guard let found else { throw .keysMissing }
        // Names of items are for the vault's life.
        guard ring.name?.matches(found.name) ?? true else { throw .alarm(.keys) }
        for (epoch, keys) in found.epochs {
            guard epoch <= trust.membership.epoch else { throw .alarm(.keys) }
            try checkKeys(keys, found.name, epoch, trust)
            // What was there before may have more: the keys for unlocked devices.
            if !isComplete(ring.epochs[epoch]) { ring.epochs[epoch] = keys }
        }
        ring.name = found.name
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
