internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
internal import KeychainEssentials

/// `keychainctl trash list`.
struct TrashListCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List deleted items.",
        discussion: """
            In a pipe, each line has the fields of 'keychainctl list', the date of the deletion, and \
            until when the item is kept at least, with tabs between them. The last field is empty if \
            the deletion is dated in the future, by a clock that was wrong.

            EXAMPLES
              keychainctl trash list
              keychainctl trash list --json
            """
    )

    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let deleted =
            try place.choice.openIfPresent().map { keychain in
                try ItemHistory.deleted(in: keychain)
            } ?? []
        if json {
            return Terminal.json(
                .array(
                    deleted.map { kept in
                        .object(
                            kept.item.json + [
                                ("deleted", JSON.string(kept.version.date.formatted(.iso8601)))
                            ] + kept.expiry
                        )
                    }
                )
            )
        }
        Terminal.table(
            header: ["CLASS", "WHERE", "ACCOUNT", "LABEL", "GROUP", "DELETED", "AT LEAST UNTIL"],
            deleted.map { kept in
                kept.item.row + [
                    kept.version.date.formatted(.iso8601),
                    kept.keptUntil.map(ChangeNews.day) ?? "",
                ]
            }
        )
    }
}
