public import KeychainEssentials

/// A type whose values can be stored as a secret: ``SecretBytes``, `String`, `Data`, `[UInt8]`, or a
/// type of your own.
public protocol SecretRepresentable {
    /// The bytes to store.
    func secretBytes() -> SecretBytes
}

extension SecretBytes: SecretRepresentable {
    /// The secret itself.
    public func secretBytes() -> SecretBytes { self }
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
