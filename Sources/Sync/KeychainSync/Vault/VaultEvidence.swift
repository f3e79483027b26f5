package import KeychainEssentials
internal import PortableKeychain

/// The history that a remote showed at the last alarm, and the one that this device had read, for
/// people.
package struct VaultEvidence: Sendable, Equatable {
    /// A place in a log, by its number and the beginning of its digest.
    package struct Head: Sendable, Equatable {
        package let commits: UInt64
        package let digest: String

        package init(commits: UInt64, digest: String) {
            (self.commits, self.digest) = (commits, digest)
        }
    }

    package let alarm: TrustAlarm
    /// The time of the alarm, by the clock of this device.
    package let time: Date
    /// The last commit that this device had read.
    package let verified: Head
    /// The number of commits that the remote showed, without proof.
    package let shown: UInt64
    /// The commit that was refused; `nil` if none was, or no member has signed it.
    package let other: Head?
    /// The name of the device that signed it, for users; empty if that is not known.
    package let device: String

    package init(
        alarm: TrustAlarm,
        time: Date,
        verified: Head,
        shown: UInt64,
        other: Head? = nil,
        device: String = ""
    ) {
        (self.alarm, self.time, self.verified) = (alarm, time, verified)
        (self.shown, self.other, self.device) = (shown, other, device)
    }

    init(_ evidence: AlarmEvidence, _ log: VaultLog) async {
        func head(_ position: MembershipEntry.Position) -> Head {
            Head(commits: position.sequence, digest: SyncedVault.digest(position))
        }
        var name = ""
        if let entry = evidence.entry { name = await log.name(of: entry.author) }
        self.init(
            alarm: evidence.alarm,
            time: evidence.time,
            verified: head(evidence.verified),
            shown: evidence.shown,
            other: evidence.entry.map { head($0.position) },
            device: name
        )
    }
}
