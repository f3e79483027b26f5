import Foundation
import PortableKeychain
import Testing

@testable import ForeignFormats

/// 1PUX, in archives made by `zip` and by hand.
@Suite struct ArchiveTests {
    static let export = #"""
        {"accounts": [{"attrs": {"name": "me"}, "vaults": [{"attrs": {"name": "Private"}, "items": [
          {"uuid": "1", "categoryUuid": "001", "state": "active", "details": {"loginFields":
           [{"value": "me", "id": "", "name": "u", "fieldType": "T", "designation": "username"},
            {"value": "pw", "id": "", "name": "p", "fieldType": "P", "designation": "password"}],
           "notesPlain": "n", "sections": [{"title": "More", "name": "s", "fields":
           [{"title": "PIN", "id": "a", "value": {"concealed": "12"}},
            {"title": "code", "id": "b", "value": {"totp": "otpauth://x"}},
            {"title": "mail", "id": "c", "value": {"email": {"email_address": "m@a.example",
             "provider": null}}}]}],
           "passwordHistory": [{"value": "old", "time": 1}]},
           "overview": {"title": "A", "url": "https://a.example", "urls":
           [{"label": "", "url": "https://a.example"}, {"url": "https://b.example"}],
           "tags": ["x", "y"]}}]}]}]}
        """#

    /// Packs files with the system's program.
    static func archive(_ files: [String: Data], _ options: [String] = ["-q"]) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "zip-\(UUID())")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "files"),
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, data) in files { try data.write(to: folder.appending(path: name)) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/zip")
        process.currentDirectoryURL = folder
        process.arguments = options + ["made.zip"] + files.keys.sorted()
        try process.run()
        process.waitUntilExit()
        return Array(try Data(contentsOf: folder.appending(path: "made.zip")))
    }

    private static var hasZip: Bool { FileManager.default.fileExists(atPath: "/usr/bin/zip") }

    private static func store(_ bytes: [UInt8]) throws -> ForeignStore {
        try OnePUX.store(.file(bytes))
    }

    @Test(.enabled(if: hasZip), arguments: [["-q"], ["-q0"], ["-q9"]])
    func reads1PUX(_ options: [String]) throws {
        let files = ["export.data": Data(Self.export.utf8), "files/x": Data("x".utf8)]
        let store = try Self.store(try Self.archive(files, options))
        try #require(store.entries.count == 1)
        let entry = PlainEntry(store.entries[0])
        #expect([entry.title, entry.account, entry.password] == ["A", "me", "pw"])
        #expect(entry.details.map(\.value) == ["https://b.example", "m@a.example"])
        #expect(entry.folder == "Private" && entry.tags == ["x", "y"])
        #expect(entry.secrets.map(\.value) == ["12", "otpauth://x", "old"])
        #expect(store.remarks.count == 1)
    }

    @Test(.enabled(if: hasZip)) func refusesBombsAndDamage() throws {
        let bomb = try Self.archive(["export.data": Data(count: 8 << 20)], ["-q9"])
        expect("too large", of: bomb)
        let good = try Self.archive(["export.data": Data(Self.export.utf8)])
        expect("no file export.data", of: try Self.archive(["other": Data("x".utf8)]))
        expect("damaged", of: Array(good.dropLast()))
        expect("damaged", of: Array(good.prefix(40)))
        // Inside of the packed bytes, behind the local header with its name and times.
        for place in stride(from: 80, to: good.count / 2, by: 7) {
            var bad = good
            bad[place] ^= 0x10
            expect("", of: bad)
        }
        // A directory that lies about sizes and places.
        let directory = good.count - 22
        for place in [10, 12, 16, 17, 18, 19] {
            var bad = good
            bad[directory + place] = 0xFF
            _ = try? Self.store(bad)
        }
    }

    private func expect(_ words: String, of bytes: [UInt8]) {
        let problem = #expect(throws: FormatProblem.self) { try Self.store(bytes) }
        #expect(problem?.problem.contains(words) == true || words.isEmpty, "\(words)")
    }
}
