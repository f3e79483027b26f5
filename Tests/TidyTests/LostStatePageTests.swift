import Testing

/// `Documentation/WhenSomethingIsLost.md` is complete: each row of its table has a section with a
/// session, and names a test; `DocumentTests` checks that the test exists.
@Suite struct LostStatePageTests {
    private func page() throws -> [String] {
        try #require(Repository.file("Documentation/WhenSomethingIsLost.md")).lines
    }

    /// The cells of the table's rows.
    private func rows() throws -> [[Substring]] {
        try page().filter { $0.hasPrefix("| [") }.map { line in
            line.split(separator: "|").map { $0[...] }
        }
    }

    @Test func namesATestInEachRow() throws {
        let rows = try rows()
        #expect(rows.count >= 12)
        for row in rows {
            #expect(row.count == 3, "\(row)")
            let test = row.last?.firstMatch(of: /`\w+Tests\.\w+`/)
            #expect(test != nil, "\(row.first ?? ""): name the test that shows it")
            #expect(row.dropFirst().first?.contains("`") == true, "\(row): name the command")
        }
    }

    @Test func hasASectionForEachRow() throws {
        let lines = try page()
        let sections = lines.filter { $0.hasPrefix("### ") }.map { $0.dropFirst(4) }
        let titles = try rows().compactMap { $0.first?.firstMatch(of: /\[(.*)\]/)?.1 }
        #expect(titles.sorted() == sections.sorted(), "the table and the sections differ")
    }

    /// The states of the tests are those of the page.
    @Test func hasARowForEachStateOfTheTests() throws {
        let states = try #require(Repository.file("Tests/LostStates/LostState.swift")).lines
            .joined(separator: "\n").matches(of: /LostState\(\s*"([^"]*)"/).map(\.1)
        #expect(states.count >= 12)
        let page = try page()
        for state in states { #expect(page.contains("### \(state)"), "\(state) has no section") }
    }
}
