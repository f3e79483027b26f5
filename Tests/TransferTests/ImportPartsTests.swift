import Foundation
import ForeignFormats
import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import SafeText
import Testing

@testable import Transfer

/// Imports of files that are read part by part, and more than once.
@Suite struct ImportPartsTests {
    private let keychain: Keychain
    private static let count = 9000

    init() throws {
        var configuration = Keychain.Configuration(
            applicationIdentifier: AccessGroups.tool,
            accessGroups: ["*"]
        )
        configuration.history = .none
        keychain = try Keychain.inMemory(configuration)
    }

    private static let csv =
        "name,url,username,password\n"
        + (1...count).map { "A\($0),https://a.example,me\($0),pw\($0)\n" }.joined()
    private static let json =
        #"{"format": "keychain-export","items":["#
        + (1...count).map {
            #"{"class":"generic","service":"s","account":"me\#($0)","secret":"pw"}"#
        }.joined(separator: ",") + #"],"version":1}"#

    private func inFile(_ text: String, _ body: (String, ImportParts) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "parts-" + UUID().uuidString
        defer { unlink(path) }
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try body(path, Self.open(path))
    }

    private static func open(_ path: String, skipping: Bool = false) throws -> ImportParts {
        var rules = ReadingRules()
        rules.leavesOutBad = skipping
        return try ImportSource(path: path, format: nil, rules: rules).open()
    }

    private func stored() throws -> Int {
        try keychain.backupNumbers().leaving
    }

    @Test(arguments: [csv, json]) func storeAllItems(_ text: String) throws {
        try inFile(text) { _, parts in
            var sizes: [Int] = []
            let items = Items(keychain: keychain)
            let plan = try ImportPlan(parts, into: items) { sizes.append($0.count) }
            #expect(sizes.count > 1 && sizes.reduce(0, +) == Self.count)
            #expect(plan.count(.new) == Self.count)
            try plan.perform(replacing: false)
            #expect(try stored() == Self.count)
            #expect(try ImportPlan(parts, into: items).count(.same) == Self.count)
        }
    }

    /// A new keychain, which is empty, does not cost another reading of the file.
    @Test func areNotReadAgainForAnotherEmptyKeychain() throws {
        let text = "name,url,username,password\nA,https://a.example,me,pw1\n"
        try inFile(text) { path, parts in
            let plan = try ImportPlan(parts, into: Items(keychain: keychain))
            try text.replacing("pw1", with: "pw2").write(
                toFile: path,
                atomically: false,
                encoding: .utf8
            )
            let other = try Keychain.inMemory(
                Keychain.Configuration(
                    applicationIdentifier: AccessGroups.tool,
                    accessGroups: ["*"]
                )
            )
            let moved = try plan.moved(to: Items(keychain: other))
            #expect(throws: Failure.self) { try moved.perform(replacing: false) }
            #expect(try Items(keychain: other).isEmpty)
        }
    }

    /// A mistake at the end is found before anything is planned, and names its place.
    @Test func nameTheLastLine() throws {
        let (line, item) = (Self.count + 2, Self.count + 1)
        let bad = [
            (Self.csv + "B,https://b:0,me,pw\n", "line \(line) 'B'"),
            (Self.csv + "B,me\n", "line \(line)"),
            (
                Self.json.replacing("],\"version\"", with: ",{\"class\":\"bank\"}],\"version\""),
                "item \(item)"
            ),
        ]
        for (text, words) in bad {
            let path = NSTemporaryDirectory() + "parts-" + UUID().uuidString
            defer { unlink(path) }
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            let failure = #expect(throws: Failure.self) { try Self.open(path) }
            #expect(failure?.problem.hasPrefix(words) == true, "\(failure?.problem ?? "")")
            let parts = try Self.open(path, skipping: true)
            #expect(parts.omissions.count == 1)
            let plan = try ImportPlan(parts, into: Items(keychain: keychain))
            #expect(plan.outcomes.count == Self.count)
        }
    }

