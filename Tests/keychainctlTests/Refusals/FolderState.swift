import Foundation
import PortableKeychain
import SealedStore
import Testing

/// All that commands keep: the files below a folder with their names, modes and bytes, and which
/// keychains the kernel has the keys of.
struct FolderState {
    /// A file, link or folder.
    private enum Entry: Equatable {
        case folder(mode: UInt16)
        case link(String)
        case file(mode: UInt16, bytes: Data)
    }

    private var entries: [String: Entry] = [:]
    /// The logs beside keychains, by the paths of those.
    private var logs: [String: Data] = [:]
    private var unlocked: Set<String> = []

    /// The files that programs which only read may change: SQLite's companions of a keychain, the
    /// gate for writers, and the tests' own files in the folder to start programs.
    ///
    /// The log counts with its keychain: see ``content(_:_:)``.
    private static func isCompanion(_ name: String) -> Bool {
        ["-wal", "-shm", "-lock"].contains { name.hasSuffix(".keychain" + $0) }
            || [".input", ".output", ".complaints"].contains(name)
    }

    /// Reads the state of a tool's folder.
    init(_ tool: Tool) throws {
        let root = URL(fileURLWithPath: tool.folder)
        let names = FileManager.default.enumerator(atPath: tool.folder)
        for case let name as String in names ?? .init() {
            let file = root.appendingPathComponent(name)
            guard !Self.isCompanion(file.lastPathComponent) else { continue }
            let facts = try FileManager.default.attributesOfItem(atPath: file.path)
            let mode = (facts[.posixPermissions] as? NSNumber)?.uint16Value ?? 0
            switch facts[.type] as? FileAttributeType {
            case .typeDirectory: entries[name] = .folder(mode: mode)
            case .typeSymbolicLink:
                let path = try FileManager.default.destinationOfSymbolicLink(atPath: file.path)
                entries[name] = .link(path)
            default:
                entries[name] = .file(mode: mode, bytes: try Data(contentsOf: file))
                let log = try? Data(contentsOf: URL(fileURLWithPath: file.path + "-wal"))
                if name.hasSuffix(".keychain") { logs[name] = log ?? Data() }
            }
        }
        for name in Keychain.names(configuration: tool.configuration) {
            let keychain = try? Keychain.open(.named(name), configuration: tool.configuration)
            if let keychain, (try? keychain.lockState) == .unlocked { unlocked.insert(name) }
        }
    }

    /// The names of the differences from another state.
    func differences(from other: FolderState) -> [String] {
        let names = Set(entries.keys).union(other.entries.keys)
        let files = names.filter { name in
            guard case .file(let mode, let bytes) = entries[name],
                case .file(let otherMode, let otherBytes) = other.entries[name],
                name.hasSuffix(".keychain")
            else { return entries[name] != other.entries[name] }
            guard mode == otherMode else { return true }
            if bytes == otherBytes, logs[name] == other.logs[name] { return false }
            let content = Self.content(bytes, logs[name] ?? Data())
            return content == nil
                || content != Self.content(otherBytes, other.logs[name] ?? Data())
        }
        let keys = unlocked.symmetricDifference(other.unlocked).map { "the kernel's keys of \($0)" }
        return (files + keys).sorted()
    }

    /// The state of a keychain: the epoch, the slots, and the digest of all its rows.
    ///
    /// Its bytes also change when a program moves what is in the log into the file.
    private static func content(_ bytes: Data, _ log: Data) -> StoredState? {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("content-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            let file = folder.appendingPathComponent("a.keychain")
            for (content, path) in [(bytes, file.path), (log, file.path + "-wal")] {
                guard !content.isEmpty else { continue }
                let isMade = FileManager.default.createFile(
                    atPath: path,
                    contents: content,
                    attributes: [.posixPermissions: 0o600]
                )
                #expect(isMade)
            }
            return try SealedStore.open(file.path).readState()
        } catch {
            return nil
        }
    }
}
