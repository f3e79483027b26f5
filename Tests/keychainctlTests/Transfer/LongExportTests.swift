import Foundation
@_spi(Bulk) import PortableKeychain
import Testing

/// An export that is written part by part.
@Suite struct LongExportTests {
    private static let count = 2100

    private static func inFolder(_ body: (Tool) throws -> Void) throws {
        try Tool.inFolder { tool in
            let keychain = try Keychain.openOrCreate(configuration: tool.configuration)
            let items = (1...count).map { GenericPassword(service: "api", account: "g\($0)") }
            try keychain.addAll(items) { SecretBytes(utf8: "secret of \($0.account)") }
            try body(tool)
        }
    }

    @Test func isOneFile() throws {
        try Self.inFolder { tool in
            #expect(try tool.run(["export", "all.json", "--plain"]).status == 0)
            let data = try Data(contentsOf: URL(fileURLWithPath: tool.folder + "/all.json"))
            let export = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            let items = export?["items"] as? [[String: Any]]
            #expect(
                items?.compactMap { $0["account"] as? String } == (1...Self.count).map { "g\($0)" }
            )
            #expect(items?.last?["secret"] as? String == "secret of g\(Self.count)")
            #expect(try tool.run(["export", "--plain"]).output == Array(data))
            // What is there is not changed.
            #expect(try tool.run(["export", "all.json", "--plain"]).status != 0)
            #expect(try Data(contentsOf: URL(fileURLWithPath: tool.folder + "/all.json")) == data)
            #expect(try tool.run(["delete", "--service", "api", "--yes"]).status == 0)
            #expect(try tool.run(["import", "all.json", "--yes"]).status == 0)
            #expect(try tool.run(["list"]).text.split(separator: "\n").count == Self.count)
        }
    }

    /// A file that cannot be written to its end is not there.
    @Test func isWholeOrNotThere() throws {
        try Self.inFolder { tool in
            let outcome = try tool.runInShell(
                "ulimit -f 100; exec \"$TOOL\" export all.json --plain"
            )
            #expect(outcome.status != 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: tool.folder)
            #expect(!names.contains { $0.hasPrefix("all.json") }, "\(names)")
        }
    }
}
