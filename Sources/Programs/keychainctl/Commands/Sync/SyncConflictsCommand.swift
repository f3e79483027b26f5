internal import ArgumentParser
internal import KeychainEssentials
internal import KeychainSync
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// `keychainctl sync conflicts`.
struct SyncConflictsCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "List values that another machine's edit overwrote, and restore one.",
        discussion: """
            If two machines change the same thing before they meet, the newer edit stays, and the \
            other one is kept until it is dismissed, or eight newer ones were overwritten. In a \
            pipe, each line has seven fields with tabs between them: a number, the item, what was \
            overwritten, the machine that wrote it, and when; the machine whose edit stayed, and \
            when it was made. Values are printed only by --show.

            A number is good until something changes: list the conflicts before each command that \
            takes one. Renaming an item forgets its overwritten values, on all machines.

            'keychainctl undo' takes back --restore, but not --dismiss.

            EXAMPLES
              keychainctl sync conflicts
              keychainctl sync conflicts --show 1
              keychainctl sync conflicts --restore 1
              keychainctl sync conflicts --dismiss 1
            """
    )

    @Option(
        help: ArgumentHelp(
            "Give the item this value back; the one that it replaces is kept in turn.",
            valueName: "number"
        )
    )
    var restore: Int?
    @Option(
        help: ArgumentHelp("Forget this value, on all machines.", valueName: "number")
    )
    var dismiss: Int?
    @Option(
        help: ArgumentHelp("Print this value, as 'keychainctl get' does.", valueName: "number")
    )
    var show: Int?
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var place: KeychainOptions

    func validate() throws {
        guard [restore, dismiss, show].count(where: { $0 != nil }) < 2 else {
            throw ValidationError("Use one of --restore, --dismiss and --show.")
        }
    }

    func run() throws {
        let changes = restore != nil || dismiss != nil
        let sync = try SyncPlace(place.choice.openFile(), takesTurn: changes)
        defer { withExtendedLifetime(sync) {} }
        let vault = sync.vault
        let found = try Waiting.wait {
            do throws(SyncProblem) { return try await vault.conflicts() } catch {
                throw Failure(error)
            }
        }
        guard let number = restore ?? dismiss ?? show else { return list(found) }
        do throws(SyncProblem) {
            guard found.indices.contains(number - 1) else { throw .noSuchConflict }
            let conflict = found[number - 1]
            guard changes else { return Self.write(conflict) }
            try restore == nil ? vault.dismiss(conflict) : vault.restore(conflict)
        } catch { throw Failure(error) }
        Terminal.say(
            restore == nil
                ? "The overwritten value is forgotten."
                : "The value was restored. The one that it replaced is kept in turn: see "
                    + "'keychainctl sync conflicts'."
        )
    }

    private static func write(_ conflict: SyncConflict) {
        if let secret = conflict.secret { return SecretOutput.write(secret) }
        for (key, value) in conflict.attributes {
            SecretOutput.write(AttributeName.of(key)?.form.text(value) ?? "")
        }
    }

    private func list(_ found: [SyncConflict]) {
        let rows = found.enumerated().map { index, conflict in
            Row(number: index + 1, conflict: conflict)
        }
        tell(
            header: ["NUMBER", "ITEM", "WHAT", "FROM", "WRITTEN", "STAYED", "WRITTEN"],
            rows.map(\.fields),
            rows.map(\.json)
        )
    }

    /// A conflict as people and programs see it.
    private struct Row {
        let number: Int
        let conflict: SyncConflict

        private var what: [String] {
            let names = conflict.attributes.compactMap { AttributeName.of($0.key)?.name }
            return (conflict.secret == nil ? [] : ["secret"]) + names
        }

        private var item: String { SyncedItemText.text(conflict.item) }

        var fields: [String] {
            [
                "\(number)", item, what.joined(separator: ", "), conflict.lost.device,
                conflict.lost.date.formatted(.iso8601), conflict.kept?.device ?? "",
                conflict.kept?.date.formatted(.iso8601) ?? "",
            ]
        }

        var json: JSON {
            let fields = fields.map(JSON.string)
            return .object([
                ("number", .number(Int64(number))), ("item", fields[1]),
                ("what", .array(what.map(JSON.string))), ("from", fields[3]),
                ("written", fields[4]), ("stayed", fields[5]), ("stayed-written", fields[6]),
            ])
        }
    }
}
