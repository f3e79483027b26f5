import PortableKeychain
import ProofSupport
import KeychainLibC

/// Makes a keychain under a mask for new files, and ends without closing it, so that all of its
/// files stay behind.
func make(_ folder: String, _ journal: Journal, mask: Int) throws {
    umask(mode_t(mask))
    let keychain = try Keychain.create(.standard, configuration: .proof(folder))
    try keychain.add(ProofItem(1, version: 1))
    journal.write("made")
    _exit(0)
}
