internal import KeychainEssentials
internal import PortableKeychain

/// Times by the clock of this device, in rows of its local state.
extension ByteReader {
    /// Reads a time.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` for one that no clock shows.
    mutating func moment() throws(KeychainError) -> Date {
        let seconds = Double(bitPattern: try integer())
        guard seconds.isFinite else { throw KeychainError(.corrupt) }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }
}

extension SecretEncoder {
    /// Writes a time.
    mutating func moment(_ date: Date) { integer(date.timeIntervalSinceReferenceDate.bitPattern) }
}
