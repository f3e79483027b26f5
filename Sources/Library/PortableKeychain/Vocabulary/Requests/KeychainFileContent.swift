/// The content of a file of a keychain, for a copy of it; valid only in the call that receives it.
///
/// Nothing else may open the file while the keychain is open: closing it again would drop the locks of this
/// process.
package struct KeychainFileContent {
    /// Fills memory with the bytes from a place on.
    typealias Fill = (UnsafeMutableRawBufferPointer, _ place: Int64) throws(KeychainError) -> Void

    private let length: Int64
    private let fill: Fill

    private static let partLength: Int64 = 1 << 16

    /// Lends the content of a file.
    ///
    /// - Parameters:
    ///   - length: The number of bytes.
    ///   - fill: Reads a part of the file.
    init(length: Int64, _ fill: @escaping Fill) {
        (self.length, self.fill) = (length, fill)
    }

    /// Calls a body with part after part.
    ///
    /// - Throws: A failure of the disk, or the error of the body.
    package func forEachPart(
        _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Int(Self.partLength),
            alignment: 16
        )
        defer { room.deallocate() }
        for place in stride(from: 0, to: length, by: Int(Self.partLength)) {
            let count = Int(min(Self.partLength, length - place))
            let part = UnsafeMutableRawBufferPointer(rebasing: room[..<count])
            try fill(part, place)
            try body(UnsafeRawBufferPointer(part))
        }
    }
}
