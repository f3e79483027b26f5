internal import KeychainSync

/// A state of a cluster, as far as one vault is concerned.
struct EtcdState {
    /// The revision of the cluster.
    let revision: Int64
    /// The revision of the last commit; 0 before the first.
    let tip: Int64

    init(revision: Int64, tip: Int64) { (self.revision, self.tip) = (revision, tip) }

    init?(_ snapshot: VaultSnapshot) {
        let parts = snapshot.name.split(separator: ".").compactMap { Int64($0) }
        guard parts.count == 2, parts[0] > 0, 0...parts[0] ~= parts[1] else { return nil }
        (revision, tip) = (parts[0], parts[1])
    }

    var snapshot: VaultSnapshot { VaultSnapshot("\(revision).\(tip)") }
}
