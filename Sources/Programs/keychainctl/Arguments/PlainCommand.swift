internal import ArgumentParser

/// A command whose most common command lines are read without the argument parser.
///
/// The parser remains the authority: a plain reading answers `nil` wherever it is not certain of the
/// parser's result, and has no messages of its own. Tests compare both readings.
protocol PlainCommand: ParsableCommand {
    /// The request of a command line.
    associatedtype Order: Equatable

    /// The names of the options that a plain command line can have, without dashes.
    static var plainOptions: [String] { get }

    /// The names of those that have no value.
    static var plainFlags: [String] { get }

    /// Reads a plain command line; `nil` if the parser must read it.
    static func order(_ words: PlainWords) -> Order?

    /// The request of the parsed options and arguments.
    ///
    /// - Throws: ``Failure`` for values that do not go together.
    func order() throws -> Order

    /// Carries out the order.
    static func perform(_ order: Order) throws
}

extension PlainCommand {
    static var plainFlags: [String] { [] }

    func run() throws { try Self.perform(order()) }

    /// Reads the words after the name of the command; `nil` if the parser must read them.
    static func plainOrder(_ words: some Sequence<String>) -> Order? {
        PlainWords(words, options: plainOptions, flags: plainFlags).flatMap { order($0) }
    }

    /// Runs a plain command line.
    ///
    /// - Parameter words: The words after the name of the command.
    /// - Returns: Whether it was plain; if not, nothing was done.
    /// - Throws: Any error of the command.
    static func runPlainly(_ words: some Sequence<String>) throws -> Bool {
        guard let order = plainOrder(words) else { return false }
        try perform(order)
        return true
    }
}
