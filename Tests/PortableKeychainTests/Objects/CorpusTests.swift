import FuzzCorpus
import Testing

@testable import PortableKeychain

/// The fuzzers' starting inputs and all their findings, read again (`Fuzzing/Corpus`).
struct CorpusTests {
    @Test(arguments: ObjectReader.allCases)
    func givesOnlySpecifiedCodes(reader: ObjectReader) throws {
        let seeds = try FuzzCorpus.seeds(reader.rawValue)
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
        for seed in try FuzzCorpus.seeds(reader.rawValue) {
            for cut in FuzzCorpus.cuts(seed.bytes) {
                let code = reader.read(cut)
                #expect(code.map(reader.codes.contains) ?? true, "\(seed.name) \(cut.count)")
            }
        }
    }
}
