import FuzzCorpus
import Testing

/// The fuzzers' starting inputs and all their findings, read again (`Fuzzing/Corpus`).
@Suite struct CorpusTests {
    /// Some seeds are good, and no beginning of any is more than a reader can take.
    @Test(arguments: RulesReader.allCases) func survivesRules(reader: RulesReader) throws {
        #expect(try FuzzCorpus.taken(by: reader.rawValue, reader.read) > 0)
    }
}
