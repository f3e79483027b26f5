internal import KeychainEssentials

extension SecretBytes {
    /// Encodes a value as JSON (RFC 8259) and makes a secret of the bytes.
    ///
    /// The encoded bytes are zeroed afterwards; memory that the encoder allocates internally is
    /// not.
    ///
    /// - Parameter value: The value, such as a pair of tokens.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the value cannot be encoded.
    public convenience init(json value: some Encodable) throws(KeychainError) {
        do {
            var data = try JSONEncoder().encode(value)
            defer { data.withUnsafeMutableBytes { SecretBytes.zero($0) } }
            self.init(data)
        } catch {
            // The encoder's error may quote the value.
            throw KeychainError(.invalidParameter, reason: "The value cannot be encoded as JSON.")
        }
    }

    /// Decodes a value from the secret, which must be JSON.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value, an ordinary copy.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the secret is not JSON of this type.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self
    ) throws(KeychainError) -> T {
        var copy = data()
        defer { copy.withUnsafeMutableBytes { SecretBytes.zero($0) } }
        do { return try JSONDecoder().decode(type, from: copy) } catch {
            // The decoder's error may quote the secret.
            throw KeychainError(
                .invalidParameter,
                reason: "The secret is not a \(type) encoded as JSON."
            )
        }
    }
}
