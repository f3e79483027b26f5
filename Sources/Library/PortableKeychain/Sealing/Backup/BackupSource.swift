/// The bytes of a backup, from which parts are read.
package struct BackupSource {
    /// The number of bytes.
    let count: Int
    private let read: (UnsafeMutableRawBufferPointer, Int) throws(KeychainError) -> Void

    /// Makes a source of a file that is read in parts.
    ///
    /// - Parameters:
    ///   - count: The number of its bytes.
    ///   - read: Fills memory with the bytes from a place on.
    package init(
        count: Int,
        read: @escaping (UnsafeMutableRawBufferPointer, Int) throws(KeychainError) -> Void
    ) {
        (self.count, self.read) = (count, read)
    }

    /// Makes a source of bytes, and is valid as long as they are.
    package init(_ bytes: UnsafeRawBufferPointer) {
        self.init(count: bytes.count) { room, place in
            room.copyBytes(from: bytes[place..<place + room.count])
        }
    }

    /// Fills memory with the bytes from a place on; there must be as many.
    func fill(
        _ room: UnsafeMutableRawBufferPointer,
        from place: Int
    ) throws(KeychainError) {
        try read(room, place)
    }

    /// Calls a body with some of the bytes; there must be as many.
    func lend<R>(
        _ place: Range<Int>,
        _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try withUnsafeTemporaryAllocation(byteCount: place.count, alignment: 1) {
            room throws(KeychainError) in
            try fill(room, from: place.lowerBound)
            return try body(UnsafeRawBufferPointer(room))
        }
    }
}
