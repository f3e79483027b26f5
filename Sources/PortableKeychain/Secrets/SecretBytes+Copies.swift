#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension SecretBytes {
    /// Makes an ordinary copy as text, which nothing overwrites.
    ///
    /// - Returns: The text; `nil` when the bytes are not UTF-8.
    public func string() -> String? {
        withUnsafeBytes { String(validating: $0, as: UTF8.self) }
    }

    /// Makes an ordinary copy as data, which nothing overwrites.
    public func data() -> Data {
        withUnsafeBytes { Data($0) }
    }
}
