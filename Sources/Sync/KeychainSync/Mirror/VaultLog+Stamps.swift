@_spi(Keepers) internal import PortableKeychain

/// The stamps of mirrors: how old the shown state may be, and who says so.
extension VaultLog {
    /// Reads the end of both chains that the engine shows, and the stamp of a mirror.
    ///
    /// - Returns: The bytes of the head, and the stamp; `nil` for an engine that is no mirror.
    /// - Throws: ``EngineFailure/outdated`` for a stamp that has expired, or is older than one that was
    ///   read before: caches of the same mirror can be of different ages, so it is no alarm.
    func shownEnd() async throws(EngineFailure) -> (head: [UInt8]?, stamp: MirrorStamp?) {
        let paths = engine.isMirror ? [VaultPath.head, VaultPath.stamp] : [VaultPath.head]
        let files = try await engine.read(paths, of: snapshot)
        guard engine.isMirror else { return (files[VaultPath.head], nil) }
        guard let stamp = files[VaultPath.stamp].flatMap(MirrorStamp.init) else {
            throw .alarm(.malformed)
        }
        // Before the chains: an older state would be an alarm.
        let now = store.now
        // One that was taken while the clock was wrong would refuse all others until then.
        let last = self.stamp.flatMap { $0.isAhead(of: now) ? nil : $0 }
        guard stamp.isValid(at: now), stamp.follows(last) else { throw .outdated }
        return (files[VaultPath.head], stamp)
    }

    /// The stamp that is kept after one was taken: of two mirrors with the same state, the later one.
    func newest(_ stamp: MirrorStamp?) -> MirrorStamp? {
        guard let stamp, let last = self.stamp else { return stamp ?? self.stamp }
        return last.time > stamp.time && !last.isAhead(of: store.now) ? last : stamp
    }
}

extension VaultTrust {
    /// Refuses a stamp of another state than this one, or by a device that may sign none.
    func check(_ stamp: MirrorStamp, rules: TrustRules) throws(TrustAlarm) {
        try rules.require(.otherVault, stamp.vault == vault)
        let last = membership.moments.last?.hash
        let isOfMembers = stamp.members.sequence == membership.count && stamp.members.hash == last
        try rules.require(.membership, isOfMembers)
        try rules.require(.chain, stamp.end == position)
        guard let author = membership.members[stamp.author] else { throw .notEntitled }
        try rules.require(.notEntitled, author.role.signsStamps)
        try rules.require(.signature, stamp.isSigned(by: author.certificate, in: vault))
    }
}
