package import PortableKeychain
internal import KeychainEssentials

/// Base64 (RFC 4648) of secrets; no copy stays in memory.
package enum Base64 {
    /// The text for some bytes.
    package static func encoded(_ secret: SecretBytes) -> SecretBytes {
        var plain = secret.withUnsafeBytes { Data($0) }
        var encoded = plain.base64EncodedData()
        defer {
            zero(&plain)
            zero(&encoded)
        }
        return SecretBytes(copying: encoded)
    }

    /// The bytes for a text; `nil` if it is not Base64.
    package static func decoded(_ text: SecretBytes) -> SecretBytes? {
        var encoded = text.withUnsafeBytes { Data($0) }
        defer { zero(&encoded) }
        guard var plain = Data(base64Encoded: encoded) else { return nil }
        defer { zero(&plain) }
        return SecretBytes(copying: plain)
    }

    private static func zero(_ data: inout Data) {
        data.withUnsafeMutableBytes { SecretBytes.zero($0) }
    }
}
