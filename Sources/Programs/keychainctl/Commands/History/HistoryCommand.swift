internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
internal import KeychainEssentials

/// `keychainctl history`.
struct HistoryCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show what an item was before it was changed or deleted.",
        discussion: """
            Lists the earlier versions of an item, the newest first: its number, until when it was \
            so, what ended it, and what was different. Secrets are shown only with --show. A name \
            is one that the item has, or had. In a pipe, each line has four fields with tabs between \
            them.

            Without a name, shows what the keychain keeps. By default, what a command changes or \
            deletes is kept for 30 days, and at most 10 versions of an item. --days and --versions \
            change that for this keychain. --off keeps nothing, and removes all that is kept, so \
            that what is deleted is gone; --on begins again.

            EXAMPLES
              keychainctl history api/ci
              keychainctl history api/ci --show 1
              keychainctl history api/ci --restore 2
              keychainctl history --days 90
              keychainctl history --off
            """
    )

    @Argument(help: "The name of the item; without it, what is kept is shown or set.")
    var name: String?
    @OptionGroup(title: "Items of one name") var choice: NameOptions
    @Option(help: ArgumentHelp("Print the secret of a version.", valueName: "number"))
    var show: Int?
    @Option(help: ArgumentHelp("Make the item what it was.", valueName: "number"))
    var restore: Int?
    @Option(help: ArgumentHelp("Keep versions for so many days.", valueName: "number"))
    var days: Int?
    @Option(help: ArgumentHelp("Keep at most so many versions of an item.", valueName: "number"))
    var versions: Int?
    @Flag(help: "Keep earlier versions again.") var on = false
    @Flag(help: "Keep nothing, and remove what is kept.") var off = false
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    private var sets: Bool { on || off || days != nil || versions != nil }

    func validate() throws {
        guard name != nil || (show == nil && restore == nil) else {
            throw ValidationError("--show and --restore need the name of an item.")
        }
        guard name == nil || !sets else {
            throw ValidationError("What is kept is set for the keychain; omit the name.")
        }
        guard show == nil || restore == nil else {
            throw ValidationError("Use either --show or --restore.")
        }
        guard !off || (!on && days == nil && versions == nil) else {
            throw ValidationError("Use either --off or options for what is kept.")
        }
        guard (1...Self.mostDays).contains(days ?? 1) else {
            throw ValidationError("--days must be 1 to \(Self.mostDays).")
        }
        guard (1...1000).contains(versions ?? 1) else {
            throw ValidationError("--versions must be 1 to 1000.")
        }
    }

    private static let mostDays = 36500
    private static let secondsOfADay = 86400

    func run() throws {
        let keychain = try place.choice.openOnce()
        guard let name else { return try sets ? set(keychain) : tell(keychain) }
        let list = try VersionList(of: name, choice, in: keychain)
        if let show { return try list.show(show) }
        if let restore { return try list.restore(restore) }
        try tell(list)
    }

    private func tell(_ list: VersionList) throws {
        let rows = try list.rows()
        tell(
            header: ["VERSION", "UNTIL", "THEN", "DIFFERENT"],
            rows.enumerated().map { ["\($0 + 1)"] + $1.fields },
            rows.enumerated().map { index, row in
                .object([("version", .number(Int64(index + 1)))] + row.members)
            }
        )
    }

    // MARK: The kept versions

    private func tell(_ keychain: Keychain) throws {
        let policy = try keychain.history.policy
        let days = Int64(policy.seconds) / Int64(Self.secondsOfADay)
        if json {
            return Terminal.json(
                .object([
                    ("kept", .bool(policy != .none)), ("days", .number(days)),
                    ("versions", .number(Int64(policy.versions))),
                ])
            )
        }
        Terminal.properties([
            ("kept", policy == .none ? "no" : "yes"), ("days", "\(days)"),
            ("versions", "\(policy.versions)"),
        ])
    }

    private func set(_ keychain: Keychain) throws {
        guard off else {
            let present = try keychain.history.policy
            let days = days ?? Int(present.seconds) / Self.secondsOfADay
            let most = versions ?? present.versions
            let policy: HistoryPolicy =
                days == 0 || most == 0
                ? .kept(
                    for: days == 0
                        ? HistoryPolicy.usualTime : .seconds(days * Self.secondsOfADay),
                    versions: most == 0 ? HistoryPolicy.usualVersions : most
                )
                : .kept(for: .seconds(days * Self.secondsOfADay), versions: most)
            return try keychain.history.setPolicy(policy)
        }
        let question = "Remove all earlier versions and all deleted items for good?"
        guard try yes || Terminal.confirm(question) else {
            throw Failure(.declined, "nothing was changed", advice: "run the command again")
        }
        try keychain.history.setPolicy(HistoryPolicy.none)
    }
}
