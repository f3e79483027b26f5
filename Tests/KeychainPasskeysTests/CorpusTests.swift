import FuzzCorpus
import Testing

/// What the fuzzers start from and what they ever found, read again (`Fuzzing/Corpus`).
@Suite struct CorpusTests {
    /// Some seeds are good, and no beginning of any is more than a reader can take.
    @Test(arguments: PasskeyReader.allCases) func survivesSeeds(reader: PasskeyReader) throws {
        #expect(try FuzzCorpus.taken(by: reader.rawValue, reader.read) > 0)
    }
}
