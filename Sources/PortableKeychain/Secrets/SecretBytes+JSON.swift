#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension SecretBytes {
    /// Makes a secret of a value's JSON form (RFC 8259).
    ///
    /// The bytes made on the way are zeroed; what the encoder itself allocates is not in our hands.
    ///
    /// - Parameter value: The value, such as a pair of tokens.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the value has no JSON form.
    public convenience init(json value: some Encodable) throws(KeychainError) {
        do {
            var data = try JSONEncoder().encode(value)
            defer { data.withUnsafeMutableBytes { SecretBytes.zero($0) } }
            self.init(data)
        } catch {
            // The encoder's error may quote the value.
            throw KeychainError(.invalidParameter, reason: "The value cannot be written as JSON.")
        }
    }

    /// Reads the secret as the JSON form of a value.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value, an ordinary copy.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the secret is not the JSON form of
    ///   such a value.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self
    ) throws(KeychainError) -> T {
        var copy = data()
        defer { copy.withUnsafeMutableBytes { SecretBytes.zero($0) } }
        do { return try JSONDecoder().decode(type, from: copy) } catch {
            // The decoder's error may quote the secret.
            throw KeychainError(
                .invalidParameter,
                reason: "The secret is not the JSON form of a \(type)."
            )
        }
    }
}
