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
            hash = (hash ^ loadUnaligned(fromByteOffset: start, as: UInt64.self)) &* Self.spread
            start += 8
        }
        while start < self.count {
            hash = (hash ^ UInt64(self[start])) &* Self.spread
            start += 1
        }
        return Int(truncatingIfNeeded: hash >> 32) & (count - 1)
    }

    /// 2^64 divided by the golden ratio.
    private static let spread: UInt64 = 0x9e37_79b9_7f4a_7c15
}
