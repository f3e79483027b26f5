import Foundation
import Testing

/// Imports that are stored part by part, into a keychain that is not there before.
@Suite struct LongImportTests {
    private static let count = 6000
    private static let csv =
        "name,url,username,password\n"
        + (1...count).map { "A\($0),https://a.example,me\($0),pw\($0)\n" }.joined()

    private static func inFolder(_ text: String, _ body: (Tool) throws -> Void) throws {
        try Tool.inFolder { tool in
            try text.write(
                toFile: tool.folder + "/all.csv",
                atomically: false,
                encoding: .utf8
            )
            try body(tool)
        }
    }

    /// The keychain's files, whatever their names.
    private static func keychains(_ tool: Tool) -> [String] {
        let all = FileManager.default.enumerator(atPath: tool.folder)?.allObjects ?? []
        return all.compactMap { $0 as? String }.filter { $0.contains(".keychain") }
    }

    @Test func areNotThereIfTheLastLineIsWrong() throws {
        try Self.inFolder(Self.csv + "B,https://b:0,me,pw\n") { tool in
            let outcome = try tool.run(["import", "all.csv", "--yes"])
            #expect(outcome.status != 0 && outcome.text.isEmpty)
            #expect(outcome.complaints.contains("line \(Self.count + 2) 'B'"))
            #expect(Self.keychains(tool).isEmpty)
        }
    }

    /// A killed import leaves no keychain, and the next one is complete.
    @Test func areWholeOrNotThere() throws {
        try Self.inFolder(Self.csv) { tool in
            let outcome = try tool.runInShell(
                """
                "$TOOL" import all.csv --yes > /dev/null 2>&1 & pid=$!
                until find . -name '.*.new' | grep -q .; do
                    kill -0 $pid 2> /dev/null || exit 3
                done
                kill -9 $pid
                wait $pid
                find . -name '*.keychain' | grep -q . && exit 4
                exit 0
                """
            )
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(try tool.run(["list"]).text.isEmpty)
            let json = try tool.run(["import", "all.csv", "--yes", "--json"])
            #expect(json.status == 0, "\(json.complaints)")
            let answer = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
            #expect((answer?["items"] as? [Any])?.count == Self.count)
            #expect(answer?["new"] as? Int == Self.count)
            #expect(try tool.run(["list"]).text.split(separator: "\n").count == Self.count)
            #expect(!Self.keychains(tool).contains { $0.hasSuffix(".new") })
            // As many can be taken back.
            #expect(try tool.run(["undo", "--yes"]).status == 0)
            #expect(try tool.run(["list"]).text.isEmpty)
        }
    }
}
