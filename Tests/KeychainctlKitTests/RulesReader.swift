import PortableKeychain

@testable import KeychainctlKit

/// One way in which `keychainctl` reads what websites and issuers of tokens write; the fuzzers and
/// `CorpusTests` drive it.
enum RulesReader: String, CaseIterable, Sendable {
    case passwordRules
    case tokenExpiry

    /// Reads bytes, and reads all properties of the result.
    ///
    /// - Returns: Whether the bytes were taken.
    func read(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .passwordRules:
            guard let rules = try? PasswordRules(String(decoding: bytes, as: UTF8.self)) else {
                return false
            }
            guard let generated = try? GeneratedSecret(GeneratedSecret.standard, rules: rules)
            else { return true }
            let secret = generated.make()
            precondition(secret.withUnsafeBytes { rules.areMet(by: $0) })
            return generated.bits >= 0
        case .tokenExpiry: return TokenExpiry.seconds(of: SecretBytes(bytes)) != nil
        }
    }
}
