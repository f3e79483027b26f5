import Foundation
import ProofSupport
import TestRounds
import Testing

@testable import PortableKeychain

/// A process that changes an item with a history is killed at any moment: the item and its earlier
/// version are of one change.
///
/// 20 kills for each of the `PROOF_ROUNDS`. Repeat a failure with the seed it prints, as `PROOF_SEED`.
@Suite struct HistoryCrashTests {
    @Test func hasTheHistoryOfTheItem() throws {
        let bench = try Bench()
        _ = try bench.create()
        var random = SeededRandom(seed: Bench.seed &+ 7)
        var made = 0
        let kills = 20 * TestRounds.count
        for kill in 1...kills {
            let journal = "history-\(kill)"
            let child = try Child(
                "history",
                bench.folder,
                journal: bench.journalPath(journal),
                made + 1
            )
            bench.awaitJournal(journal, bytes: 1 + random.below(60))
            usleep(UInt32(random.below(8_000)))
            child.kill()
            let lines = try bench.journal(journal)
            #expect(lines.allSatisfy { Int($0) != nil }, "\(lines)")
            let last = lines.compactMap { Int($0) }.last ?? made
            let keychain = try bench.open()
            let now = try ProofHistory(in: keychain)
            let context: Comment = "seed \(Bench.seed), kill \(kill), \(last): \(now)"
            made = try #require(
                [last, last + 1].first { ProofHistory(after: $0) == now },
                context
            )
            #expect(try keychain.verify().problems == [], context)
        }
        print("\(kills) kills during \(made) changes of an item with a history, seed \(Bench.seed)")
        #expect(made > kills, "too few changes to prove anything")
    }
}
