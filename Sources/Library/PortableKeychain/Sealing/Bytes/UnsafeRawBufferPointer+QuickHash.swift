extension UnsafeRawBufferPointer {
    /// A hash that spreads short texts, and takes eight bytes at a time; not for hostile ones.
    var quickHash: UInt64 {
        var hash: UInt64 = 0
        var start = 0
        while start + 8 <= count {
            mix(loadUnaligned(fromByteOffset: start, as: UInt64.self), into: &hash)
            start += 8
        }
        while start < count {
            mix(UInt64(self[start]), into: &hash)
            start += 1
        }
        return (hash &* Self.spread) >> 24
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
