/// The words of a command line in its plainest form: long options with their values, and operands.
///
/// ``PlainCommand`` reads common command lines with it, because building the argument parser takes
/// most of the instructions of a short command. Any other form is left to the parser.
struct PlainWords {
    private let options: [String: String]
    /// The names of the options without values that were given.
    let flags: Set<String>
    /// The words that belong to no option, in order.
    let operands: [String]

    /// Reads words; `nil` if they could mean anything else, or are not valid.
    ///
    /// - Parameters:
    ///   - words: The words after the name of the command.
    ///   - names: The names of the options that have a value, without dashes.
    ///   - flagNames: The names of the options that have none.
    init?(_ words: some Sequence<String>, options names: [String], flags flagNames: [String] = []) {
        var options: [String: String] = [:]
        var flags: Set<String> = []
        var operands: [String] = []
        var name: String?
        for word in words {
            guard let first = word.utf8.first else { return nil }
            if first == UInt8(ascii: "-") {
                // An option; as a value, the parser accepts such a word in few cases.
                let option = String(word.dropFirst(2))
                guard name == nil, word.hasPrefix("--"), options[option] == nil else { return nil }
                if names.contains(option) {
                    name = option
                } else {
                    guard flagNames.contains(option), flags.insert(option).inserted else {
                        return nil
                    }
                }
            } else if let option = name {
                options[option] = word
                name = nil
            } else {
                operands.append(word)
            }
        }
        guard name == nil else { return nil }
        (self.options, self.flags, self.operands) = (options, flags, operands)
    }

    /// The value of an option, if it was given.
    subscript(name: String) -> String? { options[name] }
}
