import FuzzCorpus
import Testing

/// The starting inputs and all findings of the fuzzers of messages about security keys, read again
/// (`Fuzzing/Corpus`).
@Suite struct FIDO2CorpusTests {
    /// Some seeds are good, and no beginning of any is more than a reader can take.
    @Test(arguments: FIDO2Reader.allCases) func survivesSeeds(reader: FIDO2Reader) throws {
        #expect(try FuzzCorpus.taken(by: reader.rawValue, reader.read) > 0)
    }
}
