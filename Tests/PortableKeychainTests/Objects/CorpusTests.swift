import Foundation
import Testing

@testable import PortableKeychain

/// What the fuzzers start from and what they ever found, read again (`Fuzzing/Corpus`).
struct CorpusTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("../../../Fuzzing/Corpus")
        .standardizedFileURL

    private static func seeds(_ reader: ObjectReader) throws -> [(name: String, bytes: [UInt8])] {
        let folder = folder.appendingPathComponent(reader.rawValue)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            ($0, [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))))
        }
    }

    @Test(arguments: ObjectReader.allCases)
    func givesOnlySpecifiedCodes(reader: ObjectReader) throws {
        let seeds = try Self.seeds(reader)
        var accepted = 0
        for seed in seeds {
            let code = reader.read(seed.bytes)
            #expect(code.map(reader.codes.contains) ?? true, "\(seed.name): \(code as Any)")
            accepted += code == nil ? 1 : 0
        }
        #expect(accepted > 0, "none of \(seeds.count) seeds is valid")
    }

    /// Cut at any place, nothing is accepted that a longer form was not.
    @Test(arguments: ObjectReader.allCases)
    func survivesCutSeeds(reader: ObjectReader) throws {
        for seed in try Self.seeds(reader) {
            for end in stride(from: 0, to: seed.bytes.count, by: 1 + seed.bytes.count / 24) {
                let code = reader.read(Array(seed.bytes[..<end]))
                #expect(code.map(reader.codes.contains) ?? true, "\(seed.name) \(end)")
            }
        }
    }
}
