import Foundation
import Testing

@testable import PortableKeychain

/// The vectors in `Specification/Vectors` (vault-format.md §13, M58).
@Suite struct VectorTests {
    @Test(arguments: VectorFolder.vectors)
    func answersAsExpected(vector: Vector) {
        let expected: Judge.Verdict =
            vector.expect == Vector.accepted ? .accepted(vector.gives) : .refused(vector.expect)
        #expect(Judge.verdict(vector) == expected, "\(vector.comment)")
    }

    /// Writes the folder where `WRITE_VECTORS` is set; compares with it everywhere else.
    @Test func comesFromTheGenerator() throws {
        let made = try VectorFolder.made()
        if ProcessInfo.processInfo.environment["WRITE_VECTORS"] != nil {
            try VectorFolder.write(made)
        }
        let files = Dictionary(uniqueKeysWithValues: made.map { ($0.name, $0.file) })
        #expect(files.count == made.count)
        #expect(Set(files.keys) == Set(VectorFolder.names()))
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            #expect(VectorFolder.text(name) == text, "\(name): run with WRITE_VECTORS=1")
        }
    }

    @Test func refusesMoreThanItAccepts() {
        let vectors = VectorFolder.vectors
        let accepted = vectors.filter { $0.expect == Vector.accepted }
        #expect(accepted.count > 30)
        #expect(vectors.count > 3 * accepted.count)
        #expect(Set(vectors.map(\.expect)).count >= 5)
    }

    @Test func coversEverySentence() throws {
        var sentences: [String] = []
        for (document, letter, least) in [("vault-format", "M", 40), ("backup-format", "B", 5)] {
            let text = try VectorFolder.specification(document)
            let own = VectorFolder.sentences(in: text, letter)
            #expect(own.count >= least)
            #expect(own == (1...own.count).map { "\(letter)\($0)" }, "numbered without gaps")
            sentences += own
        }
        let cited = VectorFolder.vectors.reduce(into: VectorFolder.sentencesInTests()) {
            $0.formUnion($1.must)
        }
        #expect(Set(sentences).subtracting(cited) == [], "said, but neither vector nor test")
        #expect(cited.subtracting(sentences) == [], "tested, but not said")
    }

    @Test func readsWhatItWrites() throws {
        for vector in try VectorFolder.made() {
            let read = Vector(name: vector.name, file: vector.file)
            #expect(read?.file == vector.file)
            #expect(read?.bytes == vector.bytes)
        }
        #expect(Vector(name: "", file: "kind: box\n\nzz\n") == nil)
    }
}

/// The place of the vectors.
enum VectorFolder {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = root.appending(path: "Specification/Vectors")

    /// All vectors of the folder.
    static let vectors: [Vector] = names().sorted().compactMap { name in
        text(name).flatMap { Vector(name: name, file: $0) }
    }

    static func made() throws -> [Vector] {
        try VectorSource.boxes() + VectorSource.deviceKeys() + VectorSource.sealedDeviceKeys()
            + VectorSource.epochLists() + VectorSource.securityKeys()
            + VectorSource.references()
            + VectorSource.slots() + VectorSource.costs() + VectorSource.classKeyVectors()
            + VectorSource.keybags() + VectorSource.listedSlots() + VectorSource.listedKeybags()
            + VectorSource.attributes() + VectorSource.rows() + VectorSource.digests()
            + VectorSource.states() + VectorSource.sharedKeys() + VectorSource.keychains()
            + VectorSource.presenceKeys() + VectorSource.envelopes() + VectorSource.rotations()
            + VectorSource.memories() + VectorSource.backups()
            + VectorSource.segmentedBackups()
    }

    static func names() -> [String] {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path())
        return (files ?? []).filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }
    }

    static func text(_ name: String) -> String? {
        try? String(contentsOf: folder.appending(path: "\(name).txt"), encoding: .utf8)
    }

    static func write(_ vectors: [Vector]) throws {
        for name in names() {
            try FileManager.default.removeItem(at: folder.appending(path: "\(name).txt"))
        }
        for vector in vectors {
            let file = folder.appending(path: "\(vector.name).txt")
            try Data(vector.file.utf8).write(to: file)
        }
    }

    static func specification(_ document: String) throws -> String {
        try String(
            contentsOf: root.appending(path: "Specification/\(document).md"),
            encoding: .utf8
        )
    }

    /// The numbers of the sentences, in the order of the text.
    static func sentences(in text: String, _ letter: String) -> [String] {
        text.matches(of: /\*\*([MB]\d+)\.\*\*/).map { String($0.1) }
            .filter { $0.hasPrefix(letter) }
    }

    /// The sentences that tests name.
    static func sentencesInTests() -> Set<String> {
        let tests = root.appending(path: "Tests")
        let names = FileManager.default.enumerator(atPath: tests.path())
        var found: Set<String> = []
        for case let name as String in names ?? .init()
        where name.hasSuffix(".swift") && !name.contains("/Vectors/") {
            let text = try? String(contentsOf: tests.appending(path: name), encoding: .utf8)
            for match in (text ?? "").matches(of: /\b([MB]\d+)\b/) { found.insert(String(match.1)) }
        }
        return found
    }
}
