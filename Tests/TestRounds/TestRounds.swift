import Foundation

/// The amount of work of tests that could take long.
///
/// Set by the environment variable `PROOF_ROUNDS`: 1 where it is not set, which is quick and takes
/// samples; more takes everything, and repeats that many times what depends on chance. `make test`
/// is quick, `make test-long` is not.
package enum TestRounds {
    package static let count =
        ProcessInfo.processInfo.environment["PROOF_ROUNDS"].flatMap { Int($0) } ?? 1

    /// Whether commands after a loss are tried in all sequences, which takes hours: `make lost-states`.
    package static let triesAllSequences =
        ProcessInfo.processInfo.environment["LOST_STATES"] == "all"

    /// The most commands of a sequence where all are tried: `LOST_STATES_LENGTH`, or 5.
    package static let longestSequence =
        ProcessInfo.processInfo.environment["LOST_STATES_LENGTH"].flatMap { Int($0) } ?? 5

    /// Whether samples are enough.
    package static var isQuick: Bool { count <= 1 }

    /// An amount of work that is done once in a quick run, and in full for each round otherwise.
    ///
    /// - Parameters:
    ///   - full: The amount for each round.
    ///   - quick: The amount of a quick run.
    /// - Returns: The amount of work.
    package static func amount(_ full: Int, quick: Int) -> Int {
        isQuick ? quick : full * count
    }

    /// All elements; every `step`th one in a quick run, and those that `always` names.
    ///
    /// The same ones in every run, so that a failure can be repeated.
    ///
    /// - Parameters:
    ///   - elements: The elements to choose from.
    ///   - step: One of how many a quick run takes.
    ///   - always: The elements that a quick run takes as well.
    /// - Returns: The chosen elements, in their order.
    package static func sample<Element>(
        of elements: [Element],
        every step: Int,
        always: (Element) -> Bool = { _ in false }
    ) -> [Element] {
        guard isQuick else { return elements }
        return elements.enumerated().filter { $0.offset.isMultiple(of: step) || always($0.element) }
            .map(\.element)
    }
}
