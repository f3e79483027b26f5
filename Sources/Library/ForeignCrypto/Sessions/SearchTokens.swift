internal import Crypto
internal import KeychainEssentials
package import PortableKeychain

/// Short keyed digests that stand for pairs of a name and a value, so that a program finds its
/// items without being able to read them.
///
/// Eight bytes: among 10,000 items with four pairs each, two different pairs share a token with a
/// probability of one in ten thousand million.
package struct SearchTokens: Sendable {
    /// The length of a token in bytes.
    package static let length = 8
    /// The length of a key in bytes.
    package static let keyLength = 32

    private let key: SymmetricKey

    package init(key: SecretBytes) {
        self.key = key.withUnsafeBytes { SymmetricKey(data: $0) }
    }

    /// The token of a pair.
    package func token(_ name: String, _ value: String) -> [UInt8] {
        var code = HMAC<SHA256>(key: key)
        // The length keeps ("ab", "c") and ("a", "bc") apart.
        withUnsafeBytes(of: UInt64(name.utf8.count).bigEndian) { code.update(data: $0) }
        code.update(data: Array(name.utf8))
        code.update(data: Array(value.utf8))
        return Array(code.finalize().prefix(Self.length))
    }
}
