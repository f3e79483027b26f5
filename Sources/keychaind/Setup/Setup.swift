internal import KeychainLibC
internal import KeychainSecretService
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
internal import SessionBus

/// Makes this program the one that answers for the Secret Service, and takes that back.
///
/// Each step looks at what is there, so a run that was interrupted is finished by the next one. The
/// keyring of the other program is read, and never changed.
struct Setup {
    let desktop: Desktop
    let manager: ServiceManager

    /// Programs that may be ended to get the name, by what the kernel shows of their names, with how
    /// they are kept from taking it again.
    private static let others: [(name: String, shown: String, hint: String?)] = [
        ("gnome-keyring-d", "gnome-keyring", nil),
        ("kwalletd5", "KWallet", kwallet("kwriteconfig5")),
        ("kwalletd6", "KWallet", kwallet("kwriteconfig6")),
        ("ksecretd", "KWallet", kwallet("kwriteconfig6")),
    ]
    private static let own = "keychaind"
    /// How long a program may take to end, in steps of 50 ms.
    private static let patience = 100

    private static func kwallet(_ program: String) -> String {
        "KWallet may take the name again at the next login. This keeps it from that: "
            + "\(program) --file kwalletrc --group org.freedesktop.secrets --key apiEnabled false"
    }

    // MARK: Enabling

    func enable(imports: Bool) throws {
        let owner = try Self.owner()
        // Before anything is changed.
        let other = try Self.removable(owner)
        if imports, try hasOther(owner) { try takeItems(from: other) }
        for file in try desktop.files() {
            Terminal.say("\(file.path): \(try file.install() ? "written" : "there already").")
        }
        try reload()
        if desktop.hasUnits { _ = manager.run(["try-restart", Desktop.otherUnit]) }
        try end(other)
        try start()
        Terminal.say("keychaind answers for \(SessionBus.name).")
        if let hint = other?.hint { Terminal.say(hint) }
        Terminal.say("'keychainctl secret-service disable' takes all of this back.")
    }

    /// A program of others that has the name.
    private struct Other {
        let process: Int32
        let shown: String
        let hint: String?
    }

    private static func removable(_ owner: NameOwner) throws(Failure) -> Other? {
        guard case .program(let process, let name) = owner, name != own else { return nil }
        guard let known = others.first(where: { $0.name == name }) else {
            throw Failure(
                .unfit,
                "the program '\(name)' answers for \(SessionBus.name)",
                advice: "switch that off in its settings, or end it, and run this again"
            )
        }
        return Other(process: process, shown: known.shown, hint: known.hint)
    }

    /// Whether another program has items, or would have if it was started.
    private func hasOther(_ owner: NameOwner) throws(Failure) -> Bool {
        switch owner {
        case .program(_, let name): name != Self.own
        case .nobody: false
        case .startable:
            try desktop.files().first.map { [.missing, .other].contains($0.state) } ?? false
        }
    }

    private func takeItems(from other: Other?) throws {
        let items: [ForeignItem]
        do throws(SessionBusProblem) {
            items = try SessionBus.presentItems()
        } catch {
            throw Failure(
                .unfit,
                Failure(error).problem,
                advice: "unlock its keyring and run this again, or leave its items with --no-import"
            )
        }
        let count = try Self.store(items)
        let name = other?.shown ?? "the program that answered before"
        Terminal.say("Imported from \(name): \(count) new of \(items.count) items.")
    }

    /// Stores items of another program in the default keychain, and asks its user if it is locked.
    static func store(_ items: [ForeignItem]) throws -> Int {
        let keychain = try Keychain.openOrCreate(.standard, configuration: .tool)
        try keychain.requireUnlocked()
        var shelf = KeychainShelf.onDisk(.tool)
        let name = try shelf.standard()
        // This very one: where the kernel keeps no keys, another one would be locked.
        shelf.open = { _ in keychain }
        shelf.standard = { name }
        return try SecretService(shelf, authenticator: NobodyToAsk()).take(items)
    }

    /// Ends a program, and waits until the name is free.
    private func end(_ other: Other?) throws(Failure) {
        guard let other else { return }
        try Self.end(other.process, other.shown)
        Terminal.say("\(other.shown) has ended. Its keyring stays as it is.")
    }

