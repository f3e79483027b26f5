import FuzzCorpus
import Testing

/// The seeds and the findings of the fuzzers, read again (`Fuzzing/Corpus`).
@Suite struct CorpusTests {
    /// Some seeds are good, and no beginning of any is more than a reader can take.
    @Test(arguments: BrowserReader.allCases) func survivesSeeds(reader: BrowserReader) throws {
        #expect(try FuzzCorpus.taken(by: reader.rawValue, reader.read) > 0)
    }
}
