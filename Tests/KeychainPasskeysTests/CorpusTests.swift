import FuzzCorpus
import Testing

/// The fuzzers' starting inputs and all their findings, read again (`Fuzzing/Corpus`).
@Suite struct CorpusTests {
    /// Some seeds are good, and no beginning of any is more than a reader can take.
    @Test(arguments: PasskeyReader.allCases) func survivesSeeds(reader: PasskeyReader) throws {
        #expect(try FuzzCorpus.taken(by: reader.rawValue, reader.read) > 0)
    }
}
