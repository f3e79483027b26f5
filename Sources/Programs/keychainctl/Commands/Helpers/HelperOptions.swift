internal import ArgumentParser
internal import KeychainctlKit

/// The option for the keychain that a helper works on.
struct HelperOptions: ParsableArguments {
    @OptionGroup var place: KeychainOptions

    /// The names of the options of a plain command line.
    static let plain = ["keychain"]
}

/// The request to a helper that has an operation as its only argument: the operation, and its
/// keychain.
struct HelperOrder: Equatable {
    let operation: String
    let place: KeychainChoice

    init(_ operation: String, _ options: HelperOptions) {
        (self.operation, place) = (operation, options.place.choice)
    }

    /// Reads a plain command line; `nil` if the parser must read it.
    init?(_ words: PlainWords) {
        guard let operation = words.operands.first, words.operands.count == 1 else { return nil }
        (self.operation, place) = (operation, KeychainChoice(name: words["keychain"]))
    }
}
