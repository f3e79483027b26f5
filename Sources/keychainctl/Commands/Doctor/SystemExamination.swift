/// What is to be said about the computer.
enum SystemExamination {
    /// Examines the clock, by which items are dated and keychains lock.
    ///
    /// - Parameters:
    ///   - now: In seconds since 1970.
    ///   - written: When the keychain was last written, in seconds since 1970.
    /// - Returns: What is to be said.
    static func clock(now: Int64, written: Int64) -> Finding {
        if written > now + 120 {
            return .problem(
                "clock",
                "the keychain was written in the future, or the clock is slow",
                advice: "set the clock, for example with timedatectl set-ntp true"
            )
        }
        // This software is younger.
        guard now > firstDay else {
            return .problem(
                "clock",
                "the clock shows a time long ago",
                advice: "set the clock, for example with timedatectl set-ntp true"
            )
        }
        return .fine("clock", "plausible")
    }

    /// 2025-01-01.
    private static let firstDay: Int64 = 1_735_689_600

    /// Examines how much memory may be kept out of swap, by the text of /proc/self/limits.
    static func lockedMemory(_ limits: String?) -> Finding {
        let topic = "memory"
        let line = limits?.split(separator: "\n").first { $0.hasPrefix("Max locked memory") }
        guard let limit = line?.dropFirst("Max locked memory".count).split(separator: " ").first
        else { return .fine(topic, "how much may be kept out of swap is not known here") }
        guard let bytes = Int(limit) else { return .fine(topic, "secrets stay out of swap") }
        guard bytes >= enough else {
            return .note(
                topic,
                "only \(bytes >> 10) KB may be kept out of swap",
                advice: "raise it with 'ulimit -l 1024' or in /etc/security/limits.conf"
            )
        }
        return .fine(topic, "\(bytes >> 10) KB may be kept out of swap")
    }

    /// What thousands of secrets at a time take.
    private static let enough = 1 << 20

    /// Tells whether unlocking serves all of the user's programs.
    static func retention(isAvailable: Bool, hasPasscode: Bool) -> Finding {
        let topic = "unlocking"
        guard !isAvailable else {
            return .fine(topic, "the kernel keeps keys for all of your programs")
        }
        guard hasPasscode else { return .fine(topic, "not needed without a passcode") }
        return .note(
            topic,
            "the kernel keeps no keys here, so each program unlocks for itself",
            advice: "in a container, allow keyctl and add_key in its seccomp profile"
        )
    }
}
