/// Encodes numbers (big-endian) and bytes for everything that is stored, and for messages.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    mutating func integer<I: FixedWidthInteger>(_ value: I) {
        Swift.withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends a byte 1 and a number; for `nil`, zeroes of the same length.
    mutating func optional(_ value: Int64?) {
        integer(UInt8(value == nil ? 0 : 1))
        integer(value ?? 0)
    }

    mutating func raw(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Appends a 32-bit length and the bytes.
    mutating func sized(_ more: some Collection<UInt8>) {
        integer(UInt32(more.count))
        bytes.append(contentsOf: more)
    }
}
