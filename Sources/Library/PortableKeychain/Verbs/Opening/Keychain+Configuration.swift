extension Keychain {
    /// The program that uses a keychain, the folder of keychains, and the library's access to the
    /// outside: time, randomness, and a way to ask the user.
    ///
    /// ``Keychain/default`` takes ``fromEnvironment(applicationIdentifier:accessGroups:folder:)``. Make one
    /// yourself to name your program, to share items with others in an access group, to store keychains
    /// in another folder, or to have the user asked.
    ///
    /// ```swift
    /// var configuration = Keychain.Configuration(
    ///     applicationIdentifier: "com.example.tool",
    ///     accessGroups: ["com.example.shared"]
    /// )
    /// configuration.authenticator = TerminalAuthenticator()
    /// let keychain = try Keychain.openOrCreate(.named("work"), configuration: configuration)
    /// ```
    public struct Configuration: Sendable {
        /// The access groups of the caller in order; new items go to the first.
        ///
        /// In one process they keep cooperating programs of one user apart. They are not a wall: a
        /// program of the same user can name any group (`Specification/threat-model.md`).
        public var accessGroups: [String]
        /// The access group of items that people store with `keychainctl`; `nil` to share none.
        ///
        /// A request that names one password (its account, and its service or server) and no group,
        /// and finds it in none of the ``accessGroups``, continues here. So a program uses the
        /// passwords that its user stored for it, and those that it stores itself stay in its own
        /// group. Requests for several items never reach the shared group, so a program that lists
        /// or deletes "all" items sees its own (`Specification/item-semantics.md`, 5.13).
        ///
        /// With several ``accessGroups``, ``Keychain/secret(for:)``, ``Keychain/set(_:for:)`` and the other
        /// verbs for one exact item name the first of them, so they do not continue here. A query does, as
        /// for ``Keychain/secret(matching:)``.
        public var sharedGroup: String? = AccessGroups.tool
        /// The folder of the default and of named keychains, and of the device key, which must be an
        /// absolute path: opening fails with ``KeychainError/Code/invalidParameter`` otherwise.
        public var folder: String
        /// The cost of deriving a key from a new passcode, and so of each guess at it.
        public var passcodeHashing = PasscodeHashing.standard
        /// Asks the user for items that require authentication; `nil` when the user cannot be asked,
        /// and such items answer ``KeychainError/Code/authenticationRequired``.
        public var authenticator: (any Authenticator)?
        /// Holds keys that never leave it, such as a TPM; `nil` for no token, so that such keys cannot
        /// be made, and those that are stored can only be found, listed and deleted.
        public var token: (any SecurityToken)?
        /// The time.
        public var clock = KeychainClock.system
        /// Randomness; replace it in tests only.
        @_spi(Keepers) public var entropy = KeychainEntropy.system
        /// The time that a keychain stays unlocked if unlocking names none, in whole seconds from 1
        /// to 4,294,967,295; 12 hours by default.
        ///
        /// Background jobs that need it for longer use ``Accessibility/afterFirstUnlock``: other
        /// processes can read such items for 7 days after the last unlock, or for this time if it
        /// is longer.
        public var unlockTime = Duration.seconds(12 * 60 * 60)
        /// The treatment of a file that is older than the one that was last used here.
        public var olderFiles = OlderFiles.refused
        /// The versions that are kept of items that this caller changes or deletes
        /// (``Keychain/history``); none by default, as with Apple's keychain.
        ///
        /// A keychain can have a setting of its own, which counts instead, but only for callers that
        /// ask for a history here.
        public var history = HistoryPolicy.none
        /// Unlocks a locked keychain for this process if a request needs that, without a question;
        /// `nil` for none.
        ///
        /// ``fromEnvironment(applicationIdentifier:accessGroups:folder:)`` takes the file
        /// `keychain.key` that systemd gives to a service (`LoadCredentialEncrypted=`).
        public var credential: KeychainCredential?
        /// Whether a request that needs a locked keychain asks for the passcode through the
        /// ``authenticator``, and unlocks the keychain as ``Keychain/unlock(passcode:for:)`` does.
        ///
        /// A keychain that a security key opens is unlocked by its touch, where the program
        /// `keychain-fido2` is installed; the passcode is asked for only if that is not possible. A
        /// request that would ask waits for the user, so leave it off in programs without a user.
        public var unlocksOnDemand = false
        /// The place where the agent keeps the keys of keychains that are used through it alone
        /// (``Keychain/isExclusive``); `nil` in all other processes, which cannot unlock them.
        package var exclusiveRetention: (any KeyRetention)?
        /// The place where unlocked keys are kept for the user's other processes.
        package var retention: any KeyRetention = KernelKeyRetention()

        /// Makes a configuration for a program that says who it is; the variables of
        /// ``fromEnvironment(applicationIdentifier:accessGroups:folder:)`` are not read.
        ///
        /// - Parameters:
        ///   - applicationIdentifier: The name of the program, which is its first access group. By
        ///     default the name of the executable.
        ///   - accessGroups: More groups, after the first.
        ///   - folder: The folder of keychains, an absolute path. By default `portable-keychain` in
        ///     the user's data folder (XDG Base Directory Specification: `XDG_DATA_HOME`, or
        ///     `~/.local/share`).
        public init(
            applicationIdentifier: String? = nil,
            accessGroups: [String] = [],
            folder: String? = nil
        ) {
            let identifier = applicationIdentifier ?? UserEnvironment.executableName
            self.accessGroups = [identifier] + accessGroups.filter { $0 != identifier }
            self.folder = folder ?? UserEnvironment.keychainFolder
        }

        /// Makes a configuration in which environment variables supply the arguments that are not
        /// given here.
        ///
        /// ``Keychain/default`` uses it. `PORTABLE_KEYCHAIN_AUTHENTICATOR` says how the user is asked
        /// for items that require authentication: `terminal` for ``TerminalAuthenticator``,
        /// `pinentry` for ``PinentryAuthenticator``, or the absolute path of another such program.
        /// The ``token`` is the one that is installed on this machine, if there is one.
        ///
        /// - Parameters:
        ///   - applicationIdentifier: The same as for the initializer. By default
        ///     `PORTABLE_KEYCHAIN_APPLICATION`, or the name of the executable.
        ///   - accessGroups: More groups. By default those in `PORTABLE_KEYCHAIN_ACCESS_GROUPS`,
        ///     separated by commas; spaces beside a comma are no part of a name.
        ///   - folder: The same as for the initializer.
        /// - Returns: The configuration.
        public static func fromEnvironment(
            applicationIdentifier: String? = nil,
            accessGroups: [String]? = nil,
            folder: String? = nil
        ) -> Configuration {
            var configuration = Configuration(
                applicationIdentifier: applicationIdentifier
                    ?? UserEnvironment.variable("PORTABLE_KEYCHAIN_APPLICATION"),
                accessGroups: accessGroups
                    ?? UserEnvironment.variable("PORTABLE_KEYCHAIN_ACCESS_GROUPS").map(names) ?? [],
                folder: folder
            )
            configuration.authenticator = UserEnvironment.variable(
                EnvironmentAuthenticator.variable
            ).map { EnvironmentAuthenticator(name: $0) }
            configuration.token = InstalledToken.find()
            configuration.credential = .ofService
            return configuration
        }

        /// The names in a list with commas.
        private static func names(_ list: String) -> [String] {
            list.split(separator: ",").compactMap { entry in
                var name = entry.drop { $0 == " " }
                while name.last == " " { name.removeLast() }
                return name.isEmpty ? nil : String(name)
            }
        }

        /// The treatment, on opening, of a file that is older than the one that was last used here.
        ///
        /// For each keychain, its latest state is remembered in the ``folder``, beside the device
        /// key.
        @nonexhaustive public enum OlderFiles: Sendable {
            /// The file is refused with ``KeychainError/Code/rolledBack``: an attacker may have put
            /// back an old copy, in which items or a passcode are still as they were.
            case refused
            /// The file is accepted, and counts as the present one from now on: after restoring an
            /// old copy on purpose.
            case accepted
            /// States are neither remembered nor compared: for tests, and where the folder is not
            /// kept.
            case ignored
        }

        var world: Vault.World {
            Vault.World(
                clock: clock,
                entropy: entropy,
                retention: retention,
                unlockTime: UInt32(clamping: max(unlockTime.wholeSeconds, 1)),
                exclusiveRetention: exclusiveRetention,
                memory: olderFiles == .ignored ? nil : KeychainFolder(folder).memoryPath
            )
        }
    }
}
