internal import ArgumentParser

/// The option for the class of items.
struct ClassOptions: ParsableArguments {
    @Option(
        name: .customLong("class"),
        help: ArgumentHelp(
            "generic or internet. Default: derived from the other options.",
            valueName: "class"
        ),
        completion: .list(["generic", "internet"])
    )
    var className: ClassName?

    /// The classes by their names.
    enum ClassName: String, ExpressibleByArgument {
        case generic
        case internet
    }
}
