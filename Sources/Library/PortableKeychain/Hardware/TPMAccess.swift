internal import KeychainLibC

/// Whether this process may use the machine's TPM.
package enum TPMAccess: Equatable, Sendable {
    /// There is none.
    case absent
    /// There is one, for other users: on most systems, members of the group `tss`.
    case forbidden
    /// There is one, which the agent of the system uses for this user: it seals secrets, and makes no
    /// keys.
    case throughAgent
    /// There is one, but the program `keychain-tpm` is not installed.
    case withoutProgram
    /// Everything is there.
    case open

    /// The device, with a resource manager of the kernel behind it.
    package static let device = "/dev/tpmrm0"

    /// The present access to a chip; the chip itself is not asked, but the agent of the system is,
    /// where it listens.
    package static var present: TPMAccess {
        if isDirect {
            return testInterface != nil || ProgramToken.tpm != nil ? .open : .withoutProgram
        }
        if isOffered, let reach = try? ProgramToken.tpm?.reach(), reach == .agent {
            return .throughAgent
        }
        return isThere ? .forbidden : .absent
    }

    /// The advice for a user that cannot use the chip: rights to it, or the chip.
    package static var remedy: String {
        isThere ? joining : "Put the TPM back: there is no \(device)."
    }

    /// The advice for a user to which the agent of the system gives too little of the chip: rights
    /// to it, or its device, if this is a container without it.
    package static var remedyBesideAgent: String {
        isThere ? joining : "Run this where \(device) is."
    }

    private static var isThere: Bool { access(device, F_OK) == 0 }
    private static let joining = "Run 'sudo usermod -aG tss $USER', and log in again."

    /// Whether this process may use the device itself.
    package static var isDirect: Bool {
        testInterface != nil || access(device, R_OK | W_OK) == 0
    }

    /// Whether there is an agent of the system, which may have a TPM.
    package static var isOffered: Bool { access(UserEnvironment.systemAgent, W_OK) == 0 }

    /// A simulator instead of the chip, for debug builds, whose tests use one.
    package static var testInterface: String? {
        #if DEBUG
            UserEnvironment.variable("KEYCHAIN_TPM_INTERFACE")
        #else
            nil
        #endif
    }
}
