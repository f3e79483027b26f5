import PortableKeychain

@testable import KeychainTPM

/// One way in which the library reads what a TPM made, from files that others may have changed; the
/// fuzzers and `TPMBlobTests` drive it.
enum TPMReader: String, CaseIterable, Sendable {
    case tpmBlob
    case tpmCounter

    /// Reads bytes, and writes the result again: each value has one encoding.
    ///
    /// - Returns: Whether the bytes were taken.
    func read(_ bytes: [UInt8]) -> Bool {
        let written: [UInt8]?
        switch self {
        case .tpmBlob:
            let blob = try? TPMBlob(bytes)
            // Never called for anything else than a key, and must not trap all the same.
            precondition(blob.map { $0.publicKey.count <= 65 } ?? true)
            written = blob?.encoded
        case .tpmCounter: written = try? TPMCounter(bytes).encoded
        }
        precondition(written == nil || written == bytes)
        return written != nil
    }
}
