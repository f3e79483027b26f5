internal import KeychainLibC
internal import KeychainctlKit
internal import PortableKeychain

/// An open backup, of which parts are read.
final class BackupFile {
    private let file: Int32
    /// The content of what is no file with parts, such as a pipe.
    private let whole: SecretBytes?
    private let count: Int

    /// Opens a file.
    ///
    /// - Throws: ``Failure`` if that is not possible, or for more than an item may have from a pipe.
    init(_ path: String) throws(Failure) {
        file = try NamedFile.open(path)
        var facts = stat()
        if fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG {
            (whole, count) = (nil, Int(facts.st_size))
        } else {
            let content: SecretBytes
            do throws(Failure) { content = try SecretInput.everything(from: file) } catch {
                close(file)
                throw error
            }
            (whole, count) = (content, content.count)
        }
    }

    deinit { close(file) }

    /// The bytes of the file, which it keeps open.
    var source: BackupSource {
        BackupSource(count: count) { [self] room, place throws(KeychainError) in
            if let whole {
                return whole.withUnsafeBytes {
                    room.copyBytes(from: $0[place..<place + room.count])
                }
            }
            var filled = 0
            while filled < room.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: room[filled...])
                let step = pread(file, rest.baseAddress, rest.count, off_t(place + filled))
                if step < 0, errno == EINTR { continue }
                guard step > 0 else {
                    throw KeychainError(.inputOutput, reason: "Cannot read the backup.")
                }
                filled += step
            }
        }
    }
}
