package import KeychainEssentials

/// Conversions for libraries that take and return secrets as `Data` or arrays.
extension SecretBytes {
    /// Moves a secret out of an array and overwrites the array, which must not be shared.
    package convenience init(moving bytes: inout [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
        bytes.withUnsafeMutableBytes { SecretBytes.zero($0) }
    }

    /// Moves a secret out of data and overwrites the data, which must not be shared.
    package convenience init(moving bytes: inout Data) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
        bytes.zero()
    }

    /// Copies a secret out of a type that gives access to its bytes.
    package convenience init(copying bytes: some ContiguousBytes) {
        var copy = bytes.withUnsafeBytes { [UInt8]($0) }
        self.init(moving: &copy)
    }

    /// Calls a body with the secret as an array, and overwrites the array afterwards.
    ///
    /// If `body` keeps the array, that copy is not overwritten.
    func withArray<R, E: Error>(_ body: ([UInt8]) throws(E) -> R) throws(E) -> R {
        var copy = withUnsafeBytes { [UInt8]($0) }
        defer { copy.withUnsafeMutableBytes { SecretBytes.zero($0) } }
        return try body(copy)
    }

    /// The first bytes, copied.
    func prefix(_ count: Int) -> SecretBytes {
        SecretBytes(count: count) { room in
            withUnsafeBytes { room.copyBytes(from: $0.prefix(count)) }
        }
    }
}
