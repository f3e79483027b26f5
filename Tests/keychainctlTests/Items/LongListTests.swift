import Foundation
@_spi(Bulk) import PortableKeychain
import Testing

/// Lists of more items than are in memory at a time.
@Suite struct LongListTests {
    private static let count = 2100

    /// Generic passwords, and then as many of servers.
    private static func fill(_ tool: Tool, _ count: Int = count) throws {
        let keychain = try Keychain.openOrCreate(configuration: tool.configuration)
        let generic = (1...count).map { GenericPassword(service: "api", account: "g\($0)") }
        let internet = (1...count).map {
            InternetPassword(server: "example.org", account: "i\($0)")
        }
        try keychain.addAll(generic) { _ in SecretBytes(utf8: "x") }
        try keychain.addAll(internet) { _ in SecretBytes(utf8: "x") }
    }

    private static let accounts =
        (1...count).map { "g\($0)" } + (1...count).map { "i\($0)" }

    private static func accounts(_ lines: String) -> [String] {
        lines.split(separator: "\n").map { String($0.split(separator: "\t")[2]) }
    }

    @Test func haveTheOrderOfShortOnes() throws {
        try Tool.inFolder { tool in
            try Self.fill(tool)
            #expect(try Self.accounts(tool.run(["list"]).text) == Self.accounts)
            #expect(try Self.accounts(tool.run(["search", "a"]).text) == Self.accounts)
            for (words, expected) in [
                (["list", "--service", "api"], Self.accounts.prefix(Self.count)),
                (["list", "--server", "example.org"], Self.accounts.suffix(Self.count)),
                (["list", "api/g2077"], ["g2077"]), (["search", "i2077"], ["i2077"]),
            ] as [([String], ArraySlice<String>)] {
                #expect(try Self.accounts(tool.run(words).text) == Array(expected), "\(words)")
            }
            let sorted = try Self.accounts(tool.run(["list", "--sort", "account"]).text)
            #expect(sorted == Self.accounts.sorted())
        }
    }

    @Test func areOneAnswerOfJSON() throws {
        try Tool.inFolder { tool in
            try Self.fill(tool)
            for words in [["list"], ["search", "a"], ["list", "--sort", "class"]] {
                let outcome = try tool.run(words + ["--json"])
                let items = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [Any]
                let accounts = items?.compactMap { ($0 as? [String: Any])?["account"] as? String }
                #expect(accounts == Self.accounts, "\(words)")
                // The layout is that of all answers.
                #expect(outcome.text.hasPrefix("[\n  {\n    \"class\": \"generic\",\n"))
                #expect(outcome.text.hasSuffix("\n  }\n]\n"))
            }
            #expect(try tool.run(["list", "--service", "none", "--json"]).text == "[]\n")
            #expect(try tool.run(["search", "none", "--json"]).text == "[]\n")
            #expect(try tool.run(["search", "none", "--json"]).status == 44)
        }
    }

    /// A table on a terminal that begins before its end has all columns.
    @Test func areTables() throws {
        try Tool.inFolder { plain in
            var tool = plain
            tool.variables.append("TERM=dumb")
            try Self.fill(tool, 2049)
            let dialogue = try Dialogue(tool, ["list"])
            _ = dialogue.end()
            let lines = dialogue.shown.split(whereSeparator: \.isNewline)
            #expect(lines.count == 1 + 2 * 2049)
            #expect(lines.first?.hasPrefix("CL") == true)
            #expect(lines.first?.contains("SYNC") == true)
            #expect(lines.last?.hasPrefix("int") == true)
            let short = try Dialogue(tool, ["list", "--service", "api"])
            _ = short.end()
            let first = short.shown.split(whereSeparator: \.isNewline).first
            #expect(first?.hasPrefix("WHERE") == true && first?.contains("GROUP") == false)
        }
    }
}
