extension TidyRule {
    /// The files that start other programs, with the files that those programs may read.
    private static let starters = [
        // The mechanism. A program is named by a path or found in PATH, and is given no other files.
        "Sources/Library/PortableKeychain/World/ChildProgram.swift",
        "Sources/Library/PortableKeychain/World/ProgramConnection.swift",
        // Our own helpers, by their paths.
        "Sources/Library/PortableKeychain/Hardware/HelperProgram.swift",
        // Pinentry: a path of the configuration, and options that name the terminal and the display.
        "Sources/Library/PortableKeychain/UserInteraction/AssuanDialogue.swift",
        // git in a clone whose remote others write: settings and variables are named one by one.
        "Sources/Sync/KeychainSyncGit/GitProgram.swift",
        // gpg, for the files of pass: variables are named one by one.
        "Sources/Tool/Transfer/Import/OtherProgram.swift",
        // The tools of the user's session, whose words are ours; they read no folder that they are started in.
        "Sources/Tool/KeychainctlKit/Desktop/ServiceManager.swift",
        "Sources/Tool/KeychainctlKit/Desktop/DesktopBus.swift",
        // A bus whose only configuration is a file of ours in a folder of ours.
        "Sources/Programs/keychainctl/Commands/SecretService/TemporaryBus.swift",
        "Sources/Programs/keychainctl/Commands/Clipboard/ClipboardProgram.swift",
        // The program that the user names: an editor or pager, with the user's settings.
        "Sources/Programs/keychainctl/Commands/Editing/ForegroundProgram.swift",
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
