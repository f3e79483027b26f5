import Foundation
import PackagePorting

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Files of a folder that others filled: only regular ones, of sensible sizes, and inside of it.
struct SafeFiles {
    /// The folder, without symbolic links in its path.
    let folder: String

    /// Larger files are not sources: the longest ones that people write have 2 MB.
    static let largestFile = 8 << 20

    /// Reads a file as text.
    ///
    /// - Parameter file: Its path from the folder.
    /// - Returns: The text.
    /// - Throws: ``PortingError`` if it is outside, no regular file, too large, or not UTF-8.
    func read(_ file: String) throws(PortingError) -> String {
        let descriptor = open(try place(of: file), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal(file, "cannot be read: \(reason())") }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw refusal(file, "is no regular file. Remove it from the package")
        }
        let size = Int(facts.st_size)
        guard size <= Self.largestFile else {
            throw refusal(file, "has more than 8 MiB. Remove it from the sources, or split it")
        }
        // A file that grows meanwhile is not read further.
        guard let data = try? handle.read(upToCount: Self.largestFile) ?? Data() else {
            throw refusal(file, "cannot be read: \(reason())")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw refusal(file, "is not UTF-8. Convert it first")
        }
        return text
    }

    /// Writes all files or none.
    ///
    /// - Parameter files: The new texts, by their paths from the folder.
    /// - Throws: ``PortingError`` if one cannot be written; nothing was changed then.
    func write(_ files: [String: String]) throws(PortingError) {
        var places: [(new: String, final: String, old: Data?)] = []
        defer { for place in places { unlink(place.new) } }
        for (file, text) in files.sorted(by: { $0.key < $1.key }) {
            let final = try place(of: file)
            let new = (final as NSString).deletingLastPathComponent + "/.port-package-\(UUID())"
            let mode = (try? FileManager.default.attributesOfItem(atPath: final))?[
                .posixPermissions
            ]
            guard
                FileManager.default.createFile(
                    atPath: new,
                    contents: Data(text.utf8),
                    attributes: mode.map { [.posixPermissions: $0] }
                )
            else { throw refusal(file, "cannot be written: \(reason())") }
            places.append((new, final, FileManager.default.contents(atPath: final)))
        }
        for (index, place) in places.enumerated() where rename(place.new, place.final) != 0 {
            let why = reason()
            for done in places[..<index] {
                if let old = done.old {
                    try? old.write(to: URL(filePath: done.final))
                } else {
                    unlink(done.final)
                }
            }
            throw PortingError(
                "'\(place.final.shown)' cannot be written: \(why). Nothing was changed."
            )
        }
    }

    /// Copies files that are about to be changed.
    ///
    /// - Returns: The new folder with the copies, from this folder.
    func keepCopies(of files: some Sequence<String>) throws(PortingError) -> String {
        let manager = FileManager.default
        var name = ".port-package-before"
        var number = 1
        while manager.fileExists(atPath: "\(folder)/\(name)") {
            number += 1
            name = ".port-package-before-\(number)"
        }
        do {
            for file in files where manager.fileExists(atPath: "\(folder)/\(file)") {
                let copy = URL(filePath: "\(folder)/\(name)/\(file)")
                try manager.createDirectory(
                    at: copy.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(read(file).utf8).write(to: copy)
            }
        } catch {
            throw PortingError("Copies cannot be kept in '\(name)': \(error.localizedDescription)")
        }
        return name
    }

    /// The path of a file without symbolic links, if it is in the folder.
    private func place(of file: String) throws(PortingError) -> String {
        let path = "\(folder)/\(file)"
        let url = URL(filePath: path)
        let isThere = (try? FileManager.default.attributesOfItem(atPath: path)) != nil
        guard let real = Self.real(isThere ? path : url.deletingLastPathComponent().path) else {
            throw refusal(file, "cannot be found: \(reason())")
        }
        guard real == folder || real.hasPrefix(folder + "/") else {
            throw refusal(
                file,
                "is a symbolic link out of the package. Replace it by what it names"
            )
        }
        return isThere ? real : "\(real)/\(url.lastPathComponent)"
    }

    static func real(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    private func refusal(_ file: String, _ why: String) -> PortingError {
        PortingError("'\(file.shown)' \(why). Nothing was changed.")
    }

    private func reason() -> String { String(cString: strerror(errno)) }
}
