/// A disk to which recorded system calls are applied: their changes, and the durable ones among
/// them.
///
/// The rules are those of POSIX, not those of one file system: fsync(2) of a file makes its content
/// and size durable, and not its name; fsync(2) of a folder makes the names in it durable.
struct RecordedDisk {
    private let root: String
    private let journal: String
    private var live: DiskTree
    private var openFiles: [Int: OpenFile] = [:]
    private var nextNode = 1_000_000

    /// The tree that no power cut can change.
    private(set) var durable: DiskTree
    /// The changes that a power cut can undo, all or in part.
    private(set) var unsynced: [DiskTree.Change] = []
    /// The reports of the program.
    private(set) var marks: [String] = []

    private static let sector = 512
    private static let journalNode = -1

    private struct OpenFile {
        let node: Int
        var offset = 0
    }

    /// A call whose effect on the disk is not known here.
    struct Unknown: Error {
        let call: String
    }

    /// Makes a disk on which everything is durable.
    init(_ tree: DiskTree, root: String, journal: String) {
        self.root = root
        self.journal = journal
        live = tree
        durable = tree
    }

    /// Whether a call is the last moment at which something can be lost, or at which it may.
    func decides(_ call: SystemCall) -> Bool {
        switch call.name {
        case "fsync", "fdatasync": openFiles[call.number(0)] != nil
        case "write": openFiles[call.number(0)]?.node == Self.journalNode
        default: false
        }
    }

    mutating func apply(_ call: SystemCall) throws {
        guard call.result >= 0 else { return }
        switch call.name {
        case "open": openFile(call, path: 0)
        case "creat": throw Unknown(call: call.name)
        case "openat": openFile(call, path: 1)
        case "close": openFiles[call.number(0)] = nil
        case "write": append(call)
        case "pwrite64":
            guard let file = openFiles[call.number(0)] else { return }
            write(file.node, at: call.number(3), call.bytes(1).prefix(call.result))
        case "ftruncate":
            guard let file = openFiles[call.number(0)] else { return }
            resize(file.node, to: call.number(1))
        case "fallocate":
            guard let file = openFiles[call.number(0)] else { return }
            // Other modes punch holes and the like.
            guard call.number(1) == 0 else { throw Unknown(call: call.name) }
            let end = call.number(2) + call.number(3)
            if end > live.files[file.node]?.count ?? 0 { resize(file.node, to: end) }
        case "fsync", "fdatasync":
            guard let file = openFiles[call.number(0)] else { return }
            synchronize(file.node)
        case "mkdir": makeFolder(call.text(0))
        case "mkdirat": makeFolder(call.text(1))
        case "rename": try move(call.text(0), call.text(1))
        case "renameat", "renameat2": try move(call.text(1), call.text(3))
        case "link": link(call.text(0), call.text(1))
        case "linkat": link(call.text(1), call.text(3))
        case "unlink", "rmdir": unlink(call.text(0))
        case "unlinkat": unlink(call.text(1))
        case "truncate", "symlink", "symlinkat":
            if place(call.text(call.name == "symlinkat" ? 2 : 0)) != nil {
                throw Unknown(call: call.name)
            }
        default:
            // Calls that copy descriptors, or write in ways that are not used here.
            if openFiles[call.number(0)] != nil { throw Unknown(call: call.name) }
        }
    }

    /// The folder and the name that a path means, if it is on this disk.
    private func place(_ path: String) -> (folder: Int, name: String)? {
        guard path.hasPrefix(root + "/") else { return nil }
        let parts = path.dropFirst(root.count).split(separator: "/").filter { $0 != "." }
        guard let name = parts.last, let folder = live.node(parts.dropLast()) else { return nil }
        return (folder, String(name))
    }

    private mutating func change(_ change: DiskTree.Change) {
        live.apply(change)
        unsynced.append(change)
    }

    private mutating func synchronize(_ node: Int) {
        for change in unsynced where change.node == node { durable.apply(change) }
        unsynced.removeAll { $0.node == node }
    }

    private mutating func openFile(_ call: SystemCall, path index: Int) {
        let path = call.text(index)
        openFiles[call.result] = nil
        if path == journal { openFiles[call.result] = OpenFile(node: Self.journalNode) }
        if path == root || path == root + "/" { openFiles[call.result] = OpenFile(node: 0) }
        guard let place = place(path) else { return }
        if let node = live.folders[place.folder]?[place.name] {
            openFiles[call.result] = OpenFile(node: node)
            if call.has("O_TRUNC", index + 1) { resize(node, to: 0) }
        } else {
            let node = newNode()
            live.addFile(node)
            durable.addFile(node)
            change(.put(folder: place.folder, name: place.name, node: node))
            openFiles[call.result] = OpenFile(node: node)
        }
    }

    private mutating func newNode() -> Int {
        nextNode += 1
        return nextNode
    }

    private mutating func append(_ call: SystemCall) {
        guard let file = openFiles[call.number(0)] else { return }
        let bytes = call.bytes(1).prefix(call.result)
        if file.node == Self.journalNode {
            marks += String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            return
        }
        write(file.node, at: file.offset, bytes)
        openFiles[call.number(0)]?.offset += bytes.count
    }

    private mutating func write(_ file: Int, at start: Int, _ bytes: ArraySlice<UInt8>) {
        let end = start + bytes.count
        if end > live.files[file]?.count ?? 0 { change(.grow(file: file, size: end)) }
        var offset = start
        while offset < end {
            let next = min(end, (offset / Self.sector + 1) * Self.sector)
            let piece = bytes.dropFirst(offset - start).prefix(next - offset)
            change(.write(file: file, at: offset, Array(piece)))
            offset = next
        }
    }

    private mutating func resize(_ file: Int, to size: Int) {
        let count = live.files[file]?.count ?? 0
        if size > count { change(.grow(file: file, size: size)) }
        if size < count { change(.cut(file: file, size: size)) }
    }

    private mutating func makeFolder(_ path: String) {
        guard let place = place(path) else { return }
        let node = newNode()
        live.addFolder(node)
        durable.addFolder(node)
        change(.put(folder: place.folder, name: place.name, node: node))
    }

    private mutating func move(_ old: String, _ new: String) throws {
        guard let from = place(old), let to = place(new), from.folder == to.folder,
            let node = live.folders[from.folder]?[from.name]
        else {
            if place(old) == nil, place(new) == nil { return }
            throw Unknown(call: "rename between folders")
        }
        change(.move(folder: from.folder, from: from.name, to: to.name, node: node))
    }

    private mutating func link(_ old: String, _ new: String) {
        guard let from = place(old), let to = place(new),
            let node = live.folders[from.folder]?[from.name]
        else { return }
        change(.put(folder: to.folder, name: to.name, node: node))
    }

    private mutating func unlink(_ path: String) {
        guard let place = place(path), let node = live.folders[place.folder]?[place.name] else {
            return
        }
        change(.take(folder: place.folder, name: place.name, node: node))
    }
}
