/// A secret key that can be stored: bytes (``SecureData``), or a key of another library that gives
/// its bytes (``KeyDataRepresentable``).
public protocol KeyDataConvertible {
    /// The bytes.
    var keyData: Crypto.KeyData { get }
}
