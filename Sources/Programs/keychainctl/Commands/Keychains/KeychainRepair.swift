internal import KeychainctlKit
internal import KeychainLibC
@_spi(Keepers) internal import PortableKeychain
internal import SafeText
internal import Transfer

/// The removal of what cannot be opened from a keychain, for `keychainctl verify --repair`.
struct KeychainRepair {
    private let place: KeychainChoice
    private let isConfirmed: Bool
    /// The members of the answer to a program: the losses, and the path of the copy; empty if there is neither.
    private(set) var done: [(String, JSON)] = []

    /// Makes a repair.
    ///
    /// - Parameters:
    ///   - place: The keychain.
    ///   - isConfirmed: Whether the user is not asked.
    init(_ place: KeychainChoice, isConfirmed: Bool) {
        (self.place, self.isConfirmed) = (place, isConfirmed)
    }

    /// Repairs the keychain, after the user has agreed to the losses and its files were copied.
    ///
    /// - Parameter keychain: The keychain, opened from its file.
    /// - Throws: ``Failure`` if the user refuses; any error of the keychain or of the copy, after which
    ///   nothing is changed.
    mutating func perform(_ keychain: Keychain) throws {
        let damage = try keychain.damage()
        guard damage.isRepairable else {
            Terminal.say("There is nothing that a repair removes.")
            return
        }
        Self.say(damage)
        let question =
            damage.isLoss
            ? "Copy the files, and remove what cannot be read?"
            : "Copy the files, and repair the keychain?"
        guard try isConfirmed || Terminal.confirm(question) else {
            throw Failure(
                .declined,
                "nothing was changed",
                advice: "a backup brings back what cannot be read: see 'keychainctl restore'"
            )
        }
        let copy = try Self.freePath(beside: Keychain.path(of: place.file, configuration: .tool))
        let removed = try repaired(keychain, keeping: copy)
        // Another program can have repaired it meanwhile.
        guard removed.isRepairable else {
            Terminal.say("Another program has repaired the keychain.")
            return
        }
        done = [("removed", Self.json(removed)), ("copy", .string(copy))]
        Self.say(removed, keeping: copy)
    }

    /// The answer to a program after a failure.
    ///
    /// - Parameter failure: The failure of the repair, or of the check that follows it.
    /// - Returns: The failure, and what was done before.
    func answer(_ failure: Failure) -> JSON {
        let message: [(String, JSON)] = [
            ("failure", .string(failure.problem)), ("advice", .string(failure.advice)),
        ]
        return .object(message + done)
    }

    /// Says what was removed, and what is to be done about it.
    private static func say(_ removed: DamageReport, keeping copy: String) {
        let lost = what(removed)
        Terminal.say(
            (lost.isEmpty ? "The keychain is repaired" : "\(lost) removed")
                + "; the files as they were: \(copy). Keep them until everything is back, and remove them then: "
                + "they open as the keychain does today."
        )
        if removed.endsExclusiveUse {
            Terminal.say(
                "The keychain is not used through the agent alone any more; 'keychainctl agent exclusive on' "
                    + "marks it again."
            )
        }
        // Which rows were in a damaged page is not known.
        guard removed.endsSynchronization || removed.unreadableCount > 0 else { return }
        let advice =
            "run 'keychainctl sync join REMOTE' with a new code of another machine, or, "
            + "if there is none, 'keychainctl sync recover REMOTE'"
        Terminal.say(
            (removed.endsSynchronization
                ? "The keychain is not synchronized any more."
                : "If the keychain was synchronized, it is no longer.")
                + " To take part again, "
                + "\(AdvisedCommand.naming(KeychainChoice.onCommandLine, in: advice))."
        )
    }

    /// Repairs a keychain, after its files were copied to a path.
    private mutating func repaired(
        _ keychain: Keychain,
        keeping copy: String
    ) throws -> DamageReport {
        var (copies, isCopied) = ([String](), true)
        do {
            return try Failure.Passage.through { passage throws(KeychainError) in
                try keychain.repair { end, content throws(KeychainError) in
                    isCopied = false
                    try passage {
                        try NewFile.write(to: copy + end) { file in
                            try content.forEachPart { part throws(KeychainError) in
                                try file.append(part)
                            }
                        }
                        copies.append(copy + end)
                    }
                    isCopied = true
                }
            }
        } catch {
            if !isCopied {
                // Nothing was changed, and a file without its log is not as it was. A file that this repair did
                // not make may be another one's copy.
                for path in copies { unlink(path) }
            } else if !copies.isEmpty {
                // Not every failure of a disk tells whether the file was changed.
                done = [("copy", .string(copy))]
                Terminal.say("The files as they were: \(copy).")
            }
            throw error
        }
    }

    /// The advice for a file that nothing can be read of: into it, no backup can be restored either.
    private static let replacement =
        "move its file away, and bring its items back from a backup with 'keychainctl restore'"

    /// The failure of an examination or a repair.
    ///
    /// - Parameter error: The error.
    /// - Returns: The failure; its advice is not the command that has failed.
    static func failure(_ error: KeychainError) -> Failure {
        let failure = Failure(error)
        let isCircular = AdvisedCommand.all(in: failure.advice).contains {
            $0.words.first == "verify"
        }
        guard isCircular else { return failure }
        return Failure(failure.status, failure.problem, advice: replacement)
    }

