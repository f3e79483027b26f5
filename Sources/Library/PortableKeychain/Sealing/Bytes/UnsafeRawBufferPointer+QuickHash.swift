extension UnsafeRawBufferPointer {
    /// A place in a table for these bytes: any function that spreads short texts does, and this one
    /// takes eight bytes at a time.
    ///
    /// - Parameter count: The number of places, a power of two.
    /// - Returns: A number below `count`.
    func place(among count: Int) -> Int {
        var hash: UInt64 = 0
        var start = 0
        while start + 8 <= self.count {
            mix(loadUnaligned(fromByteOffset: start, as: UInt64.self), into: &hash)
            start += 8
        }
        while start < self.count {
            mix(UInt64(self[start]), into: &hash)
            start += 1
        }
        return Int(truncatingIfNeeded: (hash &* Self.spread) >> 40) & (count - 1)
    }

    private func mix(_ word: UInt64, into hash: inout UInt64) {
        hash = (hash ^ word) &* Self.spread
        // A product moves bits up only: without this, the last byte of eight reaches no lower bit,
        // and texts that end in different digits have one place.
        hash ^= hash >> 32
    }

    /// 2^64 divided by the golden ratio.
    private static let spread: UInt64 = 0x9e37_79b9_7f4a_7c15
}
