extension TidyRule {
    /// The files that start other programs, with the files that those programs may read.
    private static let starters = [
        // The mechanism. A program is named by a path or found in PATH, and is given no other files.
        "Sources/PortableKeychain/World/ChildProgram.swift",
        "Sources/PortableKeychain/World/ProgramConnection.swift",
        // Our own helpers, by their paths.
        "Sources/PortableKeychain/World/HelperProgram.swift",
        // Pinentry: a path of the configuration, and options that name the terminal and the display.
        "Sources/PortableKeychain/UserInteraction/AssuanDialogue.swift",
        // git in a clone whose remote others write: settings and variables are named one by one.
        "Sources/KeychainSyncGit/GitProgram.swift",
        // gpg, for the files of pass: variables are named one by one.
        "Sources/Transfer/Import/OtherProgram.swift",
        // The tools of the user's session, whose words are ours; they read no folder that they are started in.
        "Sources/KeychainctlKit/Desktop/ServiceManager.swift",
        "Sources/KeychainctlKit/Desktop/DesktopBus.swift",
        // A bus whose only configuration is a file of ours in a folder of ours.
        "Sources/keychainctl/Commands/SecretService/TemporaryBus.swift",
        "Sources/keychainctl/Commands/Clipboard/ClipboardProgram.swift",
        // The program that the user names: an editor or pager, with the user's settings.
        "Sources/keychainctl/Commands/Editing/ForegroundProgram.swift",
    ]

    /// The only places that handle words and requests of others (the second audit: every finding is
    /// one of a kind).
    static let strangers: [TidyRule] = [
        word(
            "starts programs",
            {
                /\bposix_spawnp?\(|\bChildProgram\(|\bProgramConnection\(|\bpk_(?:child|program)_start\(|\bexecv[pe]*\(|\bpopen\(/
            },
            only: starters,
            bad: ("Sources/keychainctl/X.swift", "try ChildProgram([\"git\", \"log\"]).run()"),
            "Start it where the settings that it may read are named, and add the place to this list with them."
        ),
        word(
            "text of dialogs",
            { /\bdialogue\.tell\(|\bAssuanDialogue\(/ },
            only: ["Sources/PortableKeychain/UserInteraction/PinentryAuthenticator.swift"],
            bad: ("Sources/KeychainAgent/X.swift", "dialogue.tell(\"SETDESC \", name)"),
            "Ask through PinentryAuthenticator, which puts the words of others last."
        ),
        word(
            "questions of the agent",
            { /\bPinentryAuthenticator\([^)]*\)\.choose\(|\.choose\([^)]*yes:/ },
            only: ["Sources/KeychainAgent/Grants/PinentryConsent.swift"],
            bad: ("Sources/keychaind/X.swift", "pinentry.choose(text, yes: \"Yes\", no: nil)"),
            "Make a Consent: its words of others are one line, cut, quoted and last."
        ),
        TidyRule(
            name: "reserved groups",
            bad: ("Sources/KeychainSync/X.swift", "let group = \"portable-keychain.sync\"")
        ) { file in
            let place = "Sources/PortableKeychain/Vocabulary/Requests/AccessGroups.swift"
            guard file.path.hasPrefix("Sources/"), file.path != place else { return [] }
            return file.lines.indices.filter {
                !file.lines[$0].contains("///")
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
