internal import ArgumentParser
internal import KeychainctlKit

/// The options that select items by folders and tags in their comments.
struct FilingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only items in this folder and those below it.", valueName: "path")
    )
    var folder: String?
    @Option(help: "Only items with this tag. Repeatable.") var tag: [String] = []

    /// The items that are selected.
    func of(_ items: [ListedItem]) -> [ListedItem] {
        guard folder != nil || !tag.isEmpty else { return items }
        return items.filter { $0.filing.isIn(folder: folder, tags: tag) }
    }
}
