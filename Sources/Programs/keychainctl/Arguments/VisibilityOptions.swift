internal import ArgumentParser
internal import KeychainctlKit

/// The option for the items that lists leave out.
struct VisibilityOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Also show invisible items, which programs keep for themselves, such as the index of "
                + "keychaind."
        )
    )
    var all = false

    var visibility: ItemVisibility { all ? .all : .visible }
}
