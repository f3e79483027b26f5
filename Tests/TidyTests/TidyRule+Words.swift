import Foundation

extension TidyRule {
    private static let world = "Sources/Library/PortableKeychain/World/"
    private static let hardware = "Sources/Library/PortableKeychain/Hardware/"

    /// The code that runs as the user's own program, and may look at its environment.
    private static let programs = [
        "Sources/Programs/keychainctl/", "Sources/Tool/KeychainctlKit/",
        "Sources/Tool/SecurityTool/",
        "Sources/Tool/Transfer/",
    ]

    /// Writes lines to the standard error, escaped, and reads two variables that say which.
    private static let log = "Sources/Doors/PortableOSLog/LogOutput.swift"

    /// The only files that write to a terminal, a standard file, or another program.
    private static let terminals = [
        log,
        "Sources/Tool/KeychainctlKit/Output/Terminal.swift",
        // Escapes at its end, and hides the typed text.
        "Sources/Library/PortableKeychain/UserInteraction/TerminalPrompt.swift",
        // Control sequences of its own; BrowseScreen escapes what they contain.
        "Sources/Programs/keychainctl/Commands/Browse/RawTerminal.swift",
        // The file that the user's editor shows, in memory.
        "Sources/Programs/keychainctl/Commands/Editing/EditedFile.swift",
        // Frames for the program that started this one.
        hardware + "HelperProgram.swift",
        // One line of its own, for a person who starts such a program.
        hardware + "HelperServer+Ending.swift",
        // Files that other programs read.
        "Sources/Programs/keychainctl/Commands/Project/ProjectedFolder.swift",
        // Files that web servers give out.
        "Sources/Programs/keychainctl/Commands/Sync/MirrorFolder.swift",
        "Sources/Tool/KeychainctlKit/Desktop/SetupFile.swift",
        "Sources/Tool/SecurityTool/OutputFile.swift",
        // Looks at the mode of the terminal, and writes nothing.
        "Sources/Services/SSHAgent/Agent/AgentAuthenticator.swift",
        "Sources/Services/AgentSockets/AgentLife.swift",
    ]

    /// The code that opens keychains in another way than by the options of a command.
    private static let openers = [
        "Sources/Tool/KeychainctlKit/Keychains/KeychainChoice.swift",
        // All keychains of the user, by their names.
        "Sources/Programs/keychainctl/Commands/Keychains/KeychainsCommand.swift",
        "Sources/Programs/keychainctl/Commands/TPM/TPMUnbindCommand.swift",
        // Names and paths as `security` has them, with the agent too.
        "Sources/Tool/SecurityTool/SecurityKeychains.swift",
        // Programs that serve keychains to others, and the doors.
        "Sources/Programs/keychaind/", "Sources/Services/KeychainAgent/",
        "Sources/Services/KeychainSecretService/",
        "Sources/Library/PortableKeychain/", "Sources/Doors/DVESecurity/",
    ]

    /// The code that waits by a clock, because no event ends the wait.
    private static let sleepers = [
        // A client that waits for a seat, at most 5 s; too many open files.
        "Sources/Services/AgentSockets/ClientServer.swift",
        // A socket that another program is about to make, or whose queue is full.
        "Sources/Services/KeychainAgent/Client/FrameStream+Connecting.swift",
        world + "ProgramConnection.swift",
        // A name of the bus that another program is about to take or to leave.
        "Sources/Tool/KeychainctlKit/Desktop/DesktopBus.swift",
        "Sources/Services/SessionBus/OtherProvider.swift",
        // Locks of files and of SQLite, which give no event in time.
        world + "FileTurn.swift", "Sources/Cellar/SealedStore/",
        // The end of a child that has closed its output.
        world + "ChildProgram.swift",
        // A chip that asks to be called again.
        "Sources/Hardware/KeychainTPM/TPMSession+Counters.swift",
        // The pause after a wrong passphrase, and the end of a program that closed its output.
        "Sources/Programs/keychaind/AgentListener.swift",
        "Sources/Programs/keychainctl/Commands/SSHAgent/SSHAgentCommand.swift",
        "Sources/Programs/keychainctl/Commands/Clipboard/ClipboardProgram.swift",
        // Keys that were added for a time, and only while there are some.
        "Sources/Services/SSHAgent/Server/AgentServer.swift",
        // Public interfaces whose caller names the interval.
        "Sources/Doors/KeychainConfiguration/KeychainPoller.swift",
        "Sources/Library/PortableKeychain/Verbs/KeychainChanges.swift",
    ]

