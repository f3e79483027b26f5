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
    var choice: ItemFiling.Choice { ItemFiling.Choice(folder: folder, tags: tag) }
}
