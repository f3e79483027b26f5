internal import KeychainctlKit
internal import PortableKeychain
internal import KeychainEssentials

/// The findings about the computer.
enum SystemExamination {
    /// Examines the clock, which determines the dates of items and the times of automatic locking.
    ///
    /// - Parameters:
    ///   - now: The current time, in seconds since 1970.
    ///   - written: The time at which the keychain was last written, in seconds since 1970.
    /// - Returns: The finding.
    static func clock(now: Int64, written: Int64) -> Finding {
        if written > now + 120 {
            return .problem(
                "clock",
                "the keychain was written later than the current time of the clock",
                advice: "set the clock, for example with timedatectl set-ntp true"
            )
        }
        // This software did not exist before that day.
        guard now > firstDay else {
            return .problem(
                "clock",
                "the clock is set to a time in the distant past",
                advice: "set the clock, for example with timedatectl set-ntp true"
            )
        }
        return .fine("clock", "plausible")
    }

    /// 2025-01-01.
    private static let firstDay: Int64 = 1_735_689_600

    /// Examines how much memory can be kept out of swap, from the text of /proc/self/limits.
    static func lockedMemory(_ limits: String?) -> Finding {
        let topic = "memory"
        let line = limits?.split(separator: "\n").first { $0.hasPrefix("Max locked memory") }
        guard let limit = line?.dropFirst("Max locked memory".count).split(separator: " ").first
        else { return .fine(topic, "the limit is unknown on this system") }
        guard let bytes = Int(limit) else { return .fine(topic, "secrets are kept out of swap") }
        guard bytes >= enough else {
            return .note(
                topic,
                "only \(bytes >> 10) KB can be kept out of swap",
                advice: "raise it with 'ulimit -l 1024' or in /etc/security/limits.conf"
            )
        }
        return .fine(topic, "\(bytes >> 10) KB can be kept out of swap")
    }

    /// Enough for thousands of secrets at a time.
    private static let enough = 1 << 20

    /// Reports since when an older copy of the keychain would be noticed.
    ///
    /// - Parameter since: The time when remembering began; `nil` if nothing was remembered until
    ///   now.
    /// - Returns: The finding.
    static func memory(since: Date?) -> Finding {
        let topic = "older copies"
        guard let since else {
            return .note(
                topic,
                "nothing was remembered about this keychain until now",
                advice: "check that it is the newest one; from now on, an older one is refused"
            )
        }
        return .fine(topic, "refused, as remembered since \(since.formatted(.iso8601))")
    }

    /// Reports the device that can hold keys which never leave it.
    static func token(_ access: TPMAccess) -> Finding {
        let topic = "token"
        switch access {
        case .open: return .fine(topic, "a security chip can make keys that never leave it")
        case .absent: return .fine(topic, "none; all keys are in the keychain")
        case .throughAgent:
            return .fine(topic, "the agent of the system seals secrets in the TPM for this user")
        case .forbidden:
            return .note(
                topic,
                "this user may not use the TPM \(TPMAccess.device)",
                advice: "have the agent of the system use it for all users (see "
                    + "Documentation/SystemAgent.md), or join its group, as with 'sudo usermod "
                    + "-aG tss $USER', and log in again"
            )
        case .withoutProgram:
            return .note(
                topic,
                "there is a TPM, but the program keychain-tpm is not installed",
                advice: "install keychain-tpm beside keychainctl to use it"
            )
        }
    }

    /// Reports where the device key is.
    static func deviceKey(
        _ state: DeviceBinding.State,
        isInFile: Bool,
        hasRecoveryCopy: Bool,
        hasCounter: Bool,
        obstacle: KeychainError?
    ) -> [Finding] {
        let topic = "device key"
        if obstacle != nil, isInFile {
            return [
                .problem(
                    topic,
                    "it is in its file, and in a TPM that does not open it now",
                    advice: "if that TPM is lost, run 'keychainctl tpm unbind --lost-chip'"
                )
            ]
        }
        if let obstacle, state != .several {
            return [
                .problem(
                    topic,
                    "nothing opens after the next lock: \(Failure(obstacle).problem)",
                    advice: "put the TPM back, or run 'keychainctl recover' with the recovery key"
                )
            ]
        }
        switch state {
        case .none, .plain: return []
        case .unfinished:
            return [
                .problem(
                    topic,
                    "it is in the TPM, but its file is still there",
                    advice: "run 'keychainctl tpm bind' again"
                )
            ]
        case .several:
            return [
                .note(
                    topic,
                    "it is in its file, and a TPM has another one, for other keychains",
                    advice: "if that TPM is lost, run 'keychainctl tpm unbind --lost-chip'"
                )
            ]
        case .bound where hasRecoveryCopy:
            let counter = hasCounter ? ", whose counter notices an old copy of the folder" : ""
            return [.fine(topic, "sealed in the TPM" + counter)]
        case .bound:
            return [
                .note(
                    topic,
                    "it is sealed in the TPM, and there is no recovery key",
                    advice: "make a recovery key with 'keychainctl recovery create'"
                )
            ]
        }
    }

    /// Reports a device key in a damaged file, beside one that new keychains use.
    static func damagedDeviceKey(_ path: String) -> Finding {
        .note(
            "device key",
            "\(path) is damaged, and another one is used for new keychains",
            advice: "restore it from a backup if a keychain needs it"
        )
    }

    /// Reports whether unlocking applies to all programs of the user.
    ///
    /// - Parameters:
    ///   - obstacle: The reason why the kernel keeps no keys; `nil` if it does.
    ///   - hasPasscode: Whether the keychain has a passcode.
    ///   - isExclusive: Whether it is used through the agent alone.
    /// - Returns: The finding.
    static func retention(
        obstacle: RetentionError?,
        hasPasscode: Bool,
        isExclusive: Bool = false
    ) -> Finding {
        let topic = "unlocking"
        guard !isExclusive || !hasPasscode else {
            return .fine(topic, "only the agent is given the passcode, and keeps the keys")
        }
        guard let obstacle else {
            return .fine(topic, "the kernel keeps the keys for all of your programs")
        }
        guard hasPasscode else { return .fine(topic, "not needed without a passcode") }
        let (problem, advice) = UnlockSharing.explanation(obstacle)
        let text = "each program must unlock separately: \(problem)"
        return obstacle == .unavailable
            ? .note(topic, text, advice: advice) : .problem(topic, text, advice: advice)
    }

    /// Reports what a lock of the screen does to a keychain with a passcode.
    ///
    /// - Parameter preferences: The user's settings; `nil` if they cannot be read.
    /// - Returns: The finding.
    static func screen(_ preferences: KeychainPreferences?) -> Finding {
        let topic = "screen"
        guard let preferences else {
            return .problem(
                topic,
                "your settings cannot be read, so a lock of the screen locks the keychain",
                advice: "see 'keychainctl settings'"
            )
        }
        let change = "'keychainctl settings lock-with-screen"
        let text =
            preferences.value(of: .lockWithScreen) == "no"
            ? "its lock leaves the keychain open, as you chose; \(change) yes' locks it"
            : "its lock locks the keychain where keychaind runs; \(change) no' leaves it open"
        return .fine(topic, text)
    }
}
