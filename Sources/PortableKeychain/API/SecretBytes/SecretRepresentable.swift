#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Anything that can be kept as a secret: ``SecretBytes``, `String`, `Data`, `[UInt8]`, or a type
/// of your own.
public protocol SecretRepresentable: ~Copyable {
    /// The bytes to keep.
    borrowing func secretBytes() -> SecretBytes
}

extension SecretBytes: SecretRepresentable {
    /// The same bytes, shared.
    public borrowing func secretBytes() -> SecretBytes { SecretBytes(buffer) }
}

extension String: SecretRepresentable {
    /// The UTF-8 bytes.
    public func secretBytes() -> SecretBytes { SecretBytes(utf8: self) }
}

extension Data: SecretRepresentable {
    /// The same bytes, copied.
    public func secretBytes() -> SecretBytes { SecretBytes(self) }
}

extension [UInt8]: SecretRepresentable {
    /// The same bytes, copied.
    public func secretBytes() -> SecretBytes { SecretBytes(self) }
}
