import Foundation
import ProofSupport
import TestRounds
import Testing

@testable import PortableKeychain

/// The power fails at any moment, and the disk has done any part of the work that it did not have
/// to finish: an acknowledged change is there, any other one is there as a whole or not at all, and
/// nothing prevents the next use.
///
/// Repeat a failure with the seed it prints, as `PROOF_SEED`.
@Suite(
    .thorough,
    .enabled(if: PowerCut.tracer != nil, "strace is not installed, or may not trace here")
)
struct PowerCutTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// The steps that are durable before.
        let before: [DiskStep]
        let steps: [DiskStep]

        init(_ description: String, before: [DiskStep] = [], _ steps: DiskStep...) {
            testDescription = description
            self.before = before
            self.steps = steps
        }
    }

    // Versions 7, 15 and 23 are long.
    static let cases = [
        Case("the first use", .init(.create), .init(.add, 1, 1), .init(.add, 2, 7)),
        Case(
            "changes",
            before: [.init(.create), .init(.add, 1, 1)],
            .init(.add, 2, 7),
            .init(.update, 1, 15),
            .init(.add, 3, 2),
            .init(.update, 2, 3),
            .init(.delete, 1),
            .init(.reopen),
            .init(.add, 1, 4),
            .init(.delete, 2)
        ),
        Case(
            "passcodes",
            before: [.init(.create), .init(.add, 1, 1)],
            .init(.passcode, 1),
            .init(.add, 2, 7),
            .init(.passcode, 2),
            .init(.update, 1, 2),
            .init(.passcode),
            .init(.delete, 2)
        ),
        Case(
            "a backup",
            before: [.init(.create), .init(.add, 1, 1), .init(.add, 2, 7)],
            .init(.backUp),
            .init(.delete, 1),
            .init(.update, 2, 3),
            .init(.restore)
        ),
        Case(
            "several keychains",
            .init(.create),
            .init(.create, 1),
            .init(.choose, 1),
            .init(.prefer),
            .init(.add, 1, 1),
            .init(.choose, 0),
            .init(.remove, 1),
            .init(.create, 1)
        ),
        Case(
            "changes of another program between one's own",
            before: [.init(.create), .init(.add, 1, 1)],
            .init(.hold),
            .init(.add, 2, 2),
            .init(.replace, 1, 4),
            .init(.release, 3, 3),
            .init(.reopen),
            .init(.update, 1, 7)
        ),
        Case(
            "a keychain that was deleted by hand while it was open",
            before: [.init(.create), .init(.add, 1, 1)],
            .init(.hold),
            .init(.add, 2, 2),
            .init(.discard),
            .init(.create),
            .init(.add, 3, 3)
        ),
        Case(
            "a keychain that is removed while it is open",
            before: [.init(.create), .init(.add, 1, 1)],
            .init(.hold),
            .init(.add, 2, 2),
            .init(.remove),
            .init(.create),
            .init(.add, 3, 3)
        ),
    ]

    @Test(arguments: cases) func keepsWhatWasAcknowledged(_ example: Case) throws {
        let bench = try Bench(inMemory: true)
        let home = bench.folder + "/disk"
        let place = home + "/.local/share/keychains"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
        let configuration = try Keychain.Configuration.proof(place)
        var before = DiskSession(configuration)
        for step in example.before { try before.perform(step) }
        let start = before.contents
        before = DiskSession(configuration)

        let cut = PowerCut(
            folder: home,
            journal: bench.journalPath("journal"),
            limit: TestRounds.amount(6, quick: 8)
        )
        let tree = try DiskTree.read(home)
        let calls = try cut.record(
            ["steps", place, cut.journal] + example.steps.map(\.word)
        )
        let backup = try? Data(contentsOf: URL(fileURLWithPath: place + "/backup"))
        let watch = DiskWatch(
            configuration: configuration,
            start: start,
            steps: example.steps,
            backup: backup.map { Array($0) }
        )
        let outcome = try cut.replay(calls, on: tree, seed: Bench.seed) { marks in
            try watch.complaints(marks)
        }
        let ends = outcome.marks.filter { $0.hasPrefix("done ") }
        #expect(ends == example.steps.map { "done " + $0.word }, "the program failed")
        #expect(outcome.complaints.prefix(5) == [], "seed \(Bench.seed)")
        #expect(outcome.complaints.count == 0)
        #expect(outcome.states > 5 * example.steps.count, "too few states to prove anything")
        print("\(example.testDescription): \(outcome.states) states at \(outcome.moments) moments")
    }

    /// Programs that forget one synchronization are found out, and the careful one is not.
    @Test(arguments: 0...3) func findsWhatIsForgotten(_ forgetting: Int) throws {
        let bench = try Bench(inMemory: true)
        let folder = bench.folder + "/disk"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let cut = PowerCut(folder: folder, journal: bench.journalPath("journal"), limit: 40)
        let tree = try DiskTree.read(folder)
        let calls = try cut.record(["save", folder, cut.journal, "\(forgetting)"])
        let outcome = try cut.replay(calls, on: tree, seed: Bench.seed) { marks in
            let content = try? Data(contentsOf: URL(fileURLWithPath: folder + "/new/file"))
            switch content.map({ Array($0) }) {
            case [UInt8](repeating: 7, count: 2000): return []
            case nil: return marks.contains("done save") ? ["The file is lost."] : []
            default: return ["The file is there by half."]
            }
        }
        #expect(outcome.marks == ["begin save", "done save"])
        #expect(outcome.complaints.isEmpty == (forgetting == 0), "\(outcome.complaints)")
    }
}
