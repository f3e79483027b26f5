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
        let (versions, present) = try ItemHistory(keychain).versions(
            named: ItemName(name),
            choice.choice(for: .changing, among: .passkeysToo)
        )
        if let number = show {
            let secret = try keychain.history.secret(of: version(number, of: versions).version)
            return SecretOutput.write(secret ?? SecretBytes([]))
        }
        if let number = restore {
            let kept = try version(number, of: versions)
            let news = ChangeNews(of: keychain)
            try keychain.history.restore(kept.version)
            return news.tell() ? () : Terminal.say("\(kept.item.name) is again what it was.")
        }
        try list(versions, present, keychain)
    }

    private func version(_ number: Int, of versions: [KeptItem]) throws(Failure) -> KeptItem {
        guard versions.indices.contains(number - 1) else {
            throw Failure(
                .usage,
                "there is no version \(number) of this item",
                advice: "see 'keychainctl history' with the name for what there is"
            )
        }
        return versions[number - 1]
    }

    // MARK: The versions of an item

    private func list(
        _ versions: [KeptItem],
        _ present: ListedItem?,
        _ keychain: Keychain
    ) throws {
        var rows: [(kept: KeptItem, differences: [String])] = []
        for (index, kept) in versions.enumerated() {
            let next = index == 0 ? nil : versions[index - 1]
            let follower = next?.item ?? present
            guard kept.version.cause == .changed, let follower else {
                rows.append((kept, []))
                continue
            }
            let isSame = try hasSameSecret(kept, follower, next, keychain)
            rows.append((kept, kept.differences(from: follower, hasSameSecret: isSame)))
        }
        if json {
            return Terminal.json(.array(rows.enumerated().map { Self.json($1, number: $0 + 1) }))
        }
        Terminal.table(
            header: ["VERSION", "UNTIL", "THEN", "DIFFERENT"],
            rows.enumerated().map { index, row in
                [
                    "\(index + 1)", row.kept.version.date.formatted(.iso8601),
                    row.kept.version.cause.word, row.differences.joined(separator: " "),
                ]
            }
        )
    }

    /// Whether a version and the next one have the same secret; `nil` if reading them would ask the
    /// user.
    private func hasSameSecret(
        _ kept: KeptItem,
        _ follower: ListedItem,
        _ next: KeptItem?,
        _ keychain: Keychain
    ) throws(KeychainError) -> Bool? {
        guard !kept.item.demandsProof, !follower.demandsProof else { return nil }
        let old = try keychain.history.secret(of: kept.version) ?? SecretBytes([])
        let new =
            if let next {
                try keychain.history.secret(of: next.version) ?? SecretBytes([])
            } else {
                try Items(keychain: keychain).secret(of: follower)
            }
        return old.matches(new)
    }

    private static func json(
        _ row: (kept: KeptItem, differences: [String]),
        number: Int
    ) -> JSON {
        let version = row.kept.version
        return .object([
            ("version", .number(Int64(number))),
            ("until", .string(version.date.formatted(.iso8601))),
            ("then", .string(version.cause.word)),
            ("different", .array(row.differences.map { .string($0) })),
            ("expires", .string(version.expires.formatted(.iso8601))),
            ("item", .object(row.kept.item.json)),
        ])
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

extension EarlierVersion.Cause {
    /// The word for it in output.
    fileprivate var word: String {
        switch self {
        case .changed: "changed"
        case .deleted: "deleted"
        }
    }
}
