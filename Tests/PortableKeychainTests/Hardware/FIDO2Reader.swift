@testable import PortableKeychain

/// One way in which a program and `keychain-fido2` read each other; the fuzzers and
/// `CorpusTests` drive it.
enum FIDO2Reader: String, CaseIterable, Sendable {
    case fido2Request
    case fido2Answer

    /// Reads bytes, and writes the result again.
    ///
    /// - Returns: Whether the bytes were taken.
    func read(_ bytes: [UInt8]) -> Bool {
        let message = SecretBytes(bytes)
        let written: SecretBytes?
        switch self {
        case .fido2Request: written = try? FIDO2Request(message).encoded
        case .fido2Answer: written = try? FIDO2Answer(message).encoded
        }
        guard let written else { return false }
        // There is one form only, so that nothing hides in a message.
        precondition(written.matches(message))
        return true
    }
}
