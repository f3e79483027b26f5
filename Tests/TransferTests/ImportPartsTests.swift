import Foundation
import ForeignFormats
import KeychainctlKit
@_spi(Keepers) import PortableKeychain
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

    @Test func anUnknownVersionIsRefused() throws {
        let text = Self.json.replacing("\"version\":1", with: "\"version\":2")
        #expect(throws: Failure.self) { try inFile(text) { _, _ in } }
    }

    /// A file that is another one than when the plan was made changes nothing.
    @Test func aFileThatChangesIsRefused() throws {
        for text in [Self.csv, Self.json] {
            for other in [
                text.replacing("pw", with: "pv"), String(text.prefix(text.count / 2)), text + "\n",
            ] where other.utf8.count <= text.utf8.count {
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
        }
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
