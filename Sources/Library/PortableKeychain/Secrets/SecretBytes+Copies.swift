public import KeychainEssentials

extension SecretBytes {
    /// Makes an ordinary copy as text, which is not overwritten.
    ///
    /// - Returns: The text; `nil` when the bytes are not UTF-8.
    public func string() -> String? {
        withUnsafeBytes { String(validating: $0, as: UTF8.self) }
    }

    /// Makes an ordinary copy as data, which is not overwritten.
    public func data() -> Data {
        withUnsafeBytes { Data($0) }
    }
}
