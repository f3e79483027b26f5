internal import KeychainEssentials
internal import KeychainSync
internal import SafeText

extension VaultEvidence {
    /// The two histories in one sentence.
    var sentence: String {
        let here = "this machine had read \(counted(Int(clamping: verified.commits), "commit"))"
        let mine = verified.commits == 0 ? here : here + ", digest \(verified.digest)"
        let start = "At \(time.formatted(.iso8601)) "
        guard let other else {
            return start + "the remote showed \(counted(Int(clamping: shown), "commit")); \(mine)."
        }
        let machine = device.isEmpty ? "a machine without a name" : SyncSummary.name(device)
        return start + "the remote showed a commit \(other.commits) with the digest "
            + "\(other.digest), signed by \(machine); \(mine)."
    }
}
