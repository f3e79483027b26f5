import Foundation

/// The fuzzers' starting inputs and all their findings (`Fuzzing/Corpus`), for tests.
package enum FuzzCorpus {
    /// The seeds of a reader, by its name.
    ///
    /// - Throws: An error if there is no folder of that name.
    package static func seeds(_ reader: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Fuzzing/Corpus/\(reader)").standardizedFileURL
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            ($0, [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))))
        }
    }

    /// Beginnings of a seed, some two dozen.
    package static func cuts(_ bytes: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: 1 + bytes.count / 24).map { Array(bytes[..<$0]) }
    }

    /// Has a reader read its seeds and their beginnings.
    ///
    /// - Returns: The number of seeds that it took.
    /// - Throws: An error if it has none.
    package static func taken(by name: String, _ read: ([UInt8]) -> Bool) throws -> Int {
        let seeds = try seeds(name)
        for cut in seeds.flatMap({ cuts($0.bytes) }) { _ = read(cut) }
        return seeds.count { read($0.bytes) }
    }
}
