/// Encodes like ``ByteWriter``, into bytes whose number is known before.
///
/// A buffer for values that each row needs several times: an array that grows costs ten times as
/// much.
struct FixedWriter {
    private let room: UnsafeMutableRawBufferPointer
    private var place = 0

    /// Bytes that a body writes; those it does not write are 0.
    static func bytes(_ count: Int, _ body: (inout FixedWriter) -> Void) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            buffer.initialize(repeating: 0)
            var writer = FixedWriter(room: UnsafeMutableRawBufferPointer(buffer))
            body(&writer)
            initialized = count
        }
    }

    /// Calls a body with bytes that another one writes, in memory that ends with the call; those it
    /// does not write are 0.
    static func lending<R, E: Error>(
        _ count: Int,
        _ write: (inout FixedWriter) -> Void,
        to body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { room throws(E) in
            room.initializeMemory(as: UInt8.self, repeating: 0)
            var writer = FixedWriter(room: room)
            write(&writer)
            return try body(UnsafeRawBufferPointer(room))
        }
    }

    private init(room: UnsafeMutableRawBufferPointer) { self.room = room }

    mutating func integer<I: FixedWidthInteger>(_ value: I) {
        precondition(room.count - place >= MemoryLayout<I>.size)
        room.storeBytes(of: value.bigEndian, toByteOffset: place, as: I.self)
        place += MemoryLayout<I>.size
    }

    /// A byte 1 and a number; for `nil`, zeroes of the same length.
    mutating func optional(_ value: Int64?) {
        integer(UInt8(value == nil ? 0 : 1))
        integer(value ?? 0)
    }

    mutating func raw(_ more: UnsafeRawBufferPointer) {
        precondition(room.count - place >= more.count)
        guard let start = more.baseAddress, let end = room.baseAddress else { return }
        (end + place).copyMemory(from: start, byteCount: more.count)
        place += more.count
    }
}
