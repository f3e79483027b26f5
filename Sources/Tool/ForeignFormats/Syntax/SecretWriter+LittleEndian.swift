internal import SafeText

extension SecretWriter {
    /// Adds a little-endian number of so many bytes, at most 8.
    mutating func append(_ number: UInt64, count: Int) {
        for place in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(place)))) }
    }

    /// Adds bytes that are not secret.
    mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }
}
