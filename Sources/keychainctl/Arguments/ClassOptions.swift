internal import ArgumentParser
internal import PortableKeychain

/// The option for the class of items.
struct ClassOptions: ParsableArguments {
    @Option(
        name: .customLong("class"),
        help: ArgumentHelp(
            "generic or internet, if nothing else says it.",
            valueName: "class"
        ),
        completion: .list(["generic", "internet"])
    )
    var className: ClassName?

    /// The class that was named.
    var itemClass: ItemClass? {
        className.map { $0 == .internet ? .internetPassword : .genericPassword }
    }

    /// The classes by their names.
    enum ClassName: String, ExpressibleByArgument {
        case generic
        case internet
    }
}
