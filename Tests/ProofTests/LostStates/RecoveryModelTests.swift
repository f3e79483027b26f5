import Foundation
import LostStates
import TestRounds
import Testing

/// All sequences of commands about lost chips, device keys and passcodes: while one right way into a
/// keychain was left, some documented command opens it.
@Suite(.thorough) struct RecoveryModelTests {
    /// The starts of sequences: the commands that led there.
    static let starts: [(name: String, verbs: [PersonCommand.Verb])] = [
        ("a folder that was never bound", []),
        ("a folder that is bound to a chip", [.deviceRecovery, .bind]),
    ]

    /// One command in a quick run, two in the long tests, and five by `make lost-states`.
    static let depth =
        TestRounds.triesAllSequences ? TestRounds.longestSequence : TestRounds.isQuick ? 1 : 2

    private func start(_ number: Int) throws -> Situation {
        var situation = try Situation.fresh()
        for verb in Self.starts[number].verbs {
            let desk = try Desk(situation)
            // The recovery key of the device key is the second one.
            let command = PersonCommand(verb, typed: verb == .bind ? .paper(1) : .nothing)
            let outcome = desk.perform(command)
            #expect(outcome.isDone, "\(command): \(outcome)")
            situation = desk.situation
        }
        return situation
    }

    @Test(arguments: starts.indices)
    func keepsEachWayIn(_ number: Int) throws {
        var exploration = Exploration(PersonCommand.ofLoss, of: [.work, .home])
        if TestRounds.triesAllSequences {
            let name = Self.starts[number].name
            exploration.progress = { length, report in
                let text = "\(name), \(length) commands: \(report.sequences) sequences, "
                print(text + "\(report.situations) situations")
            }
        }
        let report = try exploration.run(from: start(number), depth: Self.depth, most: 3)
        for loss in report.losses { Issue.record("In \(Self.starts[number].name), \(loss)") }
        #expect(report.losses.count > 0 || report.situations > 3, "\(report)")
    }

    /// A defect that the model has to find: each lost chip is taken for a lost device key.
    @Test func findsACommandThatTakesErrorsForLosses() throws {
        var exploration = Exploration([.recover, .unbind], of: [.work, .home])
        exploration.defect = { desk, command, outcome in
            guard command.verb == .recover, command.chip == .none, !outcome.isDone else { return }
            let names = (try? FileManager.default.contentsOfDirectory(atPath: desk.folder)) ?? []
            for name in names where name.hasPrefix("device") {
                try? FileManager.default.removeItem(atPath: "\(desk.folder)/\(name)")
            }
        }
        let report = try exploration.run(from: start(1), depth: 2)
        let loss = try #require(report.losses.first)
        #expect(loss.commands.count == 1, "shrunk: \(loss)")
        #expect(loss.commands.last?.verb == .recover, "\(loss)")
    }
}
