package import PortableKeychain

/// Whether unlocking a keychain also unlocks it for other processes, which depends on the kernel.
package enum UnlockSharing {
    /// The reason why the kernel keeps no unlocked keys for the user's processes; `nil` if it does.
    package static var obstacle: RetentionError? { KernelKeyRetention().obstacle }

    /// Whether an unlock of a keychain serves the user's other processes too.
    ///
    /// - Parameter keychain: The keychain.
    /// - Returns: Whether the kernel keeps its keys; `false` for one that is used through the agent alone, and
    ///   where damage hides whether it is.
    package static func isPossible(for keychain: Keychain) -> Bool {
        obstacle == nil && (try? keychain.checkMayUnlock()) != nil
    }

    /// The reason why nothing was kept, and the next step.
    package static func explanation(
        _ obstacle: RetentionError?
    ) -> (problem: String, advice: String) {
        switch obstacle {
        case .full:
            (
                "your quota of keys in the kernel is full",
                "'keychainctl lock --all' drops those of keychains, 'keyctl show @u' shows others, "
                    + "and the administrator can raise kernel.keys.maxkeys and kernel.keys.maxbytes"
            )
        case .unavailable:
            (
                "the kernel does not keep keys for this process, as in some containers",
                "unlock in each process, or allow keyctl and add_key in the container's seccomp "
                    + "profile"
            )
        case .failed, .stillKept, nil:
            ("the kernel failed to keep the keys", "try again, and see 'keychainctl doctor'")
        }
    }

    /// The reason for one keychain: the keys of an exclusive one are for the agent alone, whatever the kernel does.
    private static func explanation(of keychain: Keychain) -> (problem: String, advice: String) {
        do throws(KeychainError) {
            try keychain.checkMayUnlock()
        } catch {
            guard error.code == .notAvailable else { return explanation(obstacle) }
            let refusal = Failure(error)
            return (refusal.problem, refusal.advice)
        }
        return explanation(obstacle)
    }

    /// Checks that an unlocked keychain is unlocked for other processes too.
    ///
    /// - Throws: ``Failure`` with the status ``ExitStatus/unlockedHereOnly``.
    package static func require(_ keychain: Keychain) throws {
        guard try !keychain.access.sharesUnlocking else { return }
        let (problem, advice) = explanation(of: keychain)
        throw Failure(
            .unlockedHereOnly,
            "the keychain could be unlocked, but not for other processes: \(problem)",
            advice: advice
        )
    }

    /// Warns if the keychain is locked again when this process ends.
    package static func warn(_ keychain: Keychain) throws(KeychainError) {
        guard try !keychain.access.sharesUnlocking else { return }
        let (problem, advice) = explanation(of: keychain)
        Terminal.say(
            "keychainctl: the keychain is locked for other processes: \(problem); \(advice)"
        )
    }
}
