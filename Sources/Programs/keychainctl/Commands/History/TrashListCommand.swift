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
            until when the item is kept, with tabs between them.

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
                                ("deleted", .string(kept.version.date.formatted(.iso8601))),
                                ("expires", .string(kept.version.expires.formatted(.iso8601))),
                            ]
                        )
                    }
                )
            )
        }
        Terminal.table(
            header: ["CLASS", "WHERE", "ACCOUNT", "LABEL", "GROUP", "DELETED", "UNTIL"],
            deleted.map { kept in
                kept.item.row + [
                    kept.version.date.formatted(.iso8601), ChangeNews.day(kept.version.expires),
                ]
            }
        )
    }
}