    private static func end(_ process: Int32, _ shown: String) throws(Failure) {
        for round in 0..<patience {
            guard case .program(process, _) = try owner() else { return }
            // Its unit may have ended it already.
            if round == 0 { kill(process, SIGTERM) }
            usleep(50_000)
        }
        throw Failure(
            .unfit,
            "\(shown) does not end",
            advice: "end the process \(process), and run this again"
        )
    }

    private func start() throws(Failure) {
        do throws(SessionBusProblem) {
            if case .program = try SessionBus.owner() {} else { try SessionBus.start() }
        } catch {
            throw Failure(
                .unfit,
                "the files are written, but the bus does not start keychaind: "
                    + Failure(error).problem,
                advice: "log out and in, and see 'keychainctl secret-service status'"
            )
        }
    }

    // MARK: Disabling

    func disable() throws(Failure) {
        var isChanged = false
        for file in try desktop.allFiles() {
            guard try file.remove() else { continue }
            isChanged = true
            let isBack = SetupFile.exists(file.path)
            Terminal.say("\(file.path): \(isBack ? "as it was before" : "removed").")
        }
        // Without a bus there is nobody to tell, and nothing to end.
        let owner = try? SessionBus.owner()
        if let owner {
            try reload()
            if case .program(let process, Self.own) = owner {
                try Self.end(process, "keychaind")
                Terminal.say("keychaind has ended.")
                isChanged = true
            }
            if desktop.hasUnits { _ = manager.run(["try-restart", Desktop.otherUnit]) }
        }
        guard isChanged else { return Terminal.say("keychaind was not enabled.") }
        if owner != nil, case .startable = try Self.owner() {
            Terminal.say("The bus starts the program from before at the next call.")
        } else {
            Terminal.say("Log out and in, and the program from before answers again.")
        }
        Terminal.say("What programs stored meanwhile stays in your keychain.")
    }

    /// Has the bus and the service manager read their files again.
    private func reload() throws(Failure) {
        if desktop.hasUnits { _ = manager.run(["daemon-reload"]) }
        do throws(SessionBusProblem) {
            try SessionBus.reload()
        } catch {
            throw Failure(error)
        }
    }

    private static func owner() throws(Failure) -> NameOwner {
        do throws(SessionBusProblem) { return try SessionBus.owner() } catch {
            throw Failure(error)
        }
    }

    // MARK: What is there

    func showStatus(json: Bool) throws {
        let owner: NameOwner? = try? SessionBus.owner()
        let (who, answers) =
            switch owner {
            case .program(let process, let name): ("\(name) (process \(process))", name)
            case .startable: ("none; the bus starts one at the first call", "")
            case .nobody: ("none", "")
            case nil: ("no session bus", "")
            }
        let files = try desktop.files()
        let exposed = try Exposing.count()
        let isWhole = files.allSatisfy { $0.state == .written }
        let isPart = files.contains { [.written, .outdated].contains($0.state) || $0.keepsOther }
        let next: String
        if isWhole, answers == Self.own || owner == .startable {
            next = "keychainctl secret-service disable"
        } else {
            next = "keychainctl secret-service enable"
        }
        let state = isWhole ? "enabled" : isPart ? "in part" : "disabled"
        guard !json else {
            let states = files.map { ($0.path, JSON.string($0.state.rawValue)) }
            return Terminal.json(
                .object(
                    [
                        ("state", .string(state)), ("provider", .string(who)),
                        ("files", .object(states)), ("next", .string(next)),
                    ] + (exposed.map { [("exposed", .number(Int64($0)))] } ?? [])
                )
            )
        }
        Terminal.properties(
            [("state", state), ("provider", who)]
                + files.map { ("file", "\($0.state.rawValue) \($0.path)") }
                + [("exposed", exposed.map { String($0) } ?? "locked"), ("next", next)]
        )
    }
}

/// For work that begins with what is unlocked.
private struct NobodyToAsk: Authenticator {
    func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        throw KeychainError(.authenticationRequired)
    }
}
