public import Foundation

/// Secret bytes that can be kept as a key.
public protocol SecureData: ContiguousBytes, KeyDataConvertible {
    /// The length in bytes.
    var byteCount: Int { get }
}

extension SecureData {
    /// The length in bits.
    public var bitCount: Int { byteCount * 8 }

    /// The bytes: shared where the key already holds them like this, else a copy.
    public var keyData: Crypto.KeyData {
        (self as? Crypto.KeyData) ?? .createSecureCopy(of: self)
    }
}
