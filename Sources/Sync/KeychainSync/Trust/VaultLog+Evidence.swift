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
