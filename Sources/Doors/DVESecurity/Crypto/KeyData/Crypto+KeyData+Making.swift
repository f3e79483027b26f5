internal import AppleVocabulary
public import Foundation
internal import PortableKeychain

extension Crypto.KeyData {
    /// Creates a key of random bytes from the system.
    ///
    /// - Parameter length: The length in bytes, 0 or more.
    /// - Returns: The key.
    /// - Throws: ``CryptoError`` with `errSecParam` for a negative length.
    public static func createRandomData(length: Int) throws -> Self {
        guard length >= 0 else { throw CryptoError(status: errSecParam) }
        return Self(SecretBytes.random(count: length))
    }

    /// Copies bytes.
    ///
    /// - Parameter data: The bytes; the original stays as it is.
    /// - Returns: The copy.
    public static func createSecureCopy(of data: some ContiguousBytes) -> Self {
        Self(SecretBytes(copying: data))
    }

    /// Copies bytes.
    ///
    /// - Parameter data: The bytes, which may be none; the original stays as it is.
    public convenience init(copyFrom data: some DataProtocol) {
        self.init(SecretBytes(count: data.count) { $0.copyBytes(from: data) })
    }

    /// Copies a text in an encoding.
    ///
    /// - Parameters:
    ///   - string: The text; the original stays as it is. `nil` is returned for an empty one, and
    ///     for one that the encoding cannot write.
    ///   - encoding: The encoding; UTF-16 and UTF-32 put a byte order mark first.
    public convenience init?(copyFrom string: NSString, encoding: String.Encoding) {
        guard var data = string.data(using: encoding.rawValue), !data.isEmpty else { return nil }
        self.init(copyFrom: data)
        data.withUnsafeMutableBytes { SecretBytes.zero($0) }
    }
}
