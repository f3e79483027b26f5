import FuzzCorpus
import Testing

@testable import PortableKeychain

/// The starting inputs and all findings of the fuzzers of the keychain's own formats, read again
/// (`Fuzzing/Corpus`).
@Suite struct KeychainCorpusTests {
    @Test(arguments: KeychainReader.allCases)
    func givesOnlySpecifiedCodes(reader: KeychainReader) throws {
        let isTaken = { (bytes: [UInt8]) in
            let code = reader.read(bytes)
            #expect(code.map(reader.codes.contains) ?? true, "\(bytes.count) \(code as Any)")
            return code == nil
        }
        #expect(try FuzzCorpus.taken(by: reader.rawValue, isTaken) > 0)
    }
}