    /// The advice for a damaged keychain.
    ///
    /// - Parameter keychain: The keychain.
    /// - Returns: The advice; it names the items whose secrets are lost before.
    static func advice(_ keychain: Keychain) -> String {
        let backup = "restore it from a backup with 'keychainctl restore'"
        let removal = "remove what cannot be read with 'keychainctl verify --repair'"
        let damage: DamageReport
        do throws(KeychainError) { damage = try keychain.damage() } catch {
            return error.code == .corrupt ? failure(error).advice : backup
        }
        if !damage.withoutSecret.isEmpty {
            Terminal.say("The secrets of these items cannot be opened:")
            NewFile.sayNames(damage.withoutSecret)
        }
        guard !damage.isRepairable else {
            // A backup cannot be restored before: that reads the rows too.
            return damage.isLoss
                ? "\(removal), and bring it back from a backup with 'keychainctl restore'"
                : "repair it with 'keychainctl verify --repair'"
        }
        guard !damage.withoutSecret.isEmpty else { return backup }
        let others = "\(backup), or store new secrets with 'keychainctl set'"
        let hasSynchronized = damage.withoutSecret.contains {
            ListedItem(itemClass: $0.itemClass, attributes: $0.attributes).isSynchronized
        }
        // The secrets of other machines are newer than those of a backup.
        guard hasSynchronized, SyncPlace.isSynchronized(keychain) else { return others }
        let round = "run 'keychainctl sync now', which brings back synchronized items"
        return "\(round); for what is still damaged then, \(others)"
    }

    private static func say(_ damage: DamageReport) {
        if damage.isLoss {
            Terminal.say("Cannot be read: \(what(damage)).")
        } else if damage.isStructureDamaged {
            Terminal.say(
                "All items can be opened. The indexes of the file, or its notes of free space, are damaged."
            )
        }
        if damage.isSetChanged {
            Terminal.say(
                "Other software, or damage, removed, added or changed items. Those that can be opened count as the "
                    + "whole keychain from now on."
            )
        }
        if damage.endsSynchronization {
            Terminal.say(
                "The state of synchronization is damaged, or could be incomplete. The repair removes it, and not the "
                    + "items, so this machine has to join again. Items that were deleted here come back if that was "
                    + "not sent."
            )
        }
    }

    private static func json(_ removed: DamageReport) -> JSON {
        let counts = [
            ("items", removed.itemCount), ("versions", removed.historyCount),
            ("settings", removed.stateCount), ("in-damaged-pages", removed.unreadableCount),
        ]
        return .object(
            counts.map { ($0.0, JSON.number(Int64($0.1))) } + [
                ("exclusive", JSON.bool(removed.endsExclusiveUse)),
                ("synchronization", JSON.bool(removed.endsSynchronization)),
            ]
        )
    }

    private static func what(_ damage: DamageReport) -> String {
        let items = damage.itemCount > 0 ? [counted(damage.itemCount, "item")] : []
        let versions =
            damage.historyCount > 0 ? [counted(damage.historyCount, "earlier version")] : []
        let settings =
            damage.stateCount > 0
            ? [counted(damage.stateCount, "setting") + " of this software"] : []
        let mark = damage.endsExclusiveUse ? ["the mark of 'agent exclusive'"] : []
        let rows = damage.unreadableCount
        let pages =
            rows > 0
            ? [counted(rows, "item or version", "items or versions") + " in damaged pages"] : []
        return (items + versions + settings + mark + pages).joined(separator: ", ")
    }

    /// The path of a copy beside a file, under a name that no keychain has; that of the log's copy ends in
    /// `-wal`.
    private static func freePath(beside file: String) -> String {
        let base = copyName(of: file)
        var (path, number) = (base, 2)
        // A link that leads nowhere takes its name too.
        while FileFacts.of(path) != nil || FileFacts.of(path + logEnd) != nil {
            path = "\(base)-\(number)"
            number += 1
        }
        return path
    }

    private static func copyName(of file: String) -> String {
        let suffix = ".keychain"
        return (file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file) + ".damaged"
    }

    private static let logEnd = "-wal"

    /// Whether a file has the name of a log.
    static func isLog(_ name: String) -> Bool { name.hasSuffix(logEnd) }

    /// The copies that repairs have left beside a file, with their logs.
    ///
    /// - Parameter file: The path of the keychain's file, which may be removed by now.
    /// - Returns: The paths of the copies, sorted.
    static func copies(beside file: String) -> [String] {
        let (folder, name) = PrivateFile.split(file)
        return FileFacts.names(in: folder).filter { isCopy($0, of: name) }
            .map { folder + "/" + $0 }
    }

    /// Whether a file has the name of a copy that a repair makes, or of the log of one.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - keychain: The name of the keychain's file.
    /// - Returns: Whether it has.
    static func isCopy(_ name: String, of keychain: String) -> Bool {
        let base = copyName(of: keychain)
        let copy = isLog(name) ? name.dropLast(logEnd.count) : name[...]
        guard copy.hasPrefix(base) else { return false }
        let number = copy.dropFirst(base.count)
        return number.isEmpty || number.first == "-" && Int(number.dropFirst()) != nil
    }
}
