import FuzzCorpus
import Testing

@Suite struct EtcdReaderTests {
    @Test(arguments: EtcdReader.allCases) func readsWhatFuzzersFound(
        _ reader: EtcdReader
    ) throws {
        #expect(try FuzzCorpus.taken(by: reader.rawValue, reader.read) > 0)
    }
}
