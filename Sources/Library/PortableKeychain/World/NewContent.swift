internal import FileSafety
internal import KeychainLibC

/// The content of a new file, written piece by piece.
package struct NewContent {
    private let file: Int32
    private let path: String

    init(_ file: Int32, of path: String) { (self.file, self.path) = (file, path) }

    /// Adds bytes at the end.
    ///
    /// - Throws: ``KeychainError/Code/diskFull``, or another failure of the disk.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = write(file, part.baseAddress, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw KeychainError(FileFault(errno, trying: "write", path)) }
            rest = rest.dropFirst(count)
        }
    }

    /// Adds a secret at the end.
    ///
    /// - Throws: The same errors as ``append(_:)``.
    package func append(_ secret: SecretBytes) throws(KeychainError) {
        try secret.withUnsafeBytes { bytes throws(KeychainError) in try append(bytes) }
    }
}
