extension Keychain {
    /// Who uses a keychain, and what it takes from outside.
    public struct Configuration: Sendable {
        /// The access groups of the caller in order; new items go to the first.
        ///
        /// In one process they keep cooperating programs of one user apart. They are no wall: a
        /// program of the same user can name any group (`Specification/threat-model.md`).
        public var accessGroups: [String]
        /// The folder of the default and of named keychains, and of the device key.
        public var folder: String
        /// What a guess at a new passcode costs.
        public var passcodeHashing = PasscodeHashing.standard
        /// Whoever asks the user for items that need it; `nil` when nobody can, and such items answer
        /// ``KeychainError/Code/interactionNotAllowed``.
        public var authenticator: (any Authenticator)?
        /// The time.
        public var clock = KeychainClock.system
        /// Randomness; replace it in tests only.
        public var entropy = KeychainEntropy.system
        /// Where unlocked keys are kept for the user's other processes.
        package var retention: any KeyRetention = KernelKeyRetention()

        /// Makes a configuration.
        ///
        /// - Parameters:
        ///   - applicationIdentifier: The name of the program, which is its first access group. By
        ///     default `PORTABLE_KEYCHAIN_APPLICATION`, or the name of the executable.
        ///   - accessGroups: More groups. By default those in `PORTABLE_KEYCHAIN_ACCESS_GROUPS`,
        ///     separated by commas.
        ///   - folder: The folder of keychains. By default `portable-keychain` in the user's XDG
        ///     data folder.
        public init(
            applicationIdentifier: String? = nil,
            accessGroups: [String]? = nil,
            folder: String? = nil
        ) {
            let identifier =
                applicationIdentifier ?? UserEnvironment.variable("PORTABLE_KEYCHAIN_APPLICATION")
                ?? UserEnvironment.executableName
            let more =
                accessGroups
                ?? UserEnvironment.variable("PORTABLE_KEYCHAIN_ACCESS_GROUPS")?
                .split(separator: ",").map(String.init) ?? []
            self.accessGroups = [identifier] + more.filter { $0 != identifier }
            self.folder = folder ?? UserEnvironment.keychainFolder
        }

        var world: Vault.World {
            Vault.World(clock: clock, entropy: entropy, retention: retention)
        }
    }
}
