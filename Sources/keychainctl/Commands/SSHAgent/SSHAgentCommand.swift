internal import ArgumentParser
internal import CPlatform
internal import KeychainctlKit
internal import PortableKeychain
internal import SSHAgent

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// `keychainctl ssh-agent`.
struct SSHAgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ssh-agent",
        abstract: "Let ssh use the keychain's private keys.",
        discussion: """
            Serves Ed25519, RSA and EC keys (P-256, P-384, P-521) to ssh, git and ssh-add. Private \
            keys never leave the agent: it signs. It goes to the background and prints what a \
            shell needs to find it; with -D it stays, and with a command after -- it ends with \
            that command.

            EXAMPLES
              keychainctl key generate --type ed25519 --label laptop
              keychainctl ssh-agent --list >> authorized_keys    what servers must know
              eval "$(keychainctl ssh-agent)"                    for this shell
              keychainctl ssh-agent -- git push                  for one command
              kill "$SSH_AGENT_PID"                              ends it

            For all sessions, start it with --socket ~/.ssh/keychain.sock and have a line \
            'IdentityAgent ~/.ssh/keychain.sock' in ~/.ssh/config.

            WHO IS ASKED
            Keys with a requirement (key generate --require), keys added by 'ssh-add -c', and \
            with --confirm all keys ask before each use: on the terminal with -D, else in a \
            dialog of pinentry. A key with a requirement is offered when its public half is in \
            the keychain too: 'key generate --pair' and 'key import --pair' keep both.

            A locked keychain offers no keys until 'keychainctl unlock'. Where the kernel keeps no \
            keys, as in some containers, start the agent with --unlock.

            LIMITS
            'ssh-add KEY' gives the agent a key for as long as it runs; the keychain does not \
            keep it ('key import' does). 'ssh-add -d' and -D make the agent forget keys; the \
            keychain has them still. RSA keys sign with SHA-256 and SHA-512, never with SHA-1. \
            Certificates, smart cards and keys limited to hosts ('ssh-add -h') are refused.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Listen here, in a folder of yours alone. A new folder if left out.",
            valueName: "path"
        ),
        completion: .file()
    )
    var socket: String?
    @Flag(name: .customShort("D"), help: "Stay in the foreground.") var staysInFront = false
    @Flag(name: .customShort("s"), help: "Print lines for sh.") var forBourne = false
    @Flag(name: .customShort("c"), help: "Print lines for csh.") var forC = false
    @Flag(help: "Ask before each use of any key.") var confirm = false
    @Flag(help: "Ask for the passcode of a locked keychain now.") var unlock = false
    @Flag(help: "Print the public keys as lines of authorized_keys, and end.") var list = false
    @Option(help: ArgumentHelp("The program for dialogs.", valueName: "path"))
    var pinentry = "/usr/bin/pinentry"
    @OptionGroup var key: KeyOptions
    @OptionGroup var object: ObjectOptions
    @OptionGroup var place: KeychainOptions
    @Argument(
        parsing: .postTerminator,
        help: "A command that uses the agent, and ends it by its own end."
    )
    var command: [String] = []

    func validate() throws {
        if place.passwordFd != nil {
            throw ValidationError("passwords of keys are asked for at each use; leave it out")
        }
        if forBourne && forC { throw ValidationError("-s and -c are for different shells") }
        if staysInFront && !command.isEmpty {
            throw ValidationError("a command has its agent in the foreground already; leave out -D")
        }
    }

    func run() throws {
        // What is wrong with the keychain is said here, before anybody relies on the agent.
        let passcode = try passcodeWhereNeeded()
        let keys = try keys(passcode)
        if list {
            return try keys.all().forEach { Terminal.line($0.key.line(comment: $0.comment)) }
        }
        let socket = try listen()
        if let program = command.first {
            try runCommand(program, socket, keys)
        } else if staysInFront {
            let life = AgentLife()
            start(socket, keys)
            tell(socket, getpid())
            life.waitForSignal()
            socket.remove()
        } else {
            try runInBackground(socket, passcode)
        }
    }

    private func runCommand(_ program: String, _ socket: AgentSocket, _ keys: StoredKeys) throws {
        setenv("SSH_AUTH_SOCK", socket.path, 1)
        setenv("SSH_AGENT_PID", String(getpid()), 1)
        var words = command.map { UnsafePointer(strdup($0)) } + [nil]
        let process = pk_command_start(&words)
        words.forEach { free(UnsafeMutablePointer(mutating: $0)) }
        guard process > 0 else {
            socket.remove()
            throw Failure(.usage, "\(program) cannot be started", advice: "name a program in PATH")
        }
        let life = AgentLife()
        start(socket, keys)
        let status = life.waitForCommand(process)
        socket.remove()
        Self.exit(withError: ExitCode(status))
    }

    private func runInBackground(_ socket: AgentSocket, _ passcode: SecretBytes?) throws {
        let process = pk_background()
        guard process == 0 else {
            guard process > 0 else {
                socket.remove()
                throw KeychainError(.outOfMemory)
            }
            return tell(socket, process)
        }
        defer { socket.remove() }
        let life = AgentLife()
        // Opened again: a database is not for both sides of a fork.
        start(socket, try keys(passcode))
        life.waitForSignal()
    }

    private func start(_ socket: AgentSocket, _ keys: StoredKeys) {
        let agent = Agent(
            keys,
            authenticator: authenticator,
            confirmsAlways: confirm,
            complain: { Terminal.complain(Failure($0).message) },
            pause: { usleep(UInt32($0 / .microseconds(1))) }
        )
        AgentServer(socket.listener, agent).start()
    }

    private func listen() throws -> AgentSocket {
        do {
            return try AgentSocket(socket)
        } catch let refusal as AgentSocket.Refusal {
            throw Failure(refusal)
        }
    }

    private func tell(_ socket: AgentSocket, _ process: Int32) {
        let shell = pk_environment("SHELL").map { String(cString: $0) }
        let family = forC ? .c : forBourne ? .bourne : ShellLines.Family(shell: shell)
        let lines = ShellLines(family: family, socket: socket.path, process: process)
        Terminal.write(lines.text, to: Terminal.output)
    }

    private var authenticator: AgentAuthenticator {
        AgentAuthenticator(usesTerminal: staysInFront, pinentry: pinentry)
    }

    /// The passcode, when it is to be asked for and the keychain is locked.
    private func passcodeWhereNeeded() throws -> SecretBytes? {
        guard unlock, try Keychain.open(place.place, configuration: .tool).lockState == .locked else { return nil }
        var source = try PasscodeSource()
        return try source.present()
    }

    private func keys(_ passcode: SecretBytes?) throws -> StoredKeys {
        var attributes = object.attributes
        try key.put(into: &attributes)
        var configuration = Keychain.Configuration.tool
        configuration.authenticator = authenticator
        let keychain = try Keychain.open(place.place, configuration: configuration)
        if let passcode { try keychain.unlock(passcode: passcode) }
        return StoredKeys(keychain: keychain, pattern: attributes)
    }
}

extension Failure {
    fileprivate init(_ refusal: AgentSocket.Refusal) {
        let instead = "name another path with --socket"
        self =
            switch refusal {
            case .notAllowed(let path, let reason):
                Failure(.usage, "no socket at \(path): \(reason)", advice: instead)
            case .otherFile(let path):
                Failure(.usage, "\(path) is there, and no socket", advice: instead)
            case .inUse(let path):
                Failure(
                    .usage,
                    "an agent listens at \(path) already",
                    advice: "use it: SSH_AUTH_SOCK=\(path)"
                )
            }
    }
}
