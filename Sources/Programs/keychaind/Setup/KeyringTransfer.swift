internal import KeychainSecretService
internal import KeychainctlKit
internal import PortableKeychain
internal import SessionBus

/// The way of another program's keyrings into keychains: what is decided first, and then done.
///
/// Its default keyring comes into the default keychain, and each other one into a keychain of its own. Nothing is
/// changed before all is decided and unlocked, and a run that was interrupted is finished by the next one.
struct KeyringTransfer {
    /// A keyring that is not the default one, and the keychain for it.
    private struct Move {
        let keyring: ForeignKeyring
        /// That of an earlier run; `nil` for one that is still to be made.
        let present: KeychainShelf.Named?
        /// The passcode that it gets; `nil` for none, or for the one that it has.
        var passcode: SecretBytes?
    }

    /// Whether the user has accepted that items are less protected in keychains.
    private let needsNoPasscode: Bool
    private let name: String
    private let shelf = KeychainShelf.onDisk(.tool)
    private let standard: Keychain?
    private let standardKeyrings: [ForeignKeyring]
    private var moves: [Move] = []
    /// The keyrings that stay as they are, because their keychains would be less protected.
    private var left: [ForeignKeyring] = []

    /// Decides what is to be done, and asks the user where that takes an answer.
    ///
    /// - Parameters:
    ///   - other: The program that has the keyrings.
    ///   - needsNoPasscode: Whether the user accepts that items are less protected in keychains.
    /// - Throws: ``Failure``, or an error of a keychain.
    init(from other: OtherKeyring?, needsNoPasscode: Bool) throws {
        self.needsNoPasscode = needsNoPasscode
        name = Setup.name(of: other)
        let keyrings = try Setup.keyrings()
        standardKeyrings = keyrings.filter(\.isDefault)
        standard = try KeychainChoice().openFileIfPresent()
        if !needsNoPasscode {
            try Setup.requireProtection(of: standardKeyrings, by: standard, against: other)
        }
        for keyring in keyrings where !keyring.isDefault {
            let move = Move(keyring: keyring, present: shelf.keychain(from: keyring.object))
            guard try isLessProtected(move) else {
                moves.append(move)
                continue
            }
            guard Terminal.canAsk else {
                left.append(keyring)
                continue
            }
            moves.append(try asked(move))
        }
        try standard?.requireUnlocked()
        for move in moves { try move.present?.keychain.requireUnlocked() }
    }

    /// Stores the items, except those that are there already, and says what was done.
    ///
    /// - Returns: The number of new items, and of all.
    /// - Throws: ``Failure``, or an error of a keychain; what was stored before stays, and the next run continues.
    func run() throws -> (new: Int, all: Int) {
        let objects = (standardKeyrings + moves.map(\.keyring)).map(\.object)
        let provided = try Setup.items(of: Set(objects))
        let items = Dictionary(grouping: provided.items) {
            ForeignKeyring.object(above: $0.object) ?? ""
        }
        let own = standardKeyrings.flatMap { items[$0.object] ?? [] }
        let keychain =
            try standard ?? Keychain.openOrCreate(.standard, configuration: .tool)
        var taken = try Setup.service(of: keychain).take(own)
        var new = taken.new
        Terminal.say("Imported from \(name): \(new) new of \(own.count) items.")
        for move in moves {
            let home = try home(of: move)
            let own = items[move.keyring.object] ?? []
            let more = try Setup.service(of: home.keychain).take(own)
            new += more.new
            taken.replaced += more.replaced
            taken.older += more.older
            Terminal.say(
                "Imported from its keyring \(move.keyring.shown) into the keychain '\(home.name)': "
                    + "\(more.new) new of \(own.count) items."
            )
        }
        Setup.name(taken.replaced, "Replaced in your keychain, because it was older or damaged:")
        Setup.name(taken.older, "Left in its keyring, because your keychain has a newer secret:")
        Setup.name(unreadable: provided.unreadable)
        nameLeft()
        return (new, provided.items.count)
    }

    private func home(of move: Move) throws(KeychainError) -> KeychainShelf.Named {
        guard let present = move.present else {
            return try shelf.makeKeychain(for: move.keyring, move.passcode)
        }
        if let passcode = move.passcode { try present.keychain.setPasscode(passcode) }
        return present
    }

    /// Whether a keyring that has or may have a password would come into a keychain without protection.
    private func isLessProtected(_ move: Move) throws -> Bool {
        guard !needsNoPasscode, move.keyring.protection != .none else { return false }
        return try !WaysIn.areProtecting(move.present?.keychain)
    }

    /// Asks the user for the passcode of a keychain, or whether there is none.
    private func asked(_ move: Move) throws -> Move {
        var move = move
        let keyring = move.keyring
        let name = try move.present?.name ?? shelf.name(for: keyring)
        let has = keyring.protection == .password ? "has a password" : "may have a password"
        let becomes = move.present == nil ? "becomes the keychain" : "is in the keychain"
        Terminal.say(
            "The keyring \(keyring.shown) of \(self.name) \(has), and \(becomes) '\(name)'."
        )
        // A recovery key would have to be asked for too: 'passcode set' does that.
        let slots = try move.present?.keychain.access.slots().map(\.kind) ?? [.device]
        if slots == [.device] {
            Terminal.say(
                "What should its passcode be? The password of the keyring will do. No entry: none."
            )
            var source = try PasscodeSource(readsInput: false)
            do throws(Failure) {
                move.passcode = try source.new()
                return move
            } catch {
                guard error.status == .declined else { throw error }
            }
        }
        let question =
            "Without a passcode, anyone with a copy of the files, and every program that you run, can "
            + "read '\(name)'. Import without one?"
        guard try Terminal.confirm(question) else {
            throw Failure(
                .declined,
                "nothing was imported",
                advice: "run the command again"
            )
        }
        return move
    }

    private func nameLeft() {
        guard !left.isEmpty else { return }
        Terminal.say(
            "Left in keyrings that have or may have a password, because their keychains would have none:"
        )
        Setup.name(left.map(\.shown))
        Terminal.say(
            "To import them, run 'keychainctl secret-service disable', and 'keychainctl secret-service "
                + "enable' on a terminal or with --no-passcode."
        )
    }
}
