public import Foundation

/// Secret bytes that can be kept as a key.
public protocol SecureData: ContiguousBytes {
    /// The length in bytes.
    var byteCount: Int { get }
}

extension SecureData {
    /// The length in bits.
    public var bitCount: Int { byteCount * 8 }
}
