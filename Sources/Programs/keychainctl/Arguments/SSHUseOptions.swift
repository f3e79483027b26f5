internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SSHAgent

/// The options that let ssh use a new key.
struct SSHUseOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: "Let 'keychainctl ssh-agent' offer the key. Default for files of ssh-keygen only."
    )
    var ssh: Bool?
    @Flag(help: "As --ssh, and also to hosts to which the agent is forwarded (ssh -A).")
    var sshForwarded = false

    func validate() throws {
        if ssh == false, sshForwarded {
            throw ValidationError("use either --no-ssh or --ssh-forwarded")
        }
    }

    /// Adds the mark to the attributes of a new key.
    ///
    /// - Parameters:
    ///   - attributes: The attributes of the item.
    ///   - isForSSH: Whether the key is for ssh if the user did not say so.
    func put(into attributes: inout ItemAttributes, isForSSH: Bool = false) {
        if sshForwarded {
            SSHUse.forwarded.put(into: &attributes)
        } else if ssh ?? isForSSH {
            SSHUse.local.put(into: &attributes)
        }
    }
}
