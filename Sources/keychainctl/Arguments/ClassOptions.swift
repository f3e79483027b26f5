internal import ArgumentParser

/// The class of items as an option.
struct ClassOptions: ParsableArguments {
    @Option(
        name: .customLong("class"),
        help: ArgumentHelp(
            "generic or internet; follows from the other options where it can.",
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
