import LostStates
import ProofSupport
import TestRounds
import Testing

/// No command that users may type after a loss loses more: from each state, random triples of
/// commands, and every pair by `make lost-states`.
///
/// A triple is repeated with the seed that is printed, as `PROOF_SEED`.
@Suite(.thorough) struct LostStateWalkTests {
    private static let places = Situation.Place.allCases
    private static let exploration = Exploration(PersonCommand.Verb.allCases, of: places)

    @Test(.enabled(if: TestRounds.triesAllSequences), arguments: LostState.all)
    func losesNothingByAnyPair(_ state: LostState) throws {
        let report = try Self.exploration.run(from: .after(state), depth: 2, most: 3)
        for loss in report.losses { Issue.record("\(state): \(loss)") }
        #expect(report.losses.count > 0 || report.sequences > 800, "\(report)")
    }

    @Test(arguments: LostState.all)
    func losesNothingByATriple(_ state: LostState) throws {
        let start = try Situation.after(state)
        let count = TestRounds.triesAllSequences ? 100 : TestRounds.isQuick ? 1 : 5
        for number in 0..<count {
            let seed = Bench.seed &+ UInt64(number)
            var random = SeededRandom(seed: seed)
            let commands = Self.exploration.sequence(of: 3, in: start, using: &random)
            let loss = try Self.exploration.walk(commands, from: start)
            #expect(loss == nil, "\(state), PROOF_SEED=\(seed): \(loss.map { "\($0)" } ?? "")")
        }
    }

    /// A person in each state has something left, so that there is something to lose.
    @Test(arguments: LostState.all)
    func hasAWayLeft(_ state: LostState) throws {
        let start = try Situation.after(state)
        for place in Self.places {
            // A file that cannot be read is recovered from its copy.
            let isGone = state.destroysFile && place == .work
            #expect(try start.ways(into: place).isEmpty == isGone, "\(state): \(place)")
        }
    }
}
