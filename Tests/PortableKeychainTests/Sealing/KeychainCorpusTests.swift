import FuzzCorpus
import Testing

@testable import PortableKeychain

/// What the fuzzers of the keychain's own formats start from and what they ever found, read again
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
