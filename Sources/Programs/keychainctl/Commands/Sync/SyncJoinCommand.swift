internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl sync join`.
struct SyncJoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Join the machines that synchronize, with a code of one of them.",
        discussion: """
            Reads the code that 'keychainctl sync invite' prints, from the terminal, standard input \
            or a file. Then run 'keychainctl sync now' on the machine that made the code, and here.

            Where nobody is there, as on a server that starts, --wait waits until this machine is \
            let in, and then reads all items. A service of systemd has the code as a credential, \
            for instance --code-file %d/join.code. If it ends with status 53, nobody has let the \
            machine in yet: run the same command again.

            Through a mirror, a machine cannot send its request itself: it prints it, and 'keychainctl \
            sync admit' on another machine reads it.

            With --request there is no code: this machine shows a number, and 'keychainctl sync \
            approve' on another machine must show the same one. Both must be running at the same \
            time, with somebody who can see both.

            EXAMPLES
              keychainctl sync join git@example.com:me/keys.git
              keychainctl sync join git@example.com:me/keys.git --request
              keychainctl sync join git@example.com:me/keys.git --code-file join.code --wait 10m
              keychainctl sync join mirror+https://keys.example.com/team > web1.request
            """
    )

    @OptionGroup var member: NewMemberOptions
    @Option(
        help: ArgumentHelp(
            "Read the code from this file, which only you or root can change.",
            valueName: "file"
        ),
        completion: .file()
    )
    var codeFile: String?
    @Option(
        help: ArgumentHelp(
            "Wait until this machine is let in, at most for this time: 90s, 15m, 2h or 1d.",
            valueName: "time"
        )
    )
    var wait: TimeSpan?
    @Flag(help: "Ask another machine to let this one in, and compare a number on both.")
    var request = false
    @OptionGroup var place: KeychainOptions

    func validate() throws {
        guard !request || codeFile == nil && member.name == nil else {
            throw ValidationError(
                "With --request there is no code, and 'sync approve' names the machine."
            )
        }
    }

    func run() throws {
        guard !request else { return try joinByNumber() }
        var source = try PasscodeSource("join code")
        let new = try member.new(place.choice, from: &source)
        let code = try InviteCode(typed: typedCode(from: &source))
        let (name, settings, time) = (member.machine, new.settings, wait?.duration)
        if new.isFirst {
            try new.ask { vault, engine throws(SyncProblem) in
                do throws(SyncProblem) {
                    try await vault.requireVault(of: code, on: engine)
                } catch {
                    // A machine that waits to be let in waits for its remote, too.
                    guard time != nil, case .offline = error else { throw error }
                }
            }
        }
        try new.begin { sync, engine in
            guard let time else {
                try sync.asking(engine, again: .round) { vault throws(SyncProblem) in
                    try await vault.join(settings, with: code, name: name, on: engine)
                }
                guard !engine.isMirror else { return try Self.tellRequest(sync) }
                return Terminal.say(
                    AdvisedCommand.naming(
                        KeychainChoice.onCommandLine,
                        in: "This machine has asked to join. Run 'keychainctl sync now' on the "
                            + "machine that made the code, then 'keychainctl sync now' here."
                    )
                )
            }
            try sync.asking(engine, again: .round) { vault throws(SyncProblem) in
                try await vault.join(settings, with: code, name: name, on: engine, within: time) {
                    if engine.isMirror { try? Self.tellRequest(sync) }
                }
            }
            try SyncNowCommand.round(sync, engine)
        }
    }

    /// Prints the request, and where it has to be brought.
    private static func tellRequest(_ sync: SyncPlace) throws {
        try SyncRequestCommand.tell(sync)
        Terminal.say(
            AdvisedCommand.naming(
                KeychainChoice.onCommandLine,
                in: "A mirror cannot be written to: bring this request to a machine that uses the "
                    + "repository or cluster itself, and run 'keychainctl sync admit FILE' there. "
                    + "'keychainctl sync request' prints it again. Then run 'keychainctl sync now' here."
            )
        )
    }

    private func joinByNumber() throws {
        try NumberComparison.requireTerminal()
        var source = try PasscodeSource("password", readsInput: member.etcd.asksForPassword)
        let new = try member.new(place.choice, from: &source)
        let (settings, time) = (new.settings, wait?.duration ?? NumberComparison.patience)
        let compared = try new.ask { vault, engine throws(SyncProblem) in
            try await vault.compare(on: engine, within: time) { id in
                Terminal.say(
                    "This machine asks to join as \(id.prefix(8)). Run 'keychainctl sync approve "
                        + "NAME' on another machine."
                )
            }
        }
        try NumberComparison.confirm(compared.number) {
            try new.ask { vault, engine throws(SyncProblem) in
                await vault.refuse(compared, on: engine)
            }
        }
        Terminal.say("Confirm the number on the other machine, too.")
        try new.begin { sync, engine in
            try sync.asking(engine, again: .round) { vault throws(SyncProblem) in
                try await vault.join(compared, settings, on: engine, within: time)
            }
            try SyncNowCommand.round(sync, engine)
        }
    }

    private func typedCode(from source: inout PasscodeSource) throws -> SecretBytes {
        guard let codeFile, codeFile != "-" else {
            return try source.next(asking: "Code: ")
        }
        guard let code = try PrivateFile.readCredential(codeFile, atMost: 256) else {
            throw Failure(
                .usage,
                "there is no file \(codeFile)",
                advice: "check the path"
            )
        }
        return code
    }
}
