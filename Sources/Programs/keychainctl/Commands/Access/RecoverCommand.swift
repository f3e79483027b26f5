internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl recover`.
struct RecoverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Open a keychain with its recovery key.",
        discussion: """
            For a forgotten passcode, a TPM that is lost or was cleared, or a copy of a keychain's \
            file whose machine or device key is lost. Reads the recovery key, and finds out what it \
            opens. With an address, it opens the synchronized keychains there, for instance on a new \
            machine when all others are lost: see 'keychainctl sync recover'.

            If a TPM had the device key, and the recovery key opens the copy of it, the device key is \
            back in its file, and all ways into your keychains are as they were.

            Otherwise the recovery key opens the keychain, and a new passcode is read; in a pipe, both \
            are lines of standard input. The file becomes a keychain of this machine. If the \
            device key is not at hand, this keychain gets one of its own; your other keychains and \
            the files of their device key stay as they are. All items are readable, and the recovery key stays valid; every \
            other way in is removed, because it is lost or may be in other hands. It still opens \
            copies of the file that were made before: the command offers to replace all keys.

            With the recovery key of synchronized keychains, a machine that takes part becomes an \
            admin, also if an alarm has stopped it.

            --no-passcode sets no passcode. Items that are readable only with one are destroyed: the \
            command names them, and asks first.

            EXAMPLES
              keychainctl recover
              keychainctl recover --keychain ./copy.keychain
              keychainctl recover git@example.com:me/keys.git
            """
    )

    @Argument(help: "The address of synchronized keychains. Default: what is on this machine.")
    var remote: String?

    @OptionGroup var place: KeychainOptions
    @Flag(help: "Set no new passcode.") var noPasscode = false
    @Flag(name: .shortAndLong, help: "Do not ask before items are destroyed.") var yes = false

    func validate() throws {
        guard let remote else { return }
        guard !noPasscode else {
            throw ValidationError("--no-passcode is for a keychain on this machine.")
        }
        // A copy of a keychain was a file until now.
        let isFile = FileFacts.of(remote)?.kind == .file
        guard !isFile, !Keychain.names(configuration: .tool).contains(remote) else {
            throw ValidationError("\(remote) is a keychain: use --keychain.")
        }
    }

    func run() throws {
        if let remote { return try SyncRecovery.join(remote, place.choice) }
        let path = try Keychain.path(of: place.choice.file, configuration: .tool)
        var source = try PasscodeSource()
        let key = try WaysIn.recoveryKey(from: &source)
        let use: KeychainAccess.RecoveryKeyUse
        do throws(KeychainError) {
            use = try KeychainAccess.use(of: key, for: .file(path), configuration: .tool)
        } catch {
            if try SyncRecovery.promote(place.choice, ifKnown: key) { return }
            guard error.code == .noSuchKeychain else { throw error }
            throw Failure(
                Failure(error).status,
                "there is no keychain at \(path)",
                advice: "name a copy of its file with --keychain"
                    + (place.choice.name == nil
                        ? ", or run 'keychainctl recover REMOTE' with the address if it was synchronized"
                        : "")
            )
        }
        if case .deviceKey(let device) = use {
            return try Self.bringBackDeviceKey(device, key, path)
        }
        if noPasscode {
            let lost = try KeychainAccess.passcodeItems(
                of: .file(path),
                with: key,
                configuration: .tool
            )
            try WaysIn.confirmDestruction(of: lost, isConfirmed: yes)
        }
        let passcode = noPasscode ? nil : try source.new()
        let keychain = try KeychainAccess.recover(
            .file(path),
            with: key,
            passcode: passcode,
            configuration: .tool
        )
        Terminal.say(
            "The keychain is open on this machine. Other ways in were removed; the recovery key "
                + "stays valid."
        )
        WaysIn.sayWhatTheLogKeeps(of: keychain)
        if !noPasscode { try UnlockSharing.warn(keychain) }
        try WaysIn.offerRotation(of: [keychain], afterRemoving: "the ways in of that time")
    }

    private static func bringBackDeviceKey(
        _ device: [UInt8],
        _ key: RecoveryKey,
        _ path: String
    ) throws {
        try TPMCommand.binding.unbind(recovery: key, of: device)
        Terminal.say(
            "The recovery key opened the copy of the device key. Your keychains open as before, with "
                + "the same passcodes. If a passcode is lost too, run 'keychainctl recover' again."
        )
        if FileFacts.of(path) == nil {
            let advice = "Bring its items back with 'keychainctl restore'."
            Terminal.say(
                "There is no keychain at \(path). "
                    + AdvisedCommand.naming(KeychainChoice.onCommandLine, in: advice)
            )
        }
        try TPMUnbindCommand.sayWhatCopiesOpen()
    }
}
