internal import KeychainAgentClient
internal import KeychainSecretService
internal import KeychainctlKit
internal import PortableKeychain
internal import SessionBus

/// The program `keychaind`: it puts the keychains of a user on the session bus.
struct Daemon {
    private static let usage = """
        usage: keychaind --user [--replace] [--idle SECONDS]
               keychaind [--user [--replace]] --agent [--socket PATH] [--ssh PATH]
               keychaind --system [--socket PATH] [--credentials PATH]
               keychaind --import [--no-passcode]

        Answers programs that ask the session bus for org.freedesktop.secrets (--user), or a
        socket (--agent); or serves all users of the machine (--system).

          --replace        take the name from a program that gives it away
          --idle SECONDS   end after so many seconds without a call, if nothing is unlocked
          --agent          serve the default keychain to programs that the user allows it
          --socket PATH    the agent's socket, instead of the one in XDG_RUNTIME_DIR
          --ssh PATH       a socket for ssh too, as 'keychainctl ssh-agent' has it
          --system         serve each user, and the units of systemd, a keychain of its own
          --credentials PATH   the socket for LoadCredential=
          --import         store the items of the program that answers now, and end
          --no-passcode    also if its keyring has a password, and the keychain has none
          --unit PROGRAM   show the unit for systemd by which users start this program
          --activation PROGRAM, --autostart PROGRAM
                           show the files to which 'secret-service enable' makes links
          --version        show the version

        'keychainctl secret-service enable' has the bus start it.
        """

    /// The task for which it was started.
    private enum Task: Equatable {
        case serve
        /// Programs that connect to a socket, without a bus.
        case serveSocket
        /// All users of the machine.
        case serveSystem
        case takeItems
        /// A file by which a program of a desktop starts this one, as packages install it.
        case showFile(SetupFileKind)
        case showVersion
        /// The words of `keychainctl secret-service`, which passes them on.
        case setup(SetupTask)
    }

    private enum SetupTask: String {
        /// Looks at the keyring that `enable` would import, for the question to the user before that.
        case examine
        case enable
        case disable
        case status
        case expose
    }

    private enum SetupFileKind: String {
        case unit = "--unit"
        case activation = "--activation"
        case autostart = "--autostart"
    }

    private var task: Task?
    private var replaces = false
    private var idle: Int?
    /// The socket for other programs; `nil` for none.
    private var listening: AgentListener.Places?
    private var imports = true
    private var needsNoPasscode = false
    private var givesBack = false
    private var isConfirmed = false
    private var json = false
    private var off = false
    private var program: String?
    private var keychain: String?
    private var attributes: [String] = []
    private var names: [String] = []
    /// The sockets, by the options that name them.
    private var places: [String: String] = [:]
    private var isAgent = false
    private var isWrong = false

