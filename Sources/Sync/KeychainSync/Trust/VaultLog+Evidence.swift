internal import KeychainEssentials
internal import PortableKeychain

/// Keeping the evidence of a state that was refused.
extension VaultLog {
    /// Stores an alarm, with its evidence, before it is passed on.
    ///
    /// An engine that does not answer ends no alarm, and whatever else fails says more than the alarm.
    func raised(_ failure: EngineFailure) -> EngineFailure {
        if [.unavailable, .outdated].contains(failure), let alarm = trust.alarm {
            return .alarm(alarm)
        }
        guard case .alarm(let alarm) = failure, alarm != trust.alarm else { return failure }
        trust.alarm = alarm
        let evidence = AlarmEvidence(
            alarm: alarm,
            time: store.now,
            verified: trust.position,
            shown: shown,
            entry: refused.flatMap(signed)
        )
        do throws(KeychainError) { try store.keep([trust.row, evidence.row]) } catch {
            return .storage(error.code)
        }
        return failure
    }

    /// An alarm by its cause: of another vault at the address, nearly any check can be the first that
    /// fails, and the remedy is not that for an older copy of this one.
    func named(_ failure: EngineFailure) async -> EngineFailure {
        let path = VaultPath.membership(0)
        guard case .alarm = failure,
            let bytes = try? await engine.read([path], of: snapshot)[path],
            let entry = MembershipEntry(bytes),
            case .genesis(let random, let creator, _) = entry.change,
            MembershipEntry.vault(random: random, creator) != trust.vault
        else { return failure }
        return .alarm(.otherVault)
    }

    /// An entry with the member that signed it; `nil` if none did.
    private func signed(_ entry: SignedEntry) -> AlarmEvidence.Entry? {
        guard let author = membership.members[entry.author],
            entry.isSigned(by: author.certificate, in: trust.vault)
        else { return nil }
        return AlarmEvidence.Entry(
            position: MembershipEntry.Position(sequence: entry.sequence, hash: entry.hash),
            author: entry.author
        )
    }
}
