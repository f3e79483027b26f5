internal import KeychainLibC
package import PortableKeychain

/// An open file, of which parts are read.
package final class InputFile: Sendable {
    private let file: Int32
    /// The content of what is no file with parts, such as a pipe.
    private let whole: SecretBytes?
    /// The number of its bytes.
    package let count: Int

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The name of the file.
    ///   - limit: One more than the number of bytes that are read from a pipe.
    /// - Throws: ``Failure`` if that is not possible.
    package init(_ path: String, longestPipe limit: Int = SecretInput.limit) throws(Failure) {
        file = try NamedFile.open(path)
        var facts = stat()
        if fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG {
            (whole, count) = (nil, Int(facts.st_size))
        } else {
            let content: SecretBytes
            do throws(Failure) {
                content = try SecretInput.everything(from: file, atMost: limit)
            } catch {
                close(file)
                throw error
            }
            (whole, count) = (content, content.count)
        }
    }

    deinit { close(file) }

    /// Fills memory with the bytes from a place on.
    ///
    /// - Throws: ``KeychainError/Code/inputOutput`` if there are not as many.
    package func fill(
        _ room: UnsafeMutableRawBufferPointer,
        from place: Int
    ) throws(KeychainError) {
        if let whole {
            return whole.withUnsafeBytes { room.copyBytes(from: $0[place..<place + room.count]) }
        }
        var filled = 0
        while filled < room.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: room[filled...])
            let step = pread(file, rest.baseAddress, rest.count, off_t(place + filled))
            if step < 0, errno == EINTR { continue }
            guard step > 0 else {
                throw KeychainError(.inputOutput, reason: "Cannot read the file.")
            }
            filled += step
        }
    }

    /// The bytes of a part.
    ///
    /// - Throws: The same errors as ``fill(_:from:)``.
    package func part(_ place: Range<Int>) throws(KeychainError) -> SecretBytes {
        try SecretBytes(count: place.count) { room throws(KeychainError) in
            try fill(room, from: place.lowerBound)
        }
    }
}
