internal import KeychainSecretService
internal import KeychainctlKit
internal import PortableKeychain
internal import SessionBus

/// Makes this program the one that answers for the Secret Service.
///
/// Each step looks at what is there, so a run that was interrupted is finished by the next one. The
/// keyring of the other program is read; only `disable --give-back` stores items in it, after a yes.
struct Setup {
    /// The set-up that works without this program too, such as taking all of this back.
    let common: SecretServiceSetup

    var desktop: Desktop { common.desktop }

    /// Puts this program in the place of the other one.
    ///
    /// - Parameters:
    ///   - imports: Whether it brings the items of the other program.
    ///   - needsNoPasscode: Whether the user accepts that these are less protected in the keychain.
    /// - Throws: ``Failure``, or an error of the keychain.
    func enable(imports: Bool, needsNoPasscode: Bool) throws {
        let owner = try common.bus.owner()
        // Before anything is changed.
        let other = try OtherKeyring.having(owner)
        if imports, try hasOther(owner) {
            _ = try KeyringTransfer(from: other, needsNoPasscode: needsNoPasscode).run()
        }
        try common.install()
        if desktop.hasUnits { _ = common.manager.run(["try-restart", Desktop.otherUnit]) }
        let ended = try common.takeName(start: start)
        Terminal.say("keychaind answers for \(SessionBus.name).")
        if let hint = ended.lazy.compactMap(\.hint).last { Terminal.say(hint) }
        // One that cannot be read says why when it is used.
        if (try? Self.isProtected()) == false {
            Terminal.say(
                "Your keychain has no passcode: anyone with a copy of its files can read all of it. "
                    + "'keychainctl passcode set' sets one."
            )
        }
        Terminal.say("'keychainctl secret-service disable' takes all of this back.")
    }

    /// Whether another program has items, or would have if it was started.
    func hasOther(_ owner: NameOwner) throws(Failure) -> Bool {
        switch owner {
        case .program(_, let name): name != SecretServiceSetup.program
        case .nobody: false
        case .startable:
            try desktop.files().first.map { [.missing, .other].contains($0.state) } ?? false
        }
    }

    /// Reads the items of the other program, whose user may be asked to unlock its keyrings.
    ///
    /// - Parameter keyrings: The objects of the keyrings that have them.
    /// - Returns: The items, and the names of those that it does not show.
    /// - Throws: ``Failure`` if it does not answer, or is not unlocked.
    static func items(of keyrings: Set<String>) throws(Failure) -> ProvidedItems {
        do throws(SessionBusProblem) {
            return try SessionBus.presentItems(of: keyrings)
        } catch {
            throw unreadable(error)
        }
    }

    /// Names the items that the other program lists and does not show; they stay in its keyring.
    static func name(unreadable: [String]) {
        guard !unreadable.isEmpty else { return }
        Terminal.say("Left in its keyring, because that program does not show them:")
        name(unreadable)
        Terminal.say(
            """
            gnome-keyring shows the secret of a program in a sandbox only after the next login. If you have first used one \
            since the last: run 'keychainctl secret-service disable', log out and in, and run 'enable' again.
            """
        )
    }

    /// Names some items after a sentence that says what they have in common; says nothing if there are none.
    static func name(_ labels: [String], _ sentence: String) {
        guard !labels.isEmpty else { return }
        Terminal.say(sentence)
        name(labels.map { $0.isEmpty ? "an item without a name" : $0 })
    }

    /// Names some items, each on a line of its own.
    static func name(_ names: [String]) {
        for name in names.prefix(shownNames) { Terminal.say("  \(name)") }
        let rest = names.count - shownNames
        if rest > 0 { Terminal.say("  and \(rest) more") }
    }

    /// The number of names in one message.
    private static let shownNames = 10

    /// The service on a keychain, which is open, as its default one.
    static func service(of keychain: Keychain) throws(KeychainError) -> SecretService {
        var shelf = KeychainShelf.onDisk(.tool)
        let name = try shelf.standard()
        // This very one: where the kernel keeps no keys, another one would be locked.
        shelf.open = { _ in keychain }
        shelf.standard = { name }
        return SecretService(shelf, authenticator: NobodyToAsk())
    }

    private func start() throws(Failure) {
        do throws(SessionBusProblem) {
            try SessionBus.start()
        } catch {
            throw Failure(
                .unfit,
                "the files are written, but the bus does not start keychaind: "
                    + Failure(error).problem,
                advice: "log out and in, and see 'keychainctl secret-service status'"
            )
        }
    }
}

/// An authenticator for work that begins with unlocked items only.
private struct NobodyToAsk: Authenticator {
    func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        throw KeychainError(.authenticationRequired)
    }
}
