import Foundation
import KeychainctlKit
import PortableKeychain
import TestRounds
import Testing

@testable import keychainctl

/// A refused command changes nothing: no file, no key in the kernel, no remote; or its message
/// reports the change.
@Suite(.thorough) struct RefusalTests {
    /// Runs a command; if it is refused, compares the states before and after it.
    ///
    /// - Returns: The exit status.
    private func run(
        _ tool: Tool,
        _ words: [String],
        _ input: String,
        _ place: String,
        done: String? = nil
    ) throws -> Tool.Outcome {
        let before = try FolderState(tool)
        let outcome = try tool.run(words, input: input)
        guard outcome.status != 0 else { return outcome }
        let differences = try FolderState(tool).differences(from: before)
        let isSaid = done.map(outcome.complaints.contains) ?? false
        #expect(
            differences.isEmpty || isSaid,
            "\(place): \(words.joined(separator: " ")): \(differences): \(outcome.complaints)"
        )
        return outcome
    }

    /// Makes a state, with the files that rows name.
    private func make(_ state: LostState, _ tool: Tool) throws {
        try state.make(tool)
        try Stage(tool: tool).perform(["folder", "bin"])
        for file in Refusal.files { try Stage(tool: tool).perform(["file", file.name, file.text]) }
    }

    /// The refusals that belong to a command.
    @Test(arguments: Set(Refusal.all.map(\.state)).sorted { $0.rawValue < $1.rawValue })
    func leavesEverythingAsItWas(_ state: LostState) throws {
        try Tool.inFolder { tool in
            try make(state, tool)
            for row in Refusal.all where row.state == state {
                let outcome = try run(tool, row.words, row.input, state.rawValue, done: row.done)
                #expect(
                    outcome.status == row.status,
                    "\(row.words.joined(separator: " ")): \(outcome.complaints)"
                )
            }
        }
    }

    /// Each of these commands in each state, where most are refused for another reason; a part of them
    /// in a quick run.
    @Test(arguments: LostState.allCases)
    func changesNothingInAnyState(_ state: LostState) throws {
        var rest = TestRounds.sample(of: Refusal.all, every: 10)[...]
        while !rest.isEmpty {
            try Tool.inFolder { tool in
                try make(state, tool)
                while let row = rest.popFirst() {
                    let place = state.rawValue
                    let outcome = try run(tool, row.words, row.input, place, done: row.done)
                    // The command may have ended the state.
                    if outcome.status == 0 { break }
                }
            }
        }
    }

    /// A new command needs a row.
    @Test func hasARowForEveryCommand() {
        let commands = LockedTests.leaves(Keychainctl.self, [])
        for command in commands {
            let words = command.split(separator: " ").map(String.init)
            #expect(Refusal.all.contains { $0.words.starts(with: words) }, "\(command)")
        }
        for row in Refusal.all {
            let isKnown = commands.contains {
                row.words.starts(with: $0.split(separator: " ").map(String.init))
            }
            #expect(isKnown, "\(row.words)")
        }
    }
}
