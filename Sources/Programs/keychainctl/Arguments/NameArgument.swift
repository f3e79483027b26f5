internal import ArgumentParser
internal import KeychainctlKit

/// The name of an item, for a command whose options can also select it.
struct NameArgument: ParsableArguments {
    @Argument(help: "The item: a label, a service or an address.")
    var name: String?
}
