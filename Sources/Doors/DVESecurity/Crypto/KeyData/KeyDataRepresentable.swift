public import Foundation

/// A secret key of another library that can be kept: it gives its bytes, and is made of them.
///
/// ```swift
/// import Crypto
///
/// let key = SymmetricKey(size: .bits256)
/// try Keychain.saveKey(key, withTag: "com.example.backup", applicationLabel: nil)
/// ```
///
/// `SymmetricKey` and the private keys of `Curve25519` conform to it.
public protocol KeyDataRepresentable: KeyDataConvertible, SendableMetatype {
    /// Creates the key of bytes.
    ///
    /// - Parameter keyData: The bytes, as ``KeyDataConvertible/keyData`` gave them.
    /// - Throws: An error if the bytes are not a valid key of this type.
    init(keyData: Crypto.KeyData) throws
}

extension KeyDataRepresentable {
    /// The length of the key in bytes.
    public var byteCount: Int { keyData.byteCount }
}

extension KeyDataRepresentable where Self: ContiguousBytes {
    /// Lends the bytes for the duration of a call; do not keep the pointer.
    ///
    /// - Parameter body: Reads the bytes.
    /// - Returns: The result of `body`.
    /// - Throws: Any error of `body`.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try keyData.withUnsafeBytes(body)
    }
}

extension KeyDataRepresentable where Self: Equatable {
    /// Whether two keys have the same bytes, in a time that depends only on the lengths.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.keyData == rhs.keyData }
}

extension KeyDataRepresentable where Self: Hashable {
    /// Feeds the bytes into the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(keyData) }
}
