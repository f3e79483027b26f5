import Foundation
import KeychainLibC
import KeychainSync
import KeychainctlKit
import PortableKeychain
import Testing

@testable import keychainctl

/// The folder into which mirrors are published.
@Suite struct MirrorFolderTests {
    private static func inFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/mirror-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    /// Objects, by the number of each, in place of others.
    private func publication(_ objects: [UInt8], after former: [UInt8] = []) -> MirrorPublication {
        let paths = { (numbers: [UInt8]) in Set(numbers.map(Self.path)) }
        let new = objects.filter { !former.contains($0) }
        return MirrorPublication(
            files: Dictionary(uniqueKeysWithValues: new.map { (Self.path($0), [$0]) }),
            stamp: [UInt8](repeating: 1, count: 225),
            present: paths(objects),
            former: paths(former),
            expiry: Date()
        )
    }

    private static func path(_ number: UInt8) -> String {
        MirrorPath.object([UInt8](repeating: number, count: 32))
    }

    private func objects(_ folder: String) -> [UInt8] {
        (0...9).filter { FileManager.default.fileExists(atPath: "\(folder)/\(Self.path($0))") }
    }

    @Test func keepsForAnHourWhatReadersMayAskFor() async throws {
        try await Self.inFolder { path in
            let clock = Clock()
            let folder = try MirrorFolder(path, clock: { clock.now })
            try folder.take(publication([1, 2]))
            #expect(objects(path) == [1, 2])
            // As if it had been there for long: it counts from when it is no longer needed.
            let object = "\(path)/\(Self.path(1))"
            let old = Date(timeIntervalSinceNow: -86_400)
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: object)
            try folder.take(publication([2, 3], after: [1, 2]))
            #expect(objects(path) == [1, 2, 3])
            clock.now = time(nil) + MirrorFolder.grace
            try folder.take(publication([2, 3], after: [2, 3]))
            #expect(objects(path) == [1, 2, 3])
            clock.now += 2
            try folder.take(publication([2, 3], after: [2, 3]))
            #expect(objects(path) == [2, 3])
        }
    }

    private final class Clock: @unchecked Sendable { var now = time(nil) }

    /// Web servers run as another user.
    @Test func canBeReadByOthers() async throws {
        try await Self.inFolder { path in
            let folder = try MirrorFolder(path)
            try folder.take(publication([1, 2]))
            for name in [Self.path(1), Self.path(2), "stamp"] {
                let facts = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
                #expect(facts[.posixPermissions] as? Int == 0o644)
            }
        }
    }

    /// Nothing is changed in a folder that is something else.
    @Test func refusesOtherFolders() async throws {
        try await Self.inFolder { path in
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: URL(fileURLWithPath: path + "/notes"))
            let failure = #expect(throws: Failure.self) { try MirrorFolder(path) }
            #expect(failure?.message.contains("notes") == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["notes"])
            #expect(throws: Failure.self) { try MirrorFolder(path + "/notes") }
            #expect(throws: Failure.self) { try MirrorFolder(path + "/no/folder") }
        }
    }

    @Test func hasOnePublisherAtATime() async throws {
        try await Self.inFolder { path in
            let first = try MirrorFolder(path)
            let failure = #expect(throws: Failure.self) { try MirrorFolder(path) }
            #expect(failure?.message.contains("another program publishes") == true)
            withExtendedLifetime(first) {}
        }
    }

    /// Links and long files are not read, and the draft that a killed program left is replaced.
    @Test func readsOnlyWhatItMayHold() async throws {
        try await Self.inFolder { path in
            let folder = try MirrorFolder(path)
            try Data("draft".utf8).write(to: URL(fileURLWithPath: path + "/.new"))
            try folder.take(publication([1, 2]))
            #expect(!FileManager.default.fileExists(atPath: path + "/.new"))
            let read = try await folder.read(["stamp", "o", "none"], limit: 225)
            #expect(read.keys.sorted() == ["stamp"])
            #expect(try await folder.read(["stamp"], limit: 224).isEmpty)
            #expect(symlink(path + "/stamp", path + "/o/link") == 0)
            #expect(try await folder.read(["o/link"], limit: 1000).isEmpty)
        }
    }

    @Test(arguments: [
        ("59s", false), ("60s", true), ("1m", true), ("30d", true), ("31d", false),
    ]) func boundsTheTime(_ time: String, _ isTaken: Bool) async throws {
        try await Self.inFolder { path in
            let span = TimeSpan(argument: time)
            #expect(((try? MirrorPublisher(path, valid: span)) != nil) == isTaken)
            // A refused time leaves no folder.
            #expect(FileManager.default.fileExists(atPath: path) == isTaken)
        }
    }
}

/// The text of a request that a person carries.
@Suite struct JoinRequestTextTests {
    private let request = (0..<2700).map { UInt8($0 % 251) }

    @Test func survivesMail() {
        let lines = JoinRequestText(request).lines
        #expect(lines.allSatisfy { $0.utf8.count <= 64 })
        let texts = [
            lines.joined(separator: "\n"), lines.joined(separator: "\r\n") + "\r\n\r\n",
            "Here it is:\n\n" + lines.map { "  " + $0 }.joined(separator: "\n") + "\n-- \nAnn",
        ]
        for text in texts {
            #expect(JoinRequestText(SecretBytes(utf8: text))?.request == request)
        }
    }

    @Test(arguments: [
        "", "AAAA", "-----BEGIN KEYCHAIN JOIN REQUEST-----\n-----END KEYCHAIN JOIN REQUEST-----",
        "-----END KEYCHAIN JOIN REQUEST-----\nAAAA\n-----BEGIN KEYCHAIN JOIN REQUEST-----",
        "-----BEGIN KEYCHAIN JOIN REQUEST-----\n!\n-----END KEYCHAIN JOIN REQUEST-----",
    ]) func refusesOtherTexts(_ text: String) {
        #expect(JoinRequestText(SecretBytes(utf8: text)) == nil)
    }

    @Test func refusesALongText() {
        let long = JoinRequestText([UInt8](repeating: 1, count: 20_000)).lines
        #expect(JoinRequestText(SecretBytes(utf8: long.joined(separator: "\n"))) == nil)
    }
}
