internal import KeychainctlKit
internal import PortableKeychain

extension BackupSource {
    /// The bytes of a file, which stays open as long as they are read.
    ///
    /// - Throws: ``Failure`` if it cannot be opened, or for more than an item may have from a pipe.
    init(_ path: String) throws(Failure) {
        let file = try InputFile(path)
        self.init(count: file.count) { room, place throws(KeychainError) in
            do throws(KeychainError) { try file.fill(room, from: place) } catch {
                throw KeychainError(error.code, reason: "Cannot read the backup.")
            }
        }
    }
}
