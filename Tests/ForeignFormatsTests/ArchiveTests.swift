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
        let files = ["export.data": Data(Self.export.utf8), "files/x__y": Data("x".utf8)]
        let store = try Self.store(try Self.archive(files, options))
        try #require(store.entries.count == 1)
        let entry = PlainEntry(store.entries[0])
        #expect([entry.title, entry.account, entry.password] == ["A", "me", "pw"])
        #expect(entry.details.map(\.value) == ["https://b.example", "m@a.example"])
        #expect(entry.folder == "Private" && entry.tags == ["x", "y"])
        #expect(entry.secrets.map(\.value) == ["12", "otpauth://x", "old"])
        #expect(store.remarks.count == 1)
    }

    /// Items with attached files: by their identifiers, and what the files are called there.
    private static func export(attaching files: [(id: String, name: String)]) -> Data {
        let fields = files.map { file in
            #"{"title": "f", "id": "x", "value": {"file": {"fileName": "\#(file.name)", "#
                + #""documentId": "\#(file.id)", "decryptedSize": 1}}}"#
        }
        return Data(
            (#"{"accounts": [{"vaults": [{"attrs": {"name": "V"}, "items": [{"overview": "#
                + #"{"title": "A"}, "details": {"sections": [{"title": "S", "fields": ["#
                + fields.joined(separator: ",") + "]}]}}, "
                + #"{"categoryUuid": "006", "overview": {"title": "D"}, "details": "#
                + #"{"documentAttributes": {"fileName": "d.pdf", "documentId": "doc"}}}]}]}]}"#)
                .utf8
        )
    }

    @Test(.enabled(if: hasZip)) func readsAttachedFiles() throws {
        let bytes = Data([0, 1, 0xFF])
        let store = try Self.store(
            try Self.archive([
                "export.data": Self.export(attaching: [
                    ("abc", "a__b.bin"), ("zeros", "zeros"), ("nowhere", "lost"), ("huge", "h"),
                ]),
                "files/abc__a__b.bin": bytes, "files/doc__d.pdf": Data("pdf".utf8),
                // It is packed to next to nothing, which is no reason to refuse it.
                "files/zeros__zeros": Data(count: 4 << 20),
                "files/huge__h": Data(count: FormatLimits.attachment + 1),
                "files/other__o": Data("x".utf8),
            ])
        )
        try #require(store.entries.count == 2)
        let files = store.entries[0].secrets
        #expect(files.map(\.name) == ["a__b.bin", "zeros"])
        #expect(files.allSatisfy { $0.kind == ForeignEntry.attachedFile })
        #expect(files[0].value.matches(SecretBytes(Array(bytes))))
        #expect(files[1].value.count == 4 << 20)
        #expect(PlainEntry(store.entries[1]).secrets.map(\.value) == ["pdf"])
        #expect(
            store.remarks.map { $0.prefix { $0 != ":" } } == [
                "1 attached file is too large and not imported",
                "1 attached file is not in the archive and not imported",
                "1 attached file is of no item and not imported",
            ]
        )
        // What an item has is no field of it.
        #expect(PlainEntry(store.entries[0]).details.isEmpty)
    }

    /// Many items can refer to one file: together they are as large as a file may be.
    @Test(.enabled(if: hasZip)) func limitsAllAttachedFiles() throws {
        let store = try Self.store(
            try Self.archive([
                "export.data": Self.export(
                    attaching: (0..<100).map { _ in ("abc", "f") }
                ),
                "files/abc__f": Data(count: 8 << 20), "files/doc__d": Data("pdf".utf8),
            ])
        )
        let sizes = store.entries[0].secrets.map(\.value.count)
        #expect(sizes.reduce(0, +) == FormatLimits.file)
        #expect(store.remarks.first?.hasPrefix("93 attached files are too large") == true)
    }

    @Test(.enabled(if: hasZip)) func refusesADamagedFile() throws {
        let good = try Self.archive(
            [
                "export.data": Self.export(attaching: [("abc", "f")]),
                "files/abc__f": Data("distinct".utf8), "files/doc__d": Data("pdf".utf8),
            ],
            ["-q0"]
        )
        var bad = good
        let place = try #require(
            good.indices.first { good[$0...].starts(with: Array("distinct".utf8)) }
        )
        bad[place] ^= 1
        expect("damaged", of: bad)
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
