package import Foundation

/// All files of a folder at one moment.
package struct FolderImage: Equatable, Sendable {
    /// The contents, by paths in the folder.
    package private(set) var files: [String: Data] = [:]

    /// Reads a folder; empty where there is none.
    package init(of folder: String) {
        let names = FileManager.default.enumerator(atPath: folder)
        for case let name as String in names ?? .init() {
            let path = folder + "/" + name
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                !isFolder.boolValue
            else { continue }
            files[name] = FileManager.default.contents(atPath: path)
        }
    }

    /// An image without files.
    package init() {}

    package subscript(_ name: String) -> Data? {
        get { files[name] }
        set { files[name] = newValue }
    }

    /// The files of keychains and of their keys: without the memory about them, and without the
    /// files that processes share while they use them.
    package var keys: [String: Data] {
        files.filter { !$0.key.contains("memory/") && !$0.key.hasSuffix("-shm") }
    }

    /// Writes the files into a folder, which is made.
    package func write(to folder: String) throws {
        let manager = FileManager.default
        let own: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        for (name, content) in files {
            let path = folder + "/" + name
            try manager.createDirectory(
                atPath: URL(filePath: path).deletingLastPathComponent().path,
                withIntermediateDirectories: true,
                attributes: own
            )
            let isMade = manager.createFile(
                atPath: path,
                contents: content,
                attributes: [.posixPermissions: 0o600]
            )
            guard isMade else { throw CocoaError(.fileWriteUnknown) }
        }
        try manager.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: own
        )
    }
}
