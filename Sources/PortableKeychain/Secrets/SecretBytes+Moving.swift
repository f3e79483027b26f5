#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Secrets on their way in and out of libraries that speak `Data` and arrays.
extension SecretBytes {
    /// Takes a secret over and overwrites where it was; the array must not be shared.
    convenience init(moving bytes: inout [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
        bytes.withUnsafeMutableBytes { SecretBytes.zero($0) }
    }

    /// Takes a secret over and overwrites where it was; the data must not be shared.
    convenience init(moving bytes: inout Data) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
        bytes.zero()
    }

    /// Copies a secret out of a type that lends its bytes.
    package convenience init(copying bytes: some ContiguousBytes) {
        var copy = bytes.withUnsafeBytes { [UInt8]($0) }
        self.init(moving: &copy)
    }

    /// Lends the secret as an array, which is overwritten afterwards unless `body` kept it.
    func withArray<R, E: Error>(_ body: ([UInt8]) throws(E) -> R) throws(E) -> R {
        var copy = withUnsafeBytes { [UInt8]($0) }
        defer { copy.withUnsafeMutableBytes { SecretBytes.zero($0) } }
        return try body(copy)
    }
}
