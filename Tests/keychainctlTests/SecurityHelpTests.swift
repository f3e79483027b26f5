import Testing

@testable import SecurityTool

/// The help of `security` on its verbs.
@Suite struct SecurityHelpTests {
    @Test func listsThemWithWhatTheyDo() throws {
        let text = try Tool.inFolder { try $0.run(["help"], as: "security").text }
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for verb in SecurityVerb.all {
            let expected = verb.absence == nil ? "\(verb.name) \(verb.summary)" : verb.name
            #expect(words.contains(expected))
        }
        #expect(words.contains("Not available here: list-smartcards, "))
    }

    @Test(arguments: SecurityVerb.all.filter { $0.absence != nil }.map(\.name))
    func refusesWhatHasNoMeaningHere(_ name: String) throws {
        let outcome = try Tool.inFolder { try $0.run([name, "-x", "y"], as: "security") }
        #expect(outcome.status == 252)
        #expect(outcome.complaints.hasPrefix("security: \(name): not available here: "))
        #expect(outcome.output.isEmpty)
    }
}
