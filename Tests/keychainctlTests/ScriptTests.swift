import KeychainctlKit
import TestRounds
import Testing

/// Sessions at the terminal: `Scripts` holds a user's input and the output.
@Suite struct ScriptTests {
    @Test func findsScripts() { #expect(Script.all.count >= 5) }

    /// All of them; one of four in a brief run.
    private static let chosen =
        TestRounds.isBrief ? TestRounds.sample(of: Script.all, every: 4) : Script.all

    @Test(arguments: chosen) func runs(_ script: Script) throws {
        try Tool.inFolder { tool in try Self.run(script, on: Stage(tool: tool)) }
    }

    /// Runs a session, and compares what comes of each line.
    static func run(_ script: Script, on stage: Stage) throws {
        for step in script.steps {
            let place = "\(script.name):\(step.line)"
            guard !step.isFixture else {
                do { try stage.perform(step.words) } catch is Stage.Impossible { return }
                continue
            }
            let name = try #require(step.words.first, "\(place)")
            let outcome = try stage.tool.run(
                Array(step.words.dropFirst()),
                input: step.input,
                as: name
            )
            check(outcome, step, place)
        }
    }

    private static func check(_ outcome: Tool.Outcome, _ step: Script.Step, _ place: String) {
        #expect(outcome.status == step.status, "\(place): \(outcome.complaints)")
        var lines = outcome.text.replacing("\t", with: "→").split(
            separator: "\n",
            omittingEmptySubsequences: false
        ).map(String.init)
        if lines.last == "" { lines.removeLast() }
        #expect(
            lines.count == step.output.count && zip(lines, step.output).allSatisfy(matches),
            "\(place): \(lines)"
        )
        for words in step.complaints {
            #expect(outcome.complaints.contains(words), "\(place): \(outcome.complaints)")
        }
        if step.words.first != "keychainctl" {
            // Another program's words; every line that matters is in the script.
            if step.complaints.isEmpty { #expect(outcome.complaints == "", "\(place)") }
        } else if step.status != 0 {
            // One line that says what is wrong; what to do.
            let complaint = outcome.complaints.split(separator: "\n").last ?? ""
            #expect(complaint.hasPrefix("keychainctl: ") && complaint.contains("; "), "\(place)")
            let advices = complaint.split(separator: "; ").filter(Advice.isAdvice)
            #expect(advices.count <= 1, "\(place): more than one advice: \(complaint)")
            #expect(outcome.complaints.hasSuffix("\n"))
        } else if step.complaints.isEmpty {
            #expect(outcome.complaints == "", "\(place)")
        }
    }

    private static func matches(_ line: String, _ expected: String) -> Bool {
        let parts = expected.split(separator: "…", omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, let last = parts.last else {
            return line == expected
        }
        guard line.hasPrefix(first), line.hasSuffix(last) else { return false }
        return parts.dropFirst().dropLast().allSatisfy { line.contains($0) }
    }
}
