internal import AgentSockets
internal import ArgumentParser
internal import CKeychainPlatform
internal import KeychainctlKit
internal import PortableKeychain
internal import SSHAgent
internal import KeychainLibC

/// `keychainctl ssh-agent`.
struct SSHAgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ssh-agent",
        abstract: "Let ssh use the keychain's private keys.",
        discussion: """
            Serves Ed25519, RSA and EC keys (P-256, P-384, P-521) to ssh, git and ssh-add. The \
            agent creates the signatures, so that private keys never leave it. It runs in the \
            background and prints the commands with which a shell finds it. With -D, it runs in \
            the foreground. With a command after --, it ends when that command ends.

            EXAMPLES
              keychainctl key generate --type ed25519 --label laptop --ssh
              keychainctl ssh-agent --list >> authorized_keys    public keys for servers
              eval "$(keychainctl ssh-agent)"                    for this shell
              keychainctl ssh-agent -- git push                  for one command
              kill "$SSH_AGENT_PID"                              ends the agent

            WHICH KEYS
            Only keys that are marked for ssh are offered: made with 'key generate --ssh', \
            imported from a file of ssh-keygen, or marked with 'key ssh'. Keys with a certificate \
            in the keychain serve another purpose, such as TLS, and are offered only with \
            --certified. The agent signs logins and signatures of ssh-keygen -Y (also for git), \
            and nothing else.

            A host to which the agent is forwarded (ssh -A) sees and uses only keys that are \
            marked for that ('key ssh --forwarded'); with --forward-all, it may use any key, also \
            those of 'ssh-add'. ssh before version 8.9 does not tell the agent about forwarding: \
            use --confirm with it.

            For all sessions, start it with --socket ~/.ssh/keychain.sock and add the line \
            'IdentityAgent ~/.ssh/keychain.sock' to ~/.ssh/config.

            CONFIRMATION
            The user is asked before each use of a key with a requirement (key generate \
            --require), of a key added by 'ssh-add -c', and with --confirm of all keys: on the \
            terminal with -D, otherwise in a dialog of pinentry. The question names the program, \
            the purpose, and the host by its key and its name in ~/.ssh/known_hosts. A key with a requirement is \
            offered only if its public key is also in the keychain: 'key generate --pair' and \
            'key import --pair' store both.

            If the keychain is locked, the user is asked for its passcode, the touch of a \
            security key or the PIN of the TPM in the same way when a client needs a key, but not \
            for another host, and not for a minute after a refusal. \
            It stays unlocked as by 'keychainctl unlock'. If nobody can be asked, the agent \
            offers no keys of the keychain until 'keychainctl unlock' or, if the kernel does not \
            keep keys, as in some containers, until it is started with --unlock.

            LIMITS
            'ssh-add KEY' adds a key to the agent until the agent ends; it is not stored in the \
            keychain (use 'key import' for that). 'ssh-add -d' and -D remove keys from the agent, \
            but not from the keychain. RSA keys sign with SHA-256 and SHA-512, never with SHA-1. \
            Certificates, smart cards and keys limited to hosts ('ssh-add -h') are not supported.
            """
    )

    @Option(
        help: ArgumentHelp(
            "The socket, in a folder to which only you have access. Default: a new folder.",
            valueName: "path"
        ),
        completion: .file()
    )
    var socket: String?
    @Flag(name: .customShort("D"), help: "Stay in the foreground.") var staysInFront = false
    @Flag(name: .customShort("s"), help: "Print lines for sh.") var forBourne = false
    @Flag(name: .customShort("c"), help: "Print lines for csh.") var forC = false
    @Flag(help: "Ask before each use of any key.") var confirm = false
    @Flag(help: "Also offer keys that have a certificate in the keychain.") var certified = false
    @Flag(help: "Let hosts to which the agent is forwarded use any key.") var forwardAll = false
    @Flag(help: "Ask for the passcode of a locked keychain now.") var unlock = false
    @Flag(help: "Print the public keys as lines of authorized_keys, and end.") var list = false
    @Option(help: ArgumentHelp("The program for dialogs.", valueName: "path"))
    var pinentry = "/usr/bin/pinentry"
    @OptionGroup var key: KeyOptions
    @OptionGroup var object: ObjectOptions
    @OptionGroup var place: KeychainOptions
    @Argument(
        parsing: .postTerminator,
        help: "A command that uses the agent; the agent ends when the command ends."
    )
    var command: [String] = []

    func validate() throws {
        if place.passwordFd != nil {
            throw ValidationError("item passwords are prompted for at each use; omit --password-fd")
        }
        if forBourne && forC { throw ValidationError("-s and -c are for different shells") }
        if staysInFront && !command.isEmpty {
            throw ValidationError("with a command, the agent is always in the foreground; omit -D")
        }
    }

    func run() throws {
        // Reports problems of the keychain here, before clients rely on the agent.
        let passcode = try passcodeWhereNeeded()
        guard list || staysInFront || !command.isEmpty else {
            // Closed again at once: a process must not be forked while it has a keychain open.
            _ = try keys(passcode)
            return try runInBackground(try listen(), passcode)
        }
        let keys = try keys(passcode)
        if list {
            try keys.all().forEach { Terminal.line(Shown(lines: $0.line)) }
            return keys.tellLeftOut()
        }
        let socket = try listen()
        if let program = command.first {
            try runCommand(program, socket, keys)
        } else {
            let life = AgentLife()
            start(socket, keys)
            tell(socket, getpid())
            life.waitForSignal()
            socket.remove()
        }
    }

    private func runCommand(_ program: String, _ socket: AgentSocket, _ keys: StoredKeys) throws {
        setenv("SSH_AUTH_SOCK", socket.path, 1)
        setenv("SSH_AGENT_PID", String(getpid()), 1)
        let child = ChildProgram(command, files: .inherited, hasOwnSession: false)
        guard let process = try? child.start() else {
            socket.remove()
            throw Failure(.usage, "cannot start \(program)", advice: "name a program in PATH")
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
        start(socket, try keys(passcode))
        life.waitForSignal()
    }

    private func start(_ socket: AgentSocket, _ keys: StoredKeys) {
        let agent = Agent(
            keys,
            authenticator: authenticator,
            rules: Agent.Rules(confirmsAlways: confirm, forwardsAlways: forwardAll),
            hostName: KnownHosts.ofUser.name(of:),
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
        SecretOutput.write(lines.text)
    }

    private var authenticator: AgentAuthenticator {
        AgentAuthenticator(usesTerminal: staysInFront, pinentry: pinentry)
    }

    /// The passcode, if --unlock is given and the keychain is locked; otherwise `nil`.
    private func passcodeWhereNeeded() throws -> SecretBytes? {
        guard unlock, try place.choice.openFile().lockState != .unlocked else { return nil }
        var source = try PasscodeSource()
        return try source.present()
    }

    private func keys(_ passcode: SecretBytes?) throws -> StoredKeys {
        var attributes = object.attributes
        try key.put(into: &attributes)
        var configuration = Keychain.Configuration.tool
        if !list {
            // The agent asks one question at a time, so its requests do not ask on their own.
            configuration.authenticator = owner(configuration.token)
            configuration.unlocksOnDemand = false
        }
        let keychain = try place.choice.openFile(configuration: configuration)
        if let passcode { try keychain.unlock(passcode: passcode) }
        return StoredKeys(
            keychain: keychain,
            pattern: attributes,
            offersCertified: certified,
            reopen: try place.choice.reopening(configuration),
            askToUnlock: {
                [owner = owner(configuration.token), configuration]
                keychain throws(KeychainError) in
                try keychain.unlock(asking: owner, configuration: configuration)
            }
        )
    }

    /// Asks the owner of the keychain.
    private func owner(_ token: (any SecurityToken)?) -> ChipAuthenticator {
        ChipAuthenticator(authenticator, token: token)
    }
}

extension Failure {
    fileprivate init(_ refusal: AgentSocket.Refusal) {
        let advice =
            if case .inUse(let path) = refusal {
                "use it: SSH_AUTH_SOCK=\(path)"
            } else {
                "use --socket with another path"
            }
        self.init(.usage, refusal.problem, advice: advice)
    }
}
