internal import KeychainLibC

/// Whether this process may use the machine's TPM.
package enum TPMAccess: Equatable, Sendable {
    /// There is none.
    case absent
    /// There is one, for other users: on most systems, members of the group `tss`.
    case forbidden
    /// There is one, but the program `keychain-tpm` is not installed.
    case withoutProgram
    /// Everything is there.
    case open

    /// The device, with a resource manager of the kernel behind it.
    package static let device = "/dev/tpmrm0"

    /// What is there; the chip itself is not asked.
    package static var present: TPMAccess {
        guard testInterface == nil else { return .open }
        guard access(device, F_OK) == 0 else { return .absent }
        guard isOpen else { return .forbidden }
        return ProgramToken.tpm == nil ? .withoutProgram : .open
    }

    static var isOpen: Bool { testInterface != nil || access(device, R_OK | W_OK) == 0 }

    /// A simulator instead of the chip, for debug builds, whose tests use one.
    package static var testInterface: String? {
        #if DEBUG
            UserEnvironment.variable("KEYCHAIN_TPM_INTERFACE")
        #else
            nil
        #endif
    }
}
