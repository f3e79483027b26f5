internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl sync edits`.
struct SyncEditsCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "edits",
        abstract: "List edits that no other machine has, and take one back.",
        discussion: """
            Edits wait here while the remote cannot be reached, and stay on a machine with the role \
            reader for ever. Does not ask the remote. In a pipe, each line has three fields with \
            tabs between them: a number, what was done (added, changed, deleted), and the item.

            --revert gives the item the value that the other machines have. The value of this \
            machine is gone then, so it asks first; 'keychainctl undo' takes that back while \
            earlier versions are kept.

            EXAMPLES
              keychainctl sync edits
              keychainctl sync edits --revert 1
            """
    )

    @Option(
        help: ArgumentHelp(
            "Give the item the value that the other machines have.",
            valueName: "number"
        )
    )
    var revert: Int?
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile(), takesTurn: revert != nil)
        defer { withExtendedLifetime(sync) {} }
        let found: [UnsentEdit]
        do throws(SyncProblem) { found = try sync.vault.unsentEdits() } catch {
            throw Failure(error)
        }
        guard let revert else { return try list(found, sync) }
        guard found.indices.contains(revert - 1) else { throw Failure(.noSuchEdit) }
        let edit = found[revert - 1]
        let name = SyncedItemText.text(edit.item)
        let question = "Replace this machine's value of \(name) by the one of the other machines?"
        guard try yes || Terminal.confirm(question) else {
            throw Failure(.declined, "nothing was changed", advice: "the edit stays here")
        }
        do throws(SyncProblem) { try sync.vault.revert(edit) } catch { throw Failure(error) }
        Terminal.say("\(name) has the value of the other machines again.")
    }

    /// Prints edits.
    ///
    /// - Throws: ``Failure`` if there can be others, of items that cannot be read now.
    private func list(_ found: [UnsentEdit], _ sync: SyncPlace) throws {
        let locked: Int
        do throws(SyncProblem) { locked = try sync.vault.lockedItems() } catch {
            throw Failure(error)
        }
        if locked == 0 || !found.isEmpty { show(found) }
        guard locked > 0 else { return }
        throw Failure(
            Failure(KeychainError(.locked)).status,
            "\(counted(locked, "item")) cannot be read while the keychain is locked, and may have edits",
            advice: "unlock it with 'keychainctl unlock'"
        )
    }

    private func show(_ found: [UnsentEdit]) {
        tell(
            header: ["NUMBER", "WHAT", "ITEM"],
            found.enumerated().map { index, edit in
                ["\(index + 1)", "\(edit.kind)", SyncedItemText.text(edit.item)]
            },
            found.enumerated().map { index, edit in
                .object([
                    ("number", .number(Int64(index + 1))), ("what", .string("\(edit.kind)")),
                    ("item", .string(SyncedItemText.text(edit.item))),
                ])
            }
        )
    }

    /// The reminder of edits that no other machine has; `nil` for none.
    ///
    /// - Parameters:
    ///   - count: The number of items with such edits.
    ///   - role: The role of this machine.
    ///   - isMirror: Whether it reads a mirror.
    /// - Returns: One or two sentences.
    static func reminder(_ count: Int, _ role: SyncRole?, isMirror: Bool) -> String? {
        guard count > 0 else { return nil }
        let (fate, advice) = outlook(role, isMirror: isMirror)
        let stays = role?.changesItems == false || isMirror
        return "The edits of \(counted(count, "item")) \(fate)\(stays ? "." : ":") \(advice)."
    }

    /// The fate of edits that no other machine has.
    ///
    /// - Parameters:
    ///   - role: The role of this machine.
    ///   - isMirror: Whether it reads a mirror.
    /// - Returns: The fate of the edits, and the next step; neither ends with a full stop.
    static func outlook(_ role: SyncRole?, isMirror: Bool) -> (fate: String, advice: String) {
        let advice =
            "'keychainctl sync edits' names them, and takes them back with --revert. To send them, "
        guard role?.changesItems == false else {
            guard isMirror else { return ("wait to be sent", "run 'keychainctl sync now'") }
            return (
                "stay on this machine, because it reads a mirror",
                advice + "name the repository or the cluster with 'keychainctl sync remote'"
            )
        }
        let kind = role == .publisher ? "publisher" : "reader"
        return (
            "stay on this machine, because it is a \(kind)",
            advice
                + "make a code with 'keychainctl sync invite --role writer' on an admin's machine, "
                + "then run 'keychainctl sync leave' here and join with that code"
        )
    }
}
