import Foundation
import ProofSupport
import TestRounds
import Testing

@testable import PortableKeychain

/// The matrix of ways in and their changes: a process is killed during each step of each kind, and
/// leaves the state before it or the state after it.
///
/// One kill for each of the 33 cells in a quick run, and ten for each of the `PROOF_ROUNDS`
/// otherwise. Repeat a failure with the seed it prints, as `PROOF_SEED`.
@Suite struct WaysInCrashTests {
    static let cells = AccessSlot.Kind.allCases.flatMap { kind in
        ProofWay(kind).steps.map { (kind, $0) }
    }

    @Test func hasEveryKindAndStep() {
        #expect(AccessSlot.Kind.allCases.count == 8)
        #expect(Self.cells.count == 33)
    }

    @Test(arguments: AccessSlot.Kind.allCases)
    func isBeforeOrAfter(_ kind: AccessSlot.Kind) throws {
        let bench = try Bench()
        let way = ProofWay(kind)
        do {
            let keychain = try bench.create()
            for number in 1...20 { try keychain.add(ProofItem(number, version: number)) }
            try way.prepare(keychain)
        }
        var random = SeededRandom(seed: Bench.seed &+ UInt64(kind.rawValue))
        var taken = 0
        var interrupted: Set<ProofWay.Step> = []
        let kills = way.steps.count * TestRounds.amount(10, quick: 1)
        for kill in 0..<kills {
            let journal = "way-\(kill)"
            // The step that the kill is for is the next one of its kind.
            let distance =
                (kill - taken % way.steps.count + 2 * way.steps.count) % way.steps.count
            let target = taken + distance
            let child = try Child(
                "way",
                bench.folder,
                journal: bench.journalPath(journal),
                Int(kind.rawValue),
                taken
            )
            let before = (taken..<target).map { "\($0 + 1)\ndone\n" }.joined()
            bench.awaitJournal(journal, bytes: before.utf8.count + "\(target + 1)\n".utf8.count)
            usleep(UInt32(random.below(3_000)))
            child.kill()
            let lines = try bench.journal(journal)
            #expect(lines.allSatisfy { Int($0) != nil || $0 == "done" }, "\(lines)")
            let last = try #require(lines.compactMap { Int($0) }.last)
            interrupted.insert(way.steps[(last - 1) % way.steps.count])
            let context: Comment = "seed \(Bench.seed), kill \(kill): \(lines)"
            let keychain = try bench.open()
            try way.unlock(keychain)
            let possible = lines.last == "done" ? [last] : [last - 1, last]
            let outcome = try possible.first { number in
                try way.opens(keychain, with: way.secrets(after: number))
            }
            taken = try #require(outcome, context)
            try way.unlock(keychain)
            #expect(try keychain.versions().count == 20, context)
            #expect(try keychain.item(7).version == 7, context)
            #expect(try keychain.verify().problems == [], context)
        }
        #expect(TestRounds.isQuick || interrupted.count == way.steps.count)
    }
}
