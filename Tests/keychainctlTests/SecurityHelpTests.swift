import Testing

@testable import SecurityTool

/// What `security` says about its verbs.
@Suite struct SecurityHelpTests {
    @Test func listsThemWithWhatTheyDo() throws {
        let lines = try Tool.inFolder { try $0.run(["help"], as: "security").text }
            .split(separator: "\n")
        #expect(lines.count == SecurityVerb.all.count)
        for (line, verb) in zip(lines, SecurityVerb.all) {
            #expect(line == "    \(verb.name.padding(36)) \(verb.summary)")
        }
    }

    @Test(arguments: SecurityVerb.all.filter { $0.absence != nil }.map(\.name))
    func refusesWhatHasNoMeaningHere(_ name: String) throws {
        let outcome = try Tool.inFolder { try $0.run([name, "-x", "y"], as: "security") }
        #expect(outcome.status == 252)
        #expect(outcome.complaints.hasPrefix("security: \(name): not available here: "))
        #expect(outcome.output.isEmpty)
    }
}

extension String {
    /// The text with spaces up to a width.
    fileprivate func padding(_ width: Int) -> String {
        self + String(repeating: " ", count: max(width - count, 0))
    }
}
