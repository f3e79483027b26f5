internal import KeychainSync
internal import KeychainctlKit

/// The failures of commands about the recovery key of synchronized keychains.
extension Failure {
    /// The reason why a recovery key is not taken, or not removed, and the remedy.
    static func recovery(_ problem: SyncProblem) -> (what: String, advice: String) {
        switch problem {
        case .otherAddress(let address):
            (
                "this keychain is synchronized through another address: \(address)",
                "give that one if the repository is the same; if it moved, run 'keychainctl sync "
                    + "remote' with the new address first"
            )
        case .isRecoveryKey:
            (
                "this is the identifier of the recovery key, which is no machine",
                "run 'keychainctl sync recovery remove', or replace the key with 'keychainctl sync "
                    + "recovery create'"
            )
        default:
            (
                "this recovery key is not, or no longer, valid for this remote",
                "check the address, and use the newest recovery key: a new one ends those before it"
            )
        }
    }
}
