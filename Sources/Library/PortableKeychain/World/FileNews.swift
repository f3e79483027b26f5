internal import CKeychainPlatform
internal import KeychainLibC
internal import Synchronization

/// Reports that a file may have changed, as the kernel says (inotify(7)).
///
/// News is that the file was written, replaced or removed, or another file in its folder whose name
/// begins like its own, such as the log of a keychain. Reading is not news. Where the kernel does
/// not report changes (on systems other than Linux, or if the user watches too many folders), there
/// may be news at any time, and a program that waits looks four times a second.
package final class FileNews: Sendable {
    /// The time between two looks at a file whose changes the kernel does not report.
    static let interval = Duration.milliseconds(250)

    private let name: String
    private let watch: Mutex<Int32>

    /// Listens from now on.
    ///
    /// - Parameter path: The file; `nil` for something that is not a file here, such as a keychain
    ///   that an agent serves.
    package init(of path: String?) {
        let parts = path.map { PrivateFile.parts(of: PrivateFile.absolute($0)) } ?? []
        name = parts.last ?? ""
        let folder = "/" + parts.dropLast().joined(separator: "/")
        watch = Mutex(path == nil ? -1 : pk_folder_watch(folder))
    }

    deinit { forget() }

    /// The descriptor to wait for; negative where the kernel does not report changes.
    var file: Int32 { watch.withLock { $0 } }

    /// Takes the news so far.
    ///
    /// - Returns: Whether there may be any.
    package func take() -> Bool {
        guard file >= 0 else { return true }
        switch pk_folder_news(file, name) {
        case 0: return false
        case 1: return true
        default:
            // The folder was removed, so another one of its name would be without news.
            forget()
            return true
        }
    }

    private func forget() {
        watch.withLock { watch in
            if watch >= 0 { close(watch) }
            watch = -1
        }
    }
}
