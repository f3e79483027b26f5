internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit

/// `keychainctl sync conflicts`.
struct SyncConflictsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "List values that another machine's edit overwrote, and restore one.",
        discussion: """
            If two machines change the same thing before they meet, the newer edit stays, and the \
            other one is kept for a while. In a pipe, each line has four fields with tabs between \
            them: a number, the item, what was overwritten, and the machine that wrote it.

            EXAMPLES
              keychainctl sync conflicts
              keychainctl sync conflicts --restore 1
            """
    )

    @Option(help: ArgumentHelp("Give the item this value back.", valueName: "number"))
    var restore: Int?
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile(), takesTurn: restore != nil)
        defer { withExtendedLifetime(sync) {} }
        let (vault, restore) = (sync.vault, restore)
        let found = try Waiting.wait {
            do throws(SyncProblem) {
                let found = try await vault.conflicts()
                guard let restore else { return found }
                guard found.indices.contains(restore - 1) else { throw .noSuchConflict }
                try vault.restore(found[restore - 1])
                return []
            } catch {
                throw Failure(error)
            }
        }
        guard restore == nil else {
            return Terminal.say("The value was restored. The overwritten one is kept in turn.")
        }
        Terminal.table(
            header: ["NUMBER", "ITEM", "WHAT", "FROM"],
            found.enumerated().map { index, conflict in
                let names = conflict.attributes.compactMap { AttributeName.of($0)?.name }
                let what = (conflict.hasSecret ? ["secret"] : []) + names
                return [
                    "\(index + 1)", SyncedItemText.text(conflict.item),
                    what.joined(separator: ", "), conflict.device,
                ]
            }
        )
    }
}
