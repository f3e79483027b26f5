import Foundation
import Testing

/// The sections that the code cites exist.
@Suite struct CitationTests {
    /// A place that is cited: a document, where the code names one, and a section.
    struct Citation: CustomStringConvertible {
        var place: String
        var document: String?
        var section: String

        var description: String { "\(place) cites \(document ?? "Specification") §\(section)" }
    }

    @Test func citesSectionsThatExist() {
        let sections = Self.sections(of: Repository.specification)
        #expect(sections["item-semantics.md"]?.contains("3.2") == true)
        let all = Repository.swift.filter { $0.path.hasPrefix("Sources/") }
            .flatMap(Self.citations)
        #expect(all.count > 10)
        for citation in all {
            let found =
                citation.document.map { sections[$0, default: []].contains(citation.section) }
                ?? sections.values.contains { $0.contains(citation.section) }
            #expect(found, "\(citation), which is not there: cite the present number")
        }
    }

    @Test func numbersConformanceRulesBySection() {
        let sections = Self.sections(of: Repository.specification)["item-semantics.md", default: []]
        let rules = Repository.swift.filter {
            $0.path.hasPrefix("Sources/Testing/KeychainTesting/Rules/")
        }
        let cited = Set(
            rules.flatMap { $0.lines }.flatMap { $0.matches(of: /"(\d+(?:\.\d+)?)\//) }
                .map { String($0.1) }
        )
        #expect(cited.count > 15)
        #expect(cited.subtracting(sections).isEmpty, "name rules by a section that exists")
    }

    @Test func findsCitations() {
        let file = SourceFile(
            path: "Sources/X/X.swift",
            text: """
                /// One (item-semantics.md §1.2 to §1.3), two (vault-format.md §10)
                /// and three (§7.2), in (`Specification/item-semantics.md`, 4.4).
                """
        )
        let found = Self.citations(in: file).map { "\($0.document ?? "-") \($0.section)" }
        #expect(
            Set(found) == [
                "item-semantics.md 1.2", "item-semantics.md 1.3", "vault-format.md 10", "- 7.2",
                "item-semantics.md 4.4",
            ]
        )
    }

    /// The numbers of headings, and of the numbered lines below them, by document.
    private static func sections(of documents: [SourceFile]) -> [String: Set<String>] {
        var result: [String: Set<String>] = [:]
        for document in documents {
            let name = document.path.split(separator: "/").last.map(String.init) ?? ""
            var heading = ""
            for line in document.lines {
                if let match = line.firstMatch(of: #/^\#+ (\d+(?:\.\d+)*)\.?\ /#) {
                    heading = String(match.1)
                    result[name, default: []].insert(heading)
                } else if let match = line.firstMatch(of: #/^(\d+)\.\ /#) {
                    result[name, default: []].insert("\(heading).\(match.1)")
                }
            }
        }
        return result
    }

    private static func citations(in file: SourceFile) -> [Citation] {
        var result: [Citation] = []
        for (number, line) in file.lines.enumerated()
        where line.contains("§") || line.contains(".md`") {
            let place = "\(file.path):\(number + 1)"
            var document: String?
            for match in line.matches(of: /([a-z-]+\.md)|§(\d+(?:\.\d+)*)|\)/) {
                if let name = match.1 {
                    document = String(name)
                } else if let section = match.2 {
                    result.append(
                        Citation(place: place, document: document, section: String(section))
                    )
                } else {
                    document = nil
                }
            }
            for match in line.matches(of: /([a-z-]+\.md)`, (\d+(?:\.\d+)*)/) {
                result.append(
                    Citation(place: place, document: String(match.1), section: String(match.2))
                )
            }
        }
        return result
    }
}
