internal import ArgumentParser
internal import KeychainEssentials
internal import KeychainSync
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// `keychainctl sync history`.
struct SyncHistoryCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show which machine wrote the values that an item had, and bring one back.",
        discussion: """
            Lists the present value of a synchronized item as version 0, and the earlier ones that \
            this machine keeps ('keychainctl history' has the same numbers). In a pipe, each line \
            has seven fields with tabs between them: the number; the machine that wrote it, as that \
            machine says; 'this' for this machine; when it was written, by the clock of that \
            machine; until when it was so here, what ended it, and what was different. The machine \
            is empty for versions from before the keychain was synchronized. Does not ask the remote.

            --restore is an edit of this machine: the others get the value with the next round.

            EXAMPLES
              keychainctl sync history api/ci
              keychainctl sync history api/ci --show 1
              keychainctl sync history api/ci --restore 1
            """
    )

    @Argument(help: "The name of the item.") var name: String
    @OptionGroup(title: "Items of one name") var choice: NameOptions
    @Option(help: ArgumentHelp("Print the secret of a version.", valueName: "number"))
    var show: Int?
    @Option(help: ArgumentHelp("Make the item what it was.", valueName: "number"))
    var restore: Int?
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var place: KeychainOptions

    func validate() throws {
        guard show == nil || restore == nil else {
            throw ValidationError("Use either --show or --restore.")
        }
        guard choice.synchronizable != false else {
            throw ValidationError("A local item has no other machines: use 'keychainctl history'.")
        }
    }

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile(), takesTurn: false)
        _ = try sync.settings()
        var choice = choice
        choice.synchronizable = true
        let list = try VersionList(of: name, choice, in: sync.keychain)
        if let show { return try write(show, list, sync.keychain) }
        if let restore {
            try requireWriter(sync.vault)
            try list.restore(restore)
            return Terminal.say(
                AdvisedCommand.naming(
                    KeychainChoice.onCommandLine,
                    in: "The other machines get it with the next round: run 'keychainctl sync now'."
                )
            )
        }
        try tell(list, sync.vault)
    }

    /// Prints a secret: of the present value for 0.
    private func write(_ number: Int, _ list: VersionList, _ keychain: Keychain) throws {
        guard number == 0, let present = list.present else { return try list.show(number) }
        SecretOutput.write(try Items(keychain: keychain).secret(of: present))
    }

    /// Refuses an edit that would never be sent.
    private func requireWriter(_ vault: SyncedVault) throws {
        let role = try Waiting.wait {
            do throws(SyncProblem) { return try await vault.status().role } catch {
                throw Failure(error)
            }
        }
        if role?.changesItems == false { throw Failure(SyncProblem.readsOnly) }
    }

    private func tell(_ list: VersionList, _ vault: SyncedVault) throws {
        let present = list.present.map { DatedValue($0.itemClass, $0.attributes, ended: nil) }
        let earlier = list.versions.map { kept in
            DatedValue(
                kept.version.itemClass,
                kept.version.attributes,
                ended: kept.version.date
            )
        }
        let values = (present.map { [$0] } ?? []) + earlier
        let authors = try Waiting.wait {
            do throws(SyncProblem) { return try await vault.authors(of: values) } catch {
                throw Failure(error)
            }
        }
        let first = list.present == nil ? 1 : 0
        let kept: [VersionList.Row?] = (first == 0 ? [nil] : []) + (try list.rows())
        let items = (list.present.map { [$0] } ?? []) + list.versions.map(\.item)
        let rows = zip(zip(items, authors), kept).enumerated().map { index, row in
            Row(number: first + index, item: row.0.0, author: row.0.1, kept: row.1)
        }
        tell(
            header: ["VERSION", "MACHINE", "THIS", "WRITTEN", "UNTIL", "THEN", "DIFFERENT"],
            rows.map(\.fields),
            rows.map(\.json)
        )
    }

    /// A value as people and programs see it.
    private struct Row {
        let number: Int
        let item: ListedItem
        let author: ValueAuthor?
        /// The earlier version; `nil` for the present value.
        let kept: VersionList.Row?

        private var written: String {
            guard case .date(let date) = item.attributes[.modificationDate] else { return "" }
            return date.formatted(.iso8601)
        }

        var fields: [String] {
            [
                "\(number)", author?.name ?? "", author?.isOwn == true ? "this" : "", written,
            ] + (kept?.fields ?? ["", "", ""])
        }

        var json: JSON {
            let known: [(String, JSON)] =
                author.map { [("machine", .string($0.name)), ("this", .bool($0.isOwn))] } ?? []
            return .object(
                [("version", .number(Int64(number))), ("written", .string(written))] + known
                    + (kept?.members ?? [("item", .object(item.json))])
            )
        }
    }
}
