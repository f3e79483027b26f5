import Foundation
import Testing

/// The amount of work of tests that could take long.
///
/// Set by the environment variable `PROOF_ROUNDS`:
///
/// - 0, as `make test` does: suites with the trait `thorough` are skipped.
/// - 1, as `make test-all` does, and where it is not set: all suites, with samples of what takes
///   long. Every change passes this.
/// - More, as `make test-long` does: everything, and that many repetitions of what depends on chance.
package enum TestRounds {
    package static let count = max(1, asked)

    private static let asked =
        ProcessInfo.processInfo.environment["PROOF_ROUNDS"].flatMap { Int($0) } ?? 1

    /// Whether commands after a loss are tried in all sequences, which takes hours: `make lost-states`.
    package static let triesAllSequences =
        ProcessInfo.processInfo.environment["LOST_STATES"] == "all"

    /// The most commands of a sequence where all are tried: `LOST_STATES_LENGTH`, or 5.
    package static let longestSequence =
        ProcessInfo.processInfo.environment["LOST_STATES_LENGTH"].flatMap { Int($0) } ?? 5

    /// Whether suites are skipped that start many programs, kill them, or wait for disks.
    package static var isBrief: Bool { asked < 1 }

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

extension Trait where Self == ConditionTrait {
    /// A suite that takes seconds, because it starts many programs, kills them, or waits for disks:
    /// `make test` skips it, and `make test-all` runs it.
    package static var thorough: Self {
        .enabled(if: !TestRounds.isBrief, "takes long; 'make test-all' runs it")
    }
}
