extension TidyRule {
    /// The files that start other programs, with the files that those programs may read.
    private static let starters = [
        // The mechanism. A program is named by a path or found in PATH, and what it inherits is said.
        "Sources/Library/PortableKeychain/World/ChildProgram.swift",
        "Sources/Library/PortableKeychain/World/ChildProcess.swift",
        "Sources/Library/PortableKeychain/World/ProgramConnection.swift",
        // Our own helpers, by their paths.
        "Sources/Library/PortableKeychain/Hardware/HelperProgram.swift",
        // Pinentry: a path of the configuration, and options that name the terminal and the display.
        "Sources/Library/PortableKeychain/UserInteraction/AssuanDialogue.swift",
        // xprop, a path of the system, with numbers of windows.
        "Sources/Library/PortableKeychain/UserInteraction/WindowTitle.swift",
        // git in a clone whose remote others write: settings and variables are named one by one.
        "Sources/Sync/KeychainSyncGit/GitProgram.swift",
        // gpg, for the files of pass: variables are named one by one.
        "Sources/Tool/Transfer/Import/OtherProgram.swift",
        // The tools of the user's session, whose words are ours; they read no folder that they are started in.
        "Sources/Tool/KeychainctlKit/Desktop/ServiceManager.swift",
        "Sources/Tool/KeychainctlKit/Desktop/DesktopBus.swift",
        // keychaind, which is installed beside the tool, and reads the same settings.
        "Sources/Programs/keychainctl/Commands/SecretService/SecretServiceCommand.swift",
        // A bus whose only configuration is a file of ours in a folder of ours.
        "Sources/Programs/keychainctl/Commands/SecretService/TemporaryBus.swift",
        "Sources/Programs/keychainctl/Commands/Clipboard/ClipboardProgram.swift",
        // The program that the user names: an editor or pager, with the user's settings.
        "Sources/Programs/keychainctl/Commands/Editing/ForegroundProgram.swift",
        // The command that the user names: it uses the agent, or replaces this process and has secrets as variables.
        "Sources/Programs/keychainctl/Commands/SSHAgent/SSHAgentCommand.swift",
        "Sources/Tool/KeychainctlKit/References/CommandVariables.swift",
    ]

    /// The files that ask the kernel for another program or process.
    private static let processes = [
        // All programs, with signals, files, variables and the terminal by one table; and the process that
        // `keychainctl ssh-agent` leaves in the background, which runs no other program.
        "Sources/System/CKeychainPlatform/Child.c",
        // The command of the user that replaces this process, so that nothing of it stays.
        "Sources/System/CKeychainPlatform/Execution.c",
    ]

    /// The one way to start a program; the sources in C keep it, too.
    static let newProcesses = word(
        "new processes",
        {
            /\bposix_spawn|\bv?fork\(\)|\bf?exec[lv][a-z]*\(|\bpopen\(|(?:^|[^.\w])system\(|\bProcess(?:\(\)|\.run\()/
        },
        besides: { /\bfunc system\(/ },
        only: processes,
        bad: (
            "Sources/System/CKeychainPlatform/X.c", "int failure = posix_spawnp(&process, words[0],"
        ),
        "Start it as a ChildProgram, which resets signals and says what the program inherits."
    )

    /// The only places that handle words and requests of others (the second audit: every finding is
    /// one of a kind).
    static let strangers: [TidyRule] = [
        newProcesses,
        word(
            "starts programs",
            {
                /\bChildProgram\(|\bChildProcess\(|\bProgramConnection\(|\bpk_child_start\(|\bpk_execute\(/
            },
            only: starters,
            bad: (
                "Sources/Programs/keychainctl/X.swift", "try ChildProgram([\"git\", \"log\"]).run()"
            ),
            "Start it where the settings that it may read are named, and add the place to this list with them."
        ),
        word(
            "text of dialogs",
            { /\bdialogue\.tell\(|\bAssuanDialogue\(/ },
            only: ["Sources/Library/PortableKeychain/UserInteraction/PinentryAuthenticator.swift"],
            bad: ("Sources/Services/KeychainAgent/X.swift", "dialogue.tell(\"SETDESC \", name)"),
            "Ask through PinentryAuthenticator, which puts the words of others last."
        ),
        word(
            "questions of the agent",
            { /\bPinentryAuthenticator\([^)]*\)\.choose\(|\.choose\([^)]*yes:/ },
            only: ["Sources/Services/KeychainAgent/Grants/PinentryConsent.swift"],
            bad: (
                "Sources/Programs/keychaind/X.swift", "pinentry.choose(text, yes: \"Yes\", no: nil)"
            ),
            "Make a Consent: its words of others are one line, cut, quoted and last."
        ),
        TidyRule(
            name: "reserved groups",
            bad: ("Sources/Sync/KeychainSync/X.swift", "let group = \"portable-keychain.sync\"")
        ) { file in
            let place = "Sources/Library/PortableKeychain/Vocabulary/Requests/AccessGroups.swift"
            guard file.path.hasPrefix("Sources/"), file.path != place else { return [] }
            return file.lines.indices.filter {
                file.lines[$0].contains("portable-") && !file.lines[$0].contains("///")
                    && file.lines[$0].contains(/"portable-keychain\.[a-z-]*"/)
            }.map {
                Violation(
                    file,
                    line: $0,
                    "Use the name in AccessGroups, whose prefix keeps requests of others out."
                )
            }
        },
    ]
}
