import Foundation
import FuzzCorpus
import Testing

@testable import KeychainSync

/// The vectors in `Specification/Vectors/Sync` (sync-format.md §8).
@Suite struct SyncVectorTests {
    static let names =
        ((try? FileManager.default.contentsOfDirectory(atPath: SyncVector.folder.path)) ?? [])
        .filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()

    @Test(arguments: names) func answersAsExpected(_ name: String) throws {
        let vector = try #require(SyncVector.file(name))
        let verdict = vector.verdict
        #expect(verdict.expect == vector.expect)
        #expect(verdict.gives == vector.gives)
    }

    /// Writes the folder where `WRITE_VECTORS` is set; compares with it everywhere else.
    @Test func comesFromTheGenerator() throws {
        let made = try SyncVectorSource.all()
        if ProcessInfo.processInfo.environment["WRITE_VECTORS"] != nil {
            try? FileManager.default.removeItem(at: SyncVector.folder)
            try FileManager.default.createDirectory(
                at: SyncVector.folder,
                withIntermediateDirectories: true
            )
            for vector in made {
                let url = SyncVector.folder.appending(path: "\(vector.name).txt")
                try Data(vector.file.utf8).write(to: url)
            }
        } else {
            #expect(made.map(\.name).sorted() == Self.names)
        }
        for vector in made {
            #expect(SyncVector.file(vector.name) == vector, "run with WRITE_VECTORS=1")
        }
        let accepted = made.count { $0.expect == SyncVector.accepted }
        #expect(made.count > 3 * accepted)
    }

    @Test(arguments: SyncReader.allCases) func readsWhatFuzzersFound(
        _ reader: SyncReader
    ) throws {
        #expect(try FuzzCorpus.taken(by: reader.rawValue, reader.read) > 0)
    }
}