    init(_ arguments: [String]) {
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            switch argument {
            case "--user": choose(.serve)
            case "--system": choose(.serveSystem)
            case "--import": choose(.takeItems)
            case "--unit", "--activation", "--autostart":
                SetupFileKind(rawValue: argument).map { choose(.showFile($0)) }
                program = rest.popFirst()
                if program == nil { isWrong = true }
            case "--version": choose(.showVersion)
            case "--setup":
                let word = rest.popFirst().flatMap { SetupTask(rawValue: $0) }
                word.map { choose(.setup($0)) } ?? { isWrong = true }()
            case "--replace": replaces = true
            case "--agent": isAgent = true
            case "--socket", "--ssh", "--credentials":
                let path = rest.popFirst() ?? ""
                if path.isEmpty || places.updateValue(path, forKey: argument) != nil {
                    isWrong = true
                }
            case "--no-import": imports = false
            case "--no-passcode": needsNoPasscode = true
            case "--give-back": givesBack = true
            case "--yes": isConfirmed = true
            case "--json": json = true
            case "--off": off = true
            case "--idle":
                idle = rest.popFirst().flatMap { Int($0) }
                if idle.map({ $0 < 1 }) ?? true { isWrong = true }
            case "--keychain": keychain = rest.popFirst()
            case "--attribute": attributes += [rest.popFirst()].compactMap(\.self)
            case "--":
                names += rest
                rest = []
            default: isWrong = true
            }
        }
        if isAgent { beAgent() } else if task != .serveSystem, !places.isEmpty { isWrong = true }
        let place = task == .serveSystem ? "--ssh" : "--credentials"
        if places[place] != nil || task == .serveSystem && idle != nil { isWrong = true }
    }

    private mutating func beAgent() {
        switch task {
        case nil: task = .serveSocket
        case .serve: break
        default: isWrong = true
        }
        // It would end under the agent's clients; and without a bus there is no name to take.
        if idle != nil || replaces && task != .serve { isWrong = true }
        listening = AgentListener.Places(agent: places["--socket"], ssh: places["--ssh"])
    }

    private mutating func choose(_ task: Task) {
        if self.task != nil { isWrong = true }
        self.task = task
    }

    /// Carries out its task, and ends the process.
    func main() -> Never {
        guard let task, !isWrong else {
            Terminal.hint(Shown(lines: Self.usage + "\n"))
            Terminal.end(ExitStatus.usage.code)
        }
        do {
            switch task {
            case .serve: try serve()
            case .serveSocket: try openListener(surroundings)?.waitForEnd()
            case .serveSystem:
                try SystemListener(agent: places["--socket"], credentials: places["--credentials"])
                    .waitForEnd()
            case .takeItems:
                let count = try KeyringTransfer(from: nil, needsNoPasscode: needsNoPasscode).run()
                Terminal.line("New items: \(count.new) of \(count.all)")
            case .showFile(let kind): try show(kind)
            case .showVersion: Terminal.line("keychaind \(SoftwareVersion.number)")
            case .setup(let task): try perform(task)
            }
            Terminal.end(ExitStatus.success.code)
        } catch let error as KeychainError {
            end(Failure(error), task)
        } catch let problem as SessionBusProblem {
            end(Failure(problem), task)
        } catch let failure as Failure {
            end(failure, task)
        } catch {
            end(Failure(KeychainError(.internalError)), task)
        }
    }

    private func end(_ failure: Failure, _ task: Task) -> Never {
        if case .setup = task {
            Terminal.complain(failure.message)
        } else {
            Terminal.hint("keychaind: \(failure.message)\n")
        }
        Terminal.end(failure.status.code)
    }

    private func serve() throws {
        let surroundings = surroundings
        let listener = try openListener(surroundings)
        defer { listener?.close() }
        let service = SecretService(
            .onDisk(surroundings.configuration),
            authenticator: surroundings.authenticator,
            surroundings.ofSecretService
        )
        _ = try SessionBus.serve(service, replaces: replaces, idle: idle) {}
    }

    private func openListener(_ surroundings: DaemonSurroundings) throws -> AgentListener? {
        try listening.map { try AgentListener($0, surroundings) }
    }

    private var surroundings: DaemonSurroundings {
        DaemonSurroundings(applicationIdentifier: SessionBus.name, isAgent: listening != nil)
    }

    private func show(_ kind: SetupFileKind) throws {
        var desktop = try Desktop.present()
        desktop.program = program ?? desktop.program
        let text =
            switch kind {
            case .unit: desktop.unitText
            case .activation: desktop.activation(withUnit: true).text
            case .autostart: desktop.autostartEntry.text
            }
        Terminal.show(Shown(lines: text))
    }

    private func perform(_ task: SetupTask) throws {
        AgentClient.install()
        let common = SecretServiceSetup(
            desktop: try .present(),
            manager: .systemd,
            bus: .session
        )
        let setup = Setup(common: common)
        // Programs of the desktop use the default keychain; items of any can be exposed.
        if task != .expose { KeychainChoice.forgetVariable() }
        switch task {
        case .examine: try setup.examine(imports: imports)
        case .enable: try setup.enable(imports: imports, needsNoPasscode: needsNoPasscode)
        case .disable:
            try givesBack ? setup.giveBack(isConfirmed: isConfirmed) : setup.disable()
        case .status:
            let status = try SecretServiceStatus(of: common.desktop, on: common.bus)
            status.show(Exposing.count(), json: json)
        case .expose:
            let choice = KeychainChoice(name: keychain)
            for name in names {
                if off {
                    try Exposing.hide(name, in: choice)
                } else {
                    try Exposing.show(name, attributes, in: choice)
                }
            }
        }
    }
}

extension Failure {
    /// A failure to join the bus, with the next step.
    init(_ problem: SessionBusProblem) {
        let (text, advice): (String, String) =
            switch problem {
            case .notBuilt:
                (
                    "keychaind was built without the session bus",
                    "build it with the package trait 'Agent'"
                )
            case .noBus(let reason):
                (
                    "there is no session bus: \(Failure.clause(reason))",
                    "run it in the session of a desktop, or with dbus-run-session"
                )
            case .nameIsTaken:
                (
                    "another program answers for \(SessionBus.name)",
                    "see 'keychainctl secret-service status'"
                )
            case .provider(let reason), .refused(let reason):
                (
                    "the program that answers for \(SessionBus.name) does not do its part: "
                        + Failure.clause(reason),
                    "try again, or end it"
                )
            }
        self.init(.unfit, text, advice: advice)
    }
}
