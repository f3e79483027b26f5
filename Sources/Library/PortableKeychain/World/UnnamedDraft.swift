internal import CKeychainPlatform
internal import FileSafety
internal import KeychainLibC

/// A complete and durable file without a name, which its writer then gives one.
///
/// Unlike a ``Draft``, nothing of it is left if the writer is killed: the system removes a file
/// without names when it is closed.
struct UnnamedDraft: ~Copyable {
    private let file: Int32

    /// Writes a file into the folder of the one that it is to become; `nil` if the file system, or
    /// the system, has no files without names.
    init?(of path: String, _ write: (NewContent) throws -> Void) throws {
        file = pk_open_unnamed(PrivateFolder.split(path).folder)
        guard file >= 0 else { return nil }
        let file = file
        try Draft.fill(file, for: path, write)
    }

    deinit { if file >= 0 { close(file) } }

    /// Gives the file its name; returns 0, or the number of the system's error.
    func publish(as path: String) -> Int32 { pk_name(file, path) == 0 ? 0 : errno }
}
