import Foundation
import PackagePorting

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Lists a folder that others filled: it follows no links, and stops where no person's folder ends.
struct FolderWalk {
    private let folder: String
    private var files: [String] = []
    private var unread: [String: String] = [:]
    private var count = 0
    private var isInProject = false

    static let mostEntries = 50_000
    static let deepest = 32

    /// Lists a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder, without symbolic links in its path.
    ///   - parts: The folders and files in it that are wanted, as they were given; empty for all of it.
    /// - Returns: The contents of the folder.
    /// - Throws: ``PortingError`` if it is too large, too deep, or has names that are not UTF-8.
    static func list(_ folder: String, parts: [String]) throws(PortingError) -> FolderListing {
        var wanted: [String] = []
        for part in parts {
            guard let real = SafeFiles.real(part), real.hasPrefix(folder + "/") else {
                throw PortingError(
                    "'\(part.shown)' is not in '\(folder.shown)'. Give that folder first, then parts of it."
                )
            }
            wanted.append(String(real.dropFirst(folder.count + 1)))
        }
        var walk = FolderWalk(folder: folder)
        let names = try walk.names(in: "")
        walk.isInProject = names.contains(where: FolderListing.isProject)
        try walk.enter("", names, depth: 0)
        return FolderListing(
            name: URL(filePath: folder).lastPathComponent,
            files: walk.files,
            unread: walk.unread,
            parts: wanted
        )
    }

    private init(folder: String) { self.folder = folder }

    private mutating func enter(
        _ path: String,
        _ names: [String],
        depth: Int
    ) throws(PortingError) {
        guard depth < Self.deepest else {
            throw refusal(path, "is in more than \(Self.deepest) folders")
        }
        for name in names {
            let inner = path.isEmpty ? name : "\(path)/\(name)"
            count += 1
            guard count <= Self.mostEntries else {
                throw refusal(
                    "",
                    "has more than \(Self.mostEntries) files. Give the folder of the code that is wanted"
                )
            }
            try add(inner, name, depth)
        }
    }

    private mutating func add(_ path: String, _ name: String, _ depth: Int) throws(PortingError) {
        // SwiftPM looks at none of these either.
        guard !name.hasPrefix(".") else { return }
        var facts = stat()
        guard lstat("\(folder)/\(path)", &facts) == 0 else {
            throw refusal(path, "cannot be read: \(String(cString: strerror(errno)))")
        }
        switch facts.st_mode & S_IFMT {
        case S_IFREG: files.append(path)
        case S_IFLNK: unread[path] = "a symbolic link"
        case S_IFDIR:
            let names = try names(in: path)
            unread[path] = FolderListing.reasonToSkip(
                folder: name,
                with: names,
                isInProject: isInProject
            )
            if unread[path] == nil { try enter(path, names, depth: depth + 1) }
        default: unread[path] = "no regular file"
        }
    }

    /// The names in a folder.
    private func names(in path: String) throws(PortingError) -> [String] {
        let descriptor = open(
            "\(folder)/\(path)",
            O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        )
        guard descriptor >= 0, let stream = fdopendir(descriptor) else {
            throw refusal(path, "cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    String(validatingCString: $0)
                }
            }
            guard let name else {
                throw refusal(path, "has a name in it that is not UTF-8. Rename that file")
            }
            guard names.count <= Self.mostEntries else { break }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private func refusal(_ path: String, _ why: String) -> PortingError {
        PortingError("'\((path.isEmpty ? folder : path).shown)' \(why). Nothing was changed.")
    }
}
