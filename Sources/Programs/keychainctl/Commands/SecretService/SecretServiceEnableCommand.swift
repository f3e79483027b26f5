internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl secret-service enable`.
struct SecretServiceEnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Have keychaind answer programs of the desktop from your keychain.",
        discussion: """
            Imports the items of the program that answers now, whose keyring may have to be \
            unlocked; writes the file by which the bus starts keychaind, and a unit where systemd \
            runs; keeps gnome-keyring from taking the name again; ends the other program; and has \
            the bus start keychaind. Files that were there before are kept beside the new ones.

            It says what it did. It can be run again at any time, also after it was interrupted. \
            An unlocked keychain is then open to all programs that you run.

            If your keychain has no passcode, it first asks what should protect it: a passcode, the TPM, \
            or nothing. Without a terminal it asks nothing, and refuses to import from a keyring that \
            has or may have a password, unless you use --no-passcode.

            Its default keyring comes into your default keychain, and each other one into a keychain \
            of its own, with a passcode that you choose.

            EXAMPLES
              keychainctl secret-service enable
              keychainctl secret-service enable --no-passcode
            """
    )

    @Flag(name: .customLong("no-import"), help: "Leave the items of the other program.")
    var noImport = false

    @Flag(
        name: .customLong("no-passcode"),
        help: "Set no passcode, also if the keyring of the other program has a password."
    )
    var noPasscode = false

    func run() throws {
        // Programs of the desktop use the default keychain.
        KeychainChoice.forgetVariable()
        var words = noImport ? ["--no-import"] : []
        var isUnprotected = noPasscode
        if !isUnprotected, Terminal.canAsk, !KeychainProtection.isThere {
            let choice = try KeychainProtection.choose(after: Self.former(words))
            try choice.apply()
            isUnprotected = choice == .none
        }
        if isUnprotected { words.append("--no-passcode") }
        try SecretServiceCommand.become(["enable"] + words)
    }

    /// Asks keychaind about the keyring from before; ends this process if it refuses.
    private static func former(_ words: [String]) throws(Failure) -> KeychainProtection.Former {
        let answer = try SecretServiceCommand.ask(["examine"] + words)
        guard answer.status == 0 else {
            Terminal.hint(Shown(lines: String(decoding: answer.errors, as: UTF8.self)))
            Terminal.end(answer.status)
        }
        let line = String(decoding: answer.output, as: UTF8.self).prefix { $0 != "\n" }
        guard let former = KeychainProtection.Former(line) else {
            throw Failure(
                .unfit,
                "keychaind of another version is installed",
                advice: "install keychainctl and keychaind of the same version"
            )
        }
        return former
    }
}
