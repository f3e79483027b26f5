import Foundation

/// Files and folders as numbered nodes, below the node 0.
struct DiskTree {
    private(set) var files: [Int: [UInt8]] = [:]
    private(set) var folders: [Int: [String: Int]] = [0: [:]]

    /// The smallest thing that a disk keeps or loses as a whole.
    enum Change {
        case put(folder: Int, name: String, node: Int)
        case take(folder: Int, name: String, node: Int)
        case move(folder: Int, from: String, to: String, node: Int)
        /// At most a sector.
        case write(file: Int, at: Int, [UInt8])
        case grow(file: Int, size: Int)
        case cut(file: Int, size: Int)

        /// The node whose synchronization makes it durable.
        var node: Int {
            switch self {
            case .put(let folder, _, _), .take(let folder, _, _), .move(let folder, _, _, _): folder
            case .write(let file, _, _), .grow(let file, _), .cut(let file, _): file
            }
        }
    }

    mutating func addFile(_ node: Int) { files[node] = [] }
    mutating func addFolder(_ node: Int) { folders[node] = [:] }

    /// Makes a change, whatever became of those before it.
    mutating func apply(_ change: Change) {
        switch change {
        case .put(let folder, let name, let node): folders[folder]?[name] = node
        case .take(let folder, let name, let node):
            if folders[folder]?[name] == node { folders[folder]?[name] = nil }
        case .move(let folder, let from, let to, let node):
            if folders[folder]?[from] == node { folders[folder]?[from] = nil }
            folders[folder]?[to] = node
        case .write(let file, let start, let bytes):
            grow(file, to: start + bytes.count)
            files[file]?.replaceSubrange(start..<start + bytes.count, with: bytes)
        case .grow(let file, let size): grow(file, to: size)
        case .cut(let file, let size):
            let count = files[file]?.count ?? 0
            if count > size { files[file]?.removeLast(count - size) }
        }
    }

    private mutating func grow(_ file: Int, to size: Int) {
        let missing = size - (files[file]?.count ?? 0)
        if missing > 0 { files[file]?.append(contentsOf: [UInt8](repeating: 0, count: missing)) }
    }

    /// The node at a path below the node 0.
    func node(_ path: some Sequence<Substring>) -> Int? {
        var node = 0
        for part in path {
            guard let next = folders[node]?[String(part)] else { return nil }
            node = next
        }
        return node
    }

    /// A number for the content that can be reached from the node 0, which differs for other
    /// contents.
    var fingerprint: Int {
        var hasher = Hasher()
        combine(0, into: &hasher)
        return hasher.finalize()
    }

    private func combine(_ node: Int, into hasher: inout Hasher) {
        for (name, node) in (folders[node] ?? [:]).sorted(by: { $0.key < $1.key }) {
            hasher.combine(name)
            hasher.combine(folders[node] == nil)
            files[node]?.withUnsafeBytes { hasher.combine(bytes: $0) }
            combine(node, into: &hasher)
        }
        hasher.combine(0)
    }

    /// Reads what there is in a folder.
    static func read(_ path: String) throws -> DiskTree {
        var tree = DiskTree()
        var next = 1
        try tree.read(path, into: 0, &next)
        return tree
    }

    private mutating func read(_ path: String, into folder: Int, _ next: inout Int) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            let node = next
            next += 1
            var isFolder = ObjCBool(false)
            let child = path + "/" + name
            if FileManager.default.fileExists(atPath: child, isDirectory: &isFolder),
                isFolder.boolValue
            {
                addFolder(node)
                try read(child, into: node, &next)
            } else {
                files[node] = Array(try Data(contentsOf: URL(fileURLWithPath: child)))
            }
            apply(.put(folder: folder, name: name, node: node))
        }
    }

    /// Makes a folder hold exactly this content.
    func write(_ path: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            try FileManager.default.removeItem(atPath: path + "/" + name)
        }
        try write(0, path)
    }

    private func write(_ folder: Int, _ path: String) throws {
        for (name, node) in folders[folder] ?? [:] {
            let child = path + "/" + name
            if folders[node] != nil {
                try FileManager.default.createDirectory(
                    atPath: child,
                    withIntermediateDirectories: false,
                    attributes: [.posixPermissions: 0o700]
                )
                try write(node, child)
            } else {
                // SQLite writes shared memory behind the back of system calls: after a power cut
                // there may be anything in it.
                let content = files[node] ?? []
                let isMemory = name.hasSuffix("-shm")
                let bytes = isMemory ? content.map { _ in UInt8(0xA5) } : content
                guard
                    FileManager.default.createFile(
                        atPath: child,
                        contents: Data(bytes),
                        attributes: [.posixPermissions: 0o600]
                    )
                else { throw CocoaError(.fileWriteUnknown) }
            }
        }
    }
}
