internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
internal import Transfer

/// `keychainctl recovery create`.
struct RecoveryCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a recovery key and show it once.",
        discussion: """
            Reads the passcode first, if there is one. Then the key is printed: eight groups of \
            five letters and digits. Write it on paper, and type it back: only then does it open \
            the keychain, and an earlier recovery key opens it no more. The last character of \
            each group is a check, so a mistyped group is named.

            It is the one key for all losses: 'keychainctl recover' takes it if the passcode is \
            forgotten, the machine is lost, or the TPM that has the device key. 'keychainctl tpm \
            bind' asks for it.

            Where standard input is not a terminal, nobody can type the key back. --unconfirmed \
            takes it as it is.

            EXAMPLES
              keychainctl recovery create
              keychainctl recovery create --sheet recovery.txt
            """
    )

    @OptionGroup var place: KeychainOptions
    @Option(
        help: ArgumentHelp(
            "Write the key with instructions to this new file, which only you can read.",
            valueName: "file"
        ),
        completion: .file()
    )
    var sheet: String?
    @Option(
        help: ArgumentHelp(
            "Draw the key as a QR code into this new SVG file, with qrencode.",
            valueName: "file"
        ),
        completion: .file()
    )
    var svg: String?
    @Flag(help: "Draw the key as a QR code on the terminal, with qrencode.") var qr = false
    @Flag(help: "Do not ask to type the key back.") var unconfirmed = false

    func run() throws {
        if qr || svg != nil { try QRCode.requireProgram() }
        var source = try PasscodeSource()
        guard unconfirmed || source.isTerminal else {
            throw Failure(
                .usage,
                "nobody can type the recovery key back without a terminal",
                advice: "run the command on a terminal, or use --unconfirmed"
            )
        }
        for path in [sheet, svg].compactMap(\.self) { try NewFile.require(path) }
        let keychain = try place.openToStore()
        let proof = try WaysIn.proof(for: keychain, from: &source)
        // A wrong passcode is reported before the user copies the key by hand.
        try WaysIn.check(proof, for: keychain)
        let key = keychain.access.newRecoveryKey()
        SecretOutput.write(RecoverySheet.line(of: key))
        if qr { try QRCode.show(key) }
        if !unconfirmed { try WaysIn.awaitTypingBack(key, on: &source) }
        var copy: String?
        // Not before: a command that is ended at the question leaves no sheet.
        try writing(key, keychain) {
            copy = try Self.putIntoForce(key, of: keychain, proof: proof)
        }
        try Self.removeEarlierCopies(of: keychain, but: copy)
        WaysIn.sayWhatTheLogKeeps(of: keychain)
        if unconfirmed { return }
        Terminal.say(
            copy != nil
                ? "The recovery key opens the keychain from now on, and brings the device key back if "
                    + "the TPM is lost. It is not shown again."
                : "The recovery key opens the keychain from now on. It is not shown again."
        )
    }

    /// Writes the requested files, and removes them again if the key does not come into force: no
    /// user should keep a sheet with a key that opens nothing.
    private func writing(
        _ key: RecoveryKey,
        _ keychain: Keychain,
        for body: () throws -> Void
    ) throws {
        func draw() throws {
            guard let svg else { return try body() }
            try QRCode.write(key, to: svg, for: body)
        }
        guard let sheet else { return try draw() }
        try NewFile.write(RecoverySheet.text(of: key, keychain.path), to: sheet, for: draw)
    }

    /// Lets the recovery key open the keychain, and also bring back a device key that a chip has, so
    /// that the user does not need two.
    ///
    /// - Returns: The copy of the device key for it; `nil` if no chip has that.
    private static func putIntoForce(
        _ key: RecoveryKey,
        of keychain: Keychain,
        proof: AccessProof
    ) throws -> String? {
        func put() throws(KeychainError) {
            do throws(KeychainError) {
                try keychain.access.setRecoveryKey(key, confirmedBy: key.text, proof: proof)
            } catch {
                // A failure after the change was stored removes neither the sheet nor the copy.
                let isSet = (try? WaysIn.check(.recoveryKey(key), for: keychain)) != nil
                guard isSet else { throw error }
            }
        }
        let binding = TPMCommand.binding
        guard let path = keychain.path, [.bound, .unfinished, .several].contains(binding.state)
        else {
            try put()
            return nil
        }
        // Before the earlier key ends: on a full disk, that is the one that stays.
        return try binding.addRecoveryCopy(openedBy: key, for: path, before: put)
    }

    /// Removes the copies of the device key for recovery keys that no longer exist.
    private static func removeEarlierCopies(of keychain: Keychain, but copy: String?) throws {
        guard let path = keychain.path else { return }
        do throws(KeychainError) {
            try TPMCommand.binding.removeRecoveryCopy(for: path, but: copy)
        } catch {
            let failure = Failure(error)
            throw Failure(
                failure.status,
                "the new recovery key is in force, but the earlier one still brings the device key "
                    + "back: \(failure.problem)",
                advice: "run 'keychainctl recovery create' again, and use the key that it shows"
            )
        }
    }
}

/// The texts that contain a recovery key.
enum RecoverySheet {
    /// The key and a newline, for standard output.
    static func line(of key: RecoveryKey) -> SecretBytes {
        joined(
            SecretBytes(utf8: ""),
            key.text,
            SecretBytes(utf8: Terminal.isInteractive ? "" : "\n")
        )
    }

    /// A sheet to print.
    static func text(of key: RecoveryKey, _ path: String?) -> SecretBytes {
        joined(
            SecretBytes(
                utf8: "Recovery key of the keychain \(Escaping.escaped(path ?? "")):\n\n    "
            ),
            key.text,
            SecretBytes(
                utf8: """


                    It opens the keychain alone, and everything in it. If the TPM has the device key, it \
                    brings that back too. Keep this sheet where others do not find it, and away from the \
                    machine.

                    When the passcode is forgotten, or the TPM is lost or cleared:
                      keychainctl recover
                    When the machine or its device key is lost, with a copy of the keychain's file:
                      keychainctl recover --keychain /path/to/copy.keychain

                    """
            )
        )
    }

    private static func joined(_ parts: SecretBytes...) -> SecretBytes {
        SecretBytes(count: parts.reduce(0) { $0 + $1.count }) { room in
            var start = 0
            for part in parts {
                part.withUnsafeBytes { bytes in
                    UnsafeMutableRawBufferPointer(rebasing: room[start...]).copyMemory(from: bytes)
                }
                start += part.count
            }
        }
    }
}