    /// An entry that is left out is named, and so remembered.
    @Test func omissionsHaveALimit() throws {
        var rules = ReadingRules()
        rules.leavesOutBad = true
        let bad = String(repeating: "B,https://b:0,me,pw\n", count: 3)
        let csv = TextFile(SecretBytes(utf8: "name,url,username,password\nB\n" + bad))
        let items = (1...4).map { _ in #"{"class":"bank"}"# }.joined(separator: ",")
        let json = TextFile(
            SecretBytes(
                utf8: #"{"format": "keychain-export","items":[\#(items)],"version":1}"#
            )
        )
        for read in [
            { limit in try ImportParts(table: csv, named: nil, rules, leavingOutAtMost: limit) },
            { limit in try ImportParts(export: json, rules, leavingOutAtMost: limit) },
        ] as [(Int) throws -> ImportParts] {
            #expect(try read(4).omissions.count == 4)
            let problem = #expect(throws: FormatProblem.self) { try read(3) }
            #expect(problem?.problem == "more than 3 entries cannot be imported")
        }
    }

    /// Only what begins as the tool writes it is read part by part.
    @Test(arguments: [
        ("{\"format\":\"keychain-export\"", true),
        ("\u{FEFF} {\n\t\"format\" :\r\"keychain-export\",", true),
        ("{\"items\":[],\"format\":\"keychain-export\"}", false),
        ("{\"format\":\"keychain-exports\"", false), ("[\"format\":\"keychain-export\"", false),
        ("{\"format\"", false), ("", false),
    ])
    func anExportBeginsWithItsFormat(_ text: String, _ isOne: Bool) {
        #expect(Array(text.utf8).withUnsafeBytes { KeychainExport.isBeginning($0) } == isOne)
    }

    /// Other JSON is in memory as a whole, so it has a limit, however the items are spread.
    @Test func anExportInAnotherOrderHasALimit() throws {
        func read(_ count: Int) throws -> ImportContent {
            let items = String(repeating: "1,", count: count - 1) + "1"
            let text = #"{"items":[\#(items)],"version":1,"format":"keychain-export"}"#
            var rules = ReadingRules()
            rules.leavesOutBad = true
            let tree = try JSONTree(file: SecretBytes(utf8: text))
            return try KeychainExport.content(tree, rules, atMost: 10)
        }
        #expect(try read(10).omissions.count == 10)
        let problem = #expect(throws: FormatProblem.self) { try read(11) }
        #expect(problem?.problem == "the file has more than 10 items")
    }

    @Test func anUnknownVersionIsRefused() throws {
        let text = Self.json.replacing("\"version\":1", with: "\"version\":2")
        #expect(throws: Failure.self) { try inFile(text) { _, _ in } }
    }

    /// Plans the import of a text, and performs it when the file has another one.
    private func change(_ text: String, to other: String) throws {
        try inFile(text) { path, parts in
            let plan = try ImportPlan(parts, into: Items(keychain: keychain))
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: Data(other.utf8))
            try file.close()
            #expect(throws: Failure.self) { try plan.perform(replacing: false) }
            #expect(try stored() == 0)
        }
    }

    /// A file that is another one than when the plan was made changes nothing.
    @Test func aFileThatChangesIsRefused() throws {
        for text in [Self.csv, Self.json] {
            try change(text, to: text.replacing("pw", with: "pv"))
            try change(text, to: String(text.prefix(text.count / 2)))
        }
    }

    /// In the same room, it can have more items than were planned, or no longer be such a file.
    @Test(arguments: [
        (
            "name,url,username,password\nA,https://a.example,me,pw\n",
            "name,url,username,password\nA,,me,pw\nB,,me,pw\n"
        ),
        (
            #"{"format":"keychain-export","items":[{"class":"generic","secret":"","service":"the first "#
                + #"one of a file"}],"version":1}"#,
            #"{"format":"keychain-export","items":[{"class":"generic","secret":""},"#
                + #"{"class":"internet","secret":""}],"version":1}"#
        ),
    ])
    func aFileWithOtherItemsIsRefused(_ text: String, _ more: String) throws {
        let room = text.utf8.count
        try #require(more.utf8.count <= room)
        try change(text, to: more + String(repeating: " ", count: room - more.utf8.count))
        try change(text, to: String(repeating: "\"", count: room))
    }

    /// An item that is there since the plan was made ends the import, and takes all of it back.
    @Test func aConflictChangesNothing() throws {
        try inFile(Self.json) { _, parts in
            let plan = try ImportPlan(parts, into: Items(keychain: keychain))
            try keychain.add(
                "x",
                for: GenericPassword(service: "s", account: "me\(Self.count)")
            )
            let error = #expect(throws: KeychainError.self) { try plan.perform(replacing: false) }
            #expect(error?.code == .duplicateItem)
            #expect(try stored() == 1)
        }
    }
}
