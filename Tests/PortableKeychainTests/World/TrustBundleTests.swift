import Foundation
import Testing

@testable import PortableKeychain

/// The file with the certificates that the system trusts may be anything.
@Suite struct TrustBundleTests {
    @Test func readsOrdinaryFilesOnly() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func place(_ name: String) -> String { "\(folder)/\(name)" }
        try Data("a".utf8).write(to: URL(filePath: place("file")))
        try FileManager.default.createSymbolicLink(
            atPath: place("link"),
            withDestinationPath: place("file")
        )
        #expect(mkfifo(place("pipe"), 0o600) == 0)
        #expect(FileManager.default.createFile(atPath: place("huge"), contents: nil))
        // Without blocks: it takes no space.
        #expect(truncate(place("huge"), (64 << 20) + 1) == 0)
        let table: [(name: String?, places: [String], expected: [UInt8]?)] = [
            (place("file"), [], [0x61]), (place("link"), [], [0x61]),
            (nil, [place("missing"), folder, place("pipe"), place("file")], [0x61]),
            // A named file has no substitute.
            (place("missing"), [place("file")], nil), (place("pipe"), [place("file")], nil),
            (place("huge"), [], nil), (folder, [], nil), ("/dev/zero", [], nil), ("", [], nil),
            (nil, [], nil),
        ]
        for row in table {
            let found = TrustBundle.contents(named: row.name, places: row.places)
            #expect(found == row.expected, "\(row.name ?? "-") \(row.places)")
        }
    }

    @Test(arguments: ["", "text", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
    func garbageHoldsNoCertificates(_ text: String) throws {
        #expect(try X509Certificate.supported(in: Array(text.utf8)).isEmpty)
    }

    @Test(arguments: [
        "-----BEGIN CERTIFICATE-----\nAAAA\n", "-----BEGIN PRIVATE KEY-----\n",
        "-----BEGIN CERTIFICATE-----\n*\n-----END CERTIFICATE-----\n",
    ])
    func brokenTextIsRefused(_ text: String) {
        #expect(throws: KeychainError(.undecodable)) {
            _ = try X509Certificate.supported(in: Array(text.utf8))
        }
    }
}
