extension UnsafeRawBufferPointer {
    /// Compares bytes that are not secret, eight at a time.
    ///
    /// As sequences, each byte would take as long as eight.
    func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        var start = 0
        while start + 8 <= count {
            guard
                loadUnaligned(fromByteOffset: start, as: UInt64.self)
                    == other.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            else { return false }
            start += 8
        }
        while start < count {
            guard self[start] == other[start] else { return false }
            start += 1
        }
        return true
    }
}

extension [UInt8] {
    /// The same for an array.
    func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        withUnsafeBytes { $0.hasSameBytes(as: other) }
    }
}
