/// The words of a command line in its plainest form: long options with their values, and operands.
///
/// ``PlainCommand`` reads common command lines with it, because building the argument parser takes
/// most of the instructions of a short command. Any other form is left to the parser.
struct PlainWords {
    private var options: [String: String] = [:]
    /// The names of the options without values that were given.
    private(set) var flags: Set<String> = []
    /// The words that belong to no option, in order.
    private(set) var operands: [String] = []

    /// Reads words; `nil` if they could mean anything else, or are not valid.
    ///
    /// - Parameters:
    ///   - words: The words after the name of the command.
    ///   - names: The names of the options that have a value, without dashes.
    ///   - flagNames: The names of the options that have none.
    init?(_ words: some Sequence<String>, options names: [String], flags flagNames: [String] = []) {
        var words = words.makeIterator()
        while let word = words.next() {
            if word == "--" {
                while let operand = words.next() { operands.append(operand) }
            } else if !word.hasPrefix("-") {
                operands.append(word)
            } else {
                let parts = word.split(
                    separator: "=",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                ).map(String.init)
                guard let option = parts.first, option.hasPrefix("--") else { return nil }
                let name = String(option.dropFirst(2))
                if flagNames.contains(name), option == word {
                    guard flags.insert(name).inserted else { return nil }
                } else {
                    // The parser takes a next word with a dash as a value in few cases.
                    let value = parts.count == 2 ? parts[1] : words.next() ?? ""
                    guard names.contains(name), options[name] == nil, !value.isEmpty,
                        parts.count == 2 || !value.hasPrefix("-")
                    else { return nil }
                    options[name] = value
                }
            }
        }
        guard !operands.contains("") else { return nil }
    }

    /// The value of an option, if it was given.
    subscript(name: String) -> String? { options[name] }
}
