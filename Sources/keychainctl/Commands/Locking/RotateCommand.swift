internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl rotate`.
struct RotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace all keys of a keychain and encrypt every item again.",
        discussion: """
            An attacker with an old copy of the keychain's file, the device key and the passcode of \
            that time can read what is in that copy. After this command, the same keys open nothing \
            that you store from then on. What is in the copy stays readable: change those passwords \
            where you use them.

            Reads the passcode, if there is one; with --new-passcode, also a new one, which you \
            should choose if somebody may know the present one. A locked keychain stays locked.

            Other ways into the keychain, such as a security key, are removed, because their secrets \
            are not at hand here; the command names them and asks. Add them again afterwards. With \
            --keep-recovery, the recovery key is read after the passcode, and stays.

            Either all items are encrypted again or none, even if the command is stopped or the \
            disk is full; then run it again. Meanwhile other programs can read, but wait to write. \
            An item with a password of its own keeps it.

            EXAMPLES
              keychainctl rotate
              keychainctl rotate --new-passcode --keychain work
            """
    )

    @Flag(help: "Also change the passcode.") var newPasscode = false
    @Flag(help: "Read the recovery key, too, so that it stays.") var keepRecovery = false
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.open()
        let hasPasscode = try keychain.hasPasscode
        guard hasPasscode || !newPasscode else { throw KeychainError(.noPasscode) }
        try confirmRemovals(keychain)
        var source = try PasscodeSource(readsInput: hasPasscode || keepRecovery)
        var proofs: [AccessProof] = hasPasscode ? [.passcode(try source.present())] : []
        if keepRecovery {
            let typed = try source.next(asking: "Recovery key: ")
            proofs.append(.recoveryKey(try RecoveryKey(typed: typed)))
        }
        let next = try newPasscode ? source.new() : nil
        let report = try keychain.access.rotate(proofs, newPasscode: next) {
            Terminal.progress("\(counted($0, "item")) encrypted again")
        }
        Terminal.progress("")
        Terminal.say("\(counted(report.itemCount, "item")) encrypted again with new keys.")
        if report.destroyedCount > 0 {
            Terminal.say(
                counted(report.destroyedCount, "item")
                    + " removed, whose key was destroyed with a passcode."
            )
        }
        if report.leavesRemains {
            Terminal.say("Note: \(Doctor.remains); \(Doctor.remainsAdvice).")
        }
    }

    /// Names the ways into the keychain that cannot stay, and asks.
    private func confirmRemovals(_ keychain: Keychain) throws {
        let kept: [AccessSlot.Kind] = [.device, .passcode] + (keepRecovery ? [.recovery] : [])
        let removed = try keychain.access.slots().filter { !kept.contains($0.kind) }
        guard !removed.isEmpty else { return }
        for slot in removed {
            Terminal.say("To be removed: \(slot.identifier) (\(slot.kind.words)).")
        }
        guard try yes || Terminal.confirm("Remove \(counted(removed.count, "way in", "ways in"))?")
        else {
            throw Failure(.declined, "nothing was changed", advice: "run the command again")
        }
    }
}

extension AccessSlot.Kind {
    /// What opens the slot, for the user.
    fileprivate var words: String {
        switch self {
        case .device: "device key"
        case .passcode: "passcode"
        case .token: "chip"
        case .tokenWithPIN: "chip with PIN"
        case .securityKey: "security key"
        case .recovery: "recovery key"
        case .credential: "credential"
        }
    }
}