    /// Words that stand in few places, or in none.
    static let words: [TidyRule] = [
        word(
            "print",
            { /\b(?:print|debugPrint|dump|NSLog)\(/ },
            bad: ("Sources/Library/PortableKeychain/X.swift", "print(item)"),
            "Return it or throw it; the tool writes through Terminal, which escapes."
        ),
        word(
            "standard files",
            { /\b(?:STDIN|STDOUT|STDERR)_FILENO\b/ },
            only: programs + [
                world, hardware, log, "Sources/Tool/CredentialHelpers/LineReader.swift",
            ],
            bad: ("Sources/Tool/ForeignFormats/X.swift", "write(STDOUT_FILENO, bytes, count)"),
            "Take bytes and return bytes: only programs read and write standard files."
        ),
        word(
            "output",
            {
                /\b(?:STDOUT|STDERR)_FILENO\b|\bFileHandle\.standard(?:Output|Error)|\bf(?:puts|write|printf)\(|\bv?d?printf\(|\bputs\(|\bput(?:c|char)\(|\b(?:stdout|stderr)\b|\b(?:Glibc|Musl|Darwin)\.write\(|\bwriteAll\(|"\/dev\/(?:tty|stdout|stderr)"/
            },
            only: terminals,
            bad: ("Sources/Programs/keychainctl/X.swift", "fputs(item.label, stdout)"),
            "Write through Terminal or SecretOutput, which escape what others chose."
        ),
        word(
            "text of secrets",
            { /\bJSONDecoder\b|\bJSONSerialization\b/ },
            // The description of the argument parser by itself; values that callers decode for
            // themselves.
            only: [
                "Sources/Programs/keychainctl/Commands/Manual/", "Sources/Doors/KeychainManager/",
                "Sources/Library/PortableKeychain/",
            ],
            bad: (
                "Sources/Tool/CredentialHelpers/X.swift",
                "JSONDecoder().decode(Form.self, from: data)"
            ),
            "Read it as a JSONTree: a decoder leaves copies of secrets in memory."
        ),
        word(
            "try!",
            { /\btry!/ },
            bad: ("Sources/Library/PortableKeychain/X.swift", "let x = try! f()"),
            "Throw the error on, or handle it."
        ),
        word(
            "as!",
            { /\bas!/ },
            bad: ("Sources/Library/PortableKeychain/X.swift", "let x = y as! Z"),
            "Use as? and say what happens otherwise."
        ),
        word(
            "force unwrap",
            { /[A-Za-z0-9_\)\]>]!(?:[^=]|$)/ },
            besides: { /(?:: |-> )[A-Z][\w.<>]*!/ },
            bad: ("Sources/Library/PortableKeychain/X.swift", "let x = y[0]!.z"),
            "Use guard let and say what happens otherwise."
        ),
        word(
            "time",
            { /\bDate\(\)|\bDate\.now\b|\.init\(timeIntervalSinceNow/ },
            only: [world],
            bad: ("Sources/Library/PortableKeychain/Rules/X.swift", "let now = Date()"),
            "Ask the KeychainClock you were given."
        ),
        word(
            "waits by a clock",
            {
                /\busleep\(|\bnanosleep\(|\bTask\.sleep\(|\basyncAfter\(|\bpk_pause\(|\bSystem\.sleep\(|\bContinuousClock\(\)\.sleep\(/
            },
            only: sleepers,
            bad: ("Sources/Programs/keychainctl/X.swift", "while !isReady { usleep(50_000) }"),
            "Wait for the event with FileWait; in a task, sleep with QuietClock."
        ),
        word(
            "randomness",
            { /\bUUID\(\)|SystemRandomNumberGenerator|\.random\((?:in:|\))|\.randomElement\(/ },
            only: [world],
            bad: ("Sources/Library/PortableKeychain/Rules/X.swift", "let id = UUID()"),
            "Ask the KeychainEntropy you were given."
        ),
        word(
            "files",
            { /\bFileManager\b/ },
            only: programs + [world],
            bad: ("Sources/Library/PortableKeychain/Rules/X.swift", "FileManager.default"),
            "Go through World: it alone touches files."
        ),
        word(
            "environment",
            { /\b(?:getenv|ProcessInfo)\b/ },
            only: programs + [world, log],
            bad: ("Sources/Library/PortableKeychain/Rules/X.swift", "getenv(name)"),
            "Take it as a parameter; World reads the environment."
        ),
        word(
            "absence",
            { /\bcatch\b.*\.itemNotFound/ },
            only: ["Sources/Library/PortableKeychain/Vocabulary/Requests/ItemKeeper.swift"],
            bad: ("Sources/X/X.swift", "} catch where error.code == .itemNotFound {"),
            "Ask with answer(to:), which answers nil when no item matches."
        ),
        word(
            "around the waist",
            { /\b(?:as[?!]?|is) (?:any [A-Za-z]+Keeper|LocalKeeper|SecItemKeeper)\b/ },
            only: ["Sources/Library/PortableKeychain/Vocabulary/Requests/KeeperParts.swift"],
            bad: ("Sources/X/X.swift", "let managed = keeper as? any ManagedKeeper"),
            "Ask the keeper for its parts, which are nil where it has none."
        ),
        word(
            "off switches",
            { /@_spi\(Mutants\).*\bimport\b/ },
            bad: ("Sources/X/X.swift", "@_spi(Mutants) internal import KeychainSync"),
            "Only tests replace the rules of a module: products take them as they are."
        ),
        word(
            "Apple's cryptography",
            // On Linux, packages of a program may have a module of such a name, which would take
            // away algorithms: SwiftPM has one folder for the modules of a whole build.
            { /\bcanImport\((?:CryptoKit|CommonCrypto)\)/ },
            bad: ("Sources/Library/PortableKeychain/X.swift", "#if canImport(CryptoKit)"),
            "Ask canImport(Darwin): other packages have modules with the names of Apple's."
        ),
        openings, bothSets, leftovers, dialect, plural, growingSets,
    ]

    /// Commands differ in whether they go through the agent, and Agent.md says which.
    private static let openings = word(
        "keychains of commands",
        { /\bKeychain\.(?:open|openOrCreate)\(|\bKeychain\.default\b/ },
        only: openers,
        bad: (
            "Sources/Programs/keychainctl/X.swift", "try Keychain.open(place, configuration: .tool)"
        ),
        "Open it with KeychainChoice, by openFile() if an agent does not serve the command."
    )

    /// Spelled in halves, so that this file does not break its own rule.
    private static let bothSetsName = "\"sy" + "na\""

    private static let bothSets = TidyRule(
        name: "name of both sets",
        bad: ("Sources/X/X.swift", "attributes: [.synchronizable: .string(\(bothSetsName))]")
    ) { file in
        guard file.path.hasPrefix("Sources/"), file.path.hasSuffix(".swift"),
            !file.path.hasSuffix("/SynchronizationScope.swift")
        else { return [] }
        return file.lines.indices.filter { file.lines[$0].contains(bothSetsName) }.map {
            Violation(file, line: $0, "Say SynchronizationScope.any.")
        }
    }

    /// The modules with an interface of our own: doors have that of the libraries they stand for.
    private static let ownInterfaces = [
        "Sources/Library/PortableKeychain/", "Sources/Testing/KeychainTesting/",
        "Sources/Hardware/KeychainTPM/", "Sources/Doors/KeychainConfiguration/",
        "Sources/Doors/KeychainNIOSSL/", "Sources/Services/KeychainAgentClient/",
    ]

    /// Sets of values that users may switch over: they can get more only if the compiler makes users
    /// expect it.
    ///
    /// A type without cases is no set.
    private static let growingSets = TidyRule(
        name: "sets that can grow",
        bad: ("Sources/Library/PortableKeychain/X.swift", "public enum Kind {\n    case one\n}")
    ) { file in
        guard file.isUnder(ownInterfaces) else { return [] }
        return file.places(of: /\bpublic (?:indirect )?enum\b/).filter { line in
            let hasCases =
                line + 1 < file.code.count
                && file.code[(line + 1)...].first { $0.contains(/\S/) }?.contains(/^\s*case\b/)
                    == true
            return hasCases && !file.code[line].contains("@nonexhaustive")
        }.map { Violation(file, line: $0, "Write '@nonexhaustive public enum'.") }
    }

    /// Calls that look for the character "/".
    private static let slashCalls = [
        ".contains(\"/\")", "Index(of: \"/\")", ".split(separator: \"/\"",
    ]

    /// Names of items, of folders in them, and addresses, which are no paths of files.
    private static let otherSlashes = [
        formats, "Sources/Tool/KeychainctlKit/Items/", "Sources/Tool/Transfer/Export/ExportFolder",
        "Sources/Services/KeychainBrowser/",
        "Sources/Services/KeychainSecretService/", "Sources/Sync/KeychainSync/",
        "Sources/Testing/",
    ]

    static let slashes = TidyRule(
        name: "slashes",
        bad: ("Sources/Cellar/FileSafety/X.swift", "path.lastIndex(of: \"/\")")
    ) { file in
        guard file.path.hasPrefix("Sources/"), !file.isUnder(otherSlashes) else { return [] }
        return file.lines.indices.filter { line in
            let text = file.lines[line]
            return slashCalls.contains { text.contains($0) } && !text.contains("unicodeScalars")
        }.map {
            Violation(
                file,
                line: $0,
                """
                Use PrivateFile.split or parts: beside a combining letter, a slash is not the character "/", \
                and the kernel splits the path there.
                """
            )
        }
    }

    /// Calls that look for one sign as a character; ``StringProtocol`` has them with a label.
    static let signs = TidyRule(
        name: "signs",
        bad: ("Sources/Tool/Transfer/X.swift", #"name.replacing("'", with: "")"#)
    ) { file in
        guard file.path.hasPrefix("Sources/") else { return [] }
        let pattern = /\.(?:replacing|contains)\("(?:\\.|[^"\\])"[,)]/
        return file.lines.indices.filter { line in
            let text = file.lines[line]
            // To look for the calls alone is quicker.
            return (text.contains(".replacing(\"") || text.contains(".contains(\""))
                && !text.contains("unicodeScalars") && text.contains(pattern)
        }.map {
            Violation(
                file,
                line: $0,
                "Say replacing(sign:with:) or contains(sign:): beside a combining letter, a sign is not that character."
            )
        }
    }

    /// Spelled in halves, so that this file does not break its own rule.
    private static let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]

    private static let leftovers = TidyRule(
        name: "leftovers",
        bad: ("Tests/X/X.swift", "// \(marks[0]): later")
    ) { file in
        file.lines.indices.filter { line in
            // To look for the marks alone is quicker than to split each line.
            marks.contains { file.lines[line].contains($0) }
                && file.lines[line].split { !$0.isLetter }.contains { marks.contains(String($0)) }
        }.map { Violation(file, line: $0, "Do it, or write down as a limit what is not done.") }
    }

    /// Numbers of the tool's messages before a noun that is always in the plural.
    private static let plural = TidyRule(
        name: "plural",
        bad: ("Sources/Tool/Transfer/X.swift", #"say("\(items.count) items were imported")"#)
    ) { file in
        guard programs.contains(where: file.path.hasPrefix) || file.path.hasPrefix(formats) else {
            return []
        }
        let pattern = /\\\([^)]*\) (?:items|entries|certificates|problems)\b/
        return file.lines.indices.filter { line in
            file.lines[line].contains("\\(") && file.lines[line].contains(pattern)
        }.map { Violation(file, line: $0, "Use counted(_:_:), which also says \"1 item\".") }
    }

    private static let formats = "Sources/Tool/ForeignFormats/"

    /// The phrases of ``dialect``.
    private static let dialectPhrases: NSRegularExpression? = {
        let phrases = [
            "as (?:it|they) lies?", "lies (?:in|beside|on)", "asks? for (?:its|their|the) users?",
            "though it be", "of one's own", "is none that", "be it an?", "goes without saying",
            "whoever",
        ].map { $0.replacing(" ", with: #"(?:\s|///?)+"#) }
        let pattern = #"\b(?:"# + phrases.joined(separator: "|") + #")\b"#
        return try? NSRegularExpression(pattern: pattern, options: .caseInsensitive)
    }()

    /// Phrases of translated English, in comments and texts, also across the ends of lines.
    private static let dialect = TidyRule(
        name: "plain English",
        bad: ("Sources/X/X.swift", "/// A row as it\n/// lies in the file.")
    ) { file in
        guard file.path.hasPrefix("Sources/"),
            !file.path.hasPrefix("Sources/Testing/KeychainTesting/")
        else { return [] }
        guard let search = dialectPhrases else {
            return [Violation(file, line: 0, "The phrases are not a pattern.")]
        }
        let text = file.lines.joined(separator: "\n")
        let whole = NSRange(location: 0, length: text.utf16.count)
        return search.matches(in: text, range: whole).map { match in
            let before = (text as NSString).substring(to: match.range.location)
            return Violation(
                file,
                line: before.count { $0 == "\n" },
                "Write plain English: \"is stored\", \"requires user authentication\", an actor or if."
            )
        }
    }
}
