package import PortableKeychain

/// The exit status of the process, with its meaning for the help.
///
/// Commands throw a ``Failure`` with one of these values; `exit` is called in one place only.
/// An error of the keychain exits as macOS's `security` does, with the lowest byte of Apple's
/// status, provided that this byte is below 128 and unique. All other errors have a number of
/// sysexits(3).
package struct ExitStatus: Hashable {
    package let code: Int32
    /// The meaning, for the help.
    package let meaning: String

    /// The status of Python's `keyring` program if there is no password; not listed in the help.
    package static let noPassword = ExitStatus(code: 1, meaning: "no password")
    package static let success = ExitStatus(code: 0, meaning: "done")
    package static let usage = ExitStatus(code: 64, meaning: "incorrect use of the command line")
    package static let severalItems = ExitStatus(
        code: 65,
        meaning: "several items match, the input is invalid, or a certificate is not trusted"
    )
    static let internalError = ExitStatus(code: 70, meaning: "internal error")
    package static let damaged = ExitStatus(code: 93, meaning: "the keychain is damaged")
    package static let unfit = ExitStatus(
        code: 78,
        meaning:
            "the device key is missing or belongs to another keychain, or 'doctor' found a problem"
    )
    package static let fileError = ExitStatus(code: 74, meaning: "reading or writing failed")
    /// The request of another program to a helper is malformed (`EX_DATAERR`).
    package static let badInput = severalItems
    /// The status for a keychain that is unlocked for this process only; not a number of
    /// sysexits(3), which end with 78.
    package static let unlockedHereOnly = ExitStatus(
        code: 79,
        meaning: "unlocked, but only until this process ends: nothing was kept for other processes"
    )
    package static let syncAlarm = ExitStatus(
        code: 80,
        meaning: "synchronization stopped: the remote shows what no honest one can show"
    )
    /// The remote does not answer; unsent changes stay queued.
    package static let offline = ExitStatus(
        code: 53,
        meaning: "there is no passcode, or a required service is not available"
    )
    /// Statuses of shells, for the command that 'run' starts.
    static let notExecutable = ExitStatus(code: 126, meaning: "the command cannot be run")
    static let noCommand = ExitStatus(code: 127, meaning: "there is no such command")
    /// The role of this machine, or its removal, does not let it do that.
    package static let notEntitled = ExitStatus(code: 77, meaning: "not permitted")
    package static let declined = ExitStatus(code: 75, meaning: "nothing was done: you declined")

    /// An error code of the keychain, with its exit status and advice for the user.
    package struct Refusal {
        package let code: KeychainError.Code
        package let status: ExitStatus
        /// The problem, if the library's own sentence also contains advice for programmers.
        package var problem: String?
        package private(set) var advice: String
        /// The library's advice that this advice replaces with the names of commands.
        package let replaced: [String]

        init(
            _ code: KeychainError.Code,
            _ status: Int32,
            _ meaning: String,
            problem: String? = nil,
            advice: String,
            insteadOf replaced: String...
        ) {
            self.code = code
            self.status = ExitStatus(code: status, meaning: meaning)
            self.problem = problem
            self.advice = advice
            self.replaced = replaced
        }

        /// Adds the advice for a user who could not be asked.
        ///
        /// - Parameters:
        ///   - error: The error, whose own reason counts if it says why.
        ///   - isOnTerminal: Whether there is a terminal to ask on, so that another one is of no use.
        mutating func advise(_ error: KeychainError, isOnTerminal: Bool) {
            let (what, next) = Advice.split(error.reason)
            let isSaid = next != nil || !what.hasPrefix("This item requires user authentication")
            if error.reason != KeychainError(error.code).reason, isSaid, next != Self.anyTerminal {
                problem = nil
            }
            guard isOnTerminal else { return }
            let variable = "PORTABLE_KEYCHAIN_AUTHENTICATOR"
            advice =
                Terminal.variable(variable).isEmpty
                ? "see what opens the keychain with 'keychainctl slot list'"
                : "unset the variable \(variable), or set it to terminal"
        }

        private static let anyTerminal = "Run the program on a terminal."
    }

    /// The numbers in the order of the help.
    static let refusals = [
        Refusal(
            .newerVersion,
            34,
            "a newer version wrote the keychain",
            problem: "a newer version of this software wrote the keychain",
            advice: "update keychainctl to read it"
        ),
        Refusal(
            .locked,
            36,
            "the keychain is locked",
            advice: "unlock it with 'keychainctl unlock'"
        ),
        Refusal(
            .authenticationRequired,
            36,
            "the keychain is locked",
            problem: "this item requires user authentication",
            advice: "run the command on a terminal"
        ),
        Refusal(
            .interactionNotAllowed,
            36,
            "the keychain is locked",
            problem: "the keychain is locked, or this item requires user authentication",
            advice: "unlock it with 'keychainctl unlock', or run the command on a terminal"
        ),
        Refusal(
            .ambiguous,
            severalItems.code,
            severalItems.meaning,
            problem: "several items match",
            advice: "use more options to select one of them"
        ),
        Refusal(
            .dataTooLarge,
            42,
            "the secret is too large",
            advice: "store it in an encrypted file instead"
        ),
        Refusal(
            .itemNotFound,
            44,
            "no item matches",
            advice: "'keychainctl list' shows all items"
        ),
        Refusal(
            .duplicateItem,
            45,
            "the item exists already",
            advice: "change it with 'keychainctl set', or use another tag for a key"
        ),
        Refusal(
            .duplicateKeychain,
            48,
            "the keychain exists already",
            advice: "choose another name",
            insteadOf: "Choose another path."
        ),
        Refusal(.notAKeychain, 49, "the file is not a keychain", advice: "check the path"),
        Refusal(
            .noSuchKeychain,
            50,
            "there is no such keychain",
            advice: "create one with 'keychainctl create NAME', and bring its items back with "
                + "'keychainctl restore' if there was one; 'keychainctl keychains' shows what there is"
        ),
        Refusal(
            .authenticationFailed,
            51,
            "the passcode is wrong",
            advice: "try again"
        ),
        Refusal(
            .readOnly,
            52,
            "the keychain cannot be written",
            advice: "check the permissions of the file and its folder, and whether its disk can be "
                + "written"
        ),
        Refusal(
            .noPasscode,
            53,
            "there is no passcode, or a required service is not available",
            problem: "the keychain has no passcode",
            advice: "set one with 'keychainctl passcode set'"
        ),
        Refusal(
            .notAvailable,
            53,
            "there is no passcode, or a required service is not available",
            advice: "try again, and see 'keychainctl status'"
        ),
        Refusal(
            .corrupt,
            damaged.code,
            damaged.meaning,
            advice: "restore it from a backup, and see 'keychainctl verify'",
            insteadOf: "Restore a backup."
        ),
        Refusal(
            .undecodable,
            severalItems.code,
            severalItems.meaning,
            advice: "check the file, and see --help for the supported formats"
        ),
        Refusal(
            .verificationFailed,
            severalItems.code,
            severalItems.meaning,
            advice: "check the message, and use the key that signed it"
        ),
        Refusal(
            .unimplemented,
            69,
            "this version or this keychain does not support it",
            advice: "see 'keychainctl help'"
        ),
        Refusal(.internalError, internalError.code, internalError.meaning, advice: "report it"),
        Refusal(.outOfMemory, 71, "out of memory", advice: "free some memory"),
        Refusal(
            .diskFull,
            73,
            "the disk is full",
            advice: "free some space, or raise the limit on the size of files"
        ),
        Refusal(
            .inputOutput,
            fileError.code,
            fileError.meaning,
            advice: "check the disk"
        ),
        Refusal(
            .missingEntitlement,
            notEntitled.code,
            notEntitled.meaning,
            advice: "use --group to select another access group"
        ),
        Refusal(
            .unsafePermissions,
            notEntitled.code,
            notEntitled.meaning,
            advice: "'keychainctl doctor' shows what is open to other users, and "
                + "'keychainctl doctor --fix' closes it"
        ),
        Refusal(
            .rolledBack,
            76,
            "the keychain is older than the one last used here",
            problem: "the keychain is older than the one last used here",
            advice: "run 'keychainctl accept-older' if you restored it yourself"
        ),
        Refusal(
            .wrongDeviceKey,
            unfit.code,
            unfit.meaning,
            advice: "put back the device.key that belongs to the keychain, or open it with its "
                + "recovery key: 'keychainctl recover'",
            insteadOf: "Restore it from a backup, or open the keychain with its recovery key."
        ),
        Refusal(
            .invalidParameter,
            usage.code,
            usage.meaning,
            advice: "see 'keychainctl help'"
        ),
        Refusal(
            .noSuchAttribute,
            usage.code,
            usage.meaning,
            advice: "omit the options of the other class"
        ),
        Refusal(.noSuchClass, usage.code, usage.meaning, advice: "use --class generic or internet"),
        Refusal(.userCanceled, declined.code, declined.meaning, advice: "run it again"),
    ]

    /// All numbers in ascending order, each once.
    package static var all: [ExitStatus] {
        let every = [
            success, usage, severalItems, internalError, damaged, unlockedHereOnly, declined,
            syncAlarm,
            notExecutable, noCommand,
        ]
        return Set(every + refusals.map(\.status)).inOrder { $0.code }
    }

    /// The table for the help.
    package static var help: String {
        "EXIT STATUS\n"
            + all.map { "  \($0.code < 10 ? " " : "")\($0.code)  \($0.meaning)" }
            .joined(separator: "\n")
    }
}
