internal import KeychainLibC
internal import PortableKeychain

/// The programs about which decisions can be remembered, as files that belong to root say
/// (agent-protocol.md §5).
///
/// Packages and administrators declare programs, because a list of programs that obey others is
/// never complete.
struct DeclaredPrograms: Sendable {
    /// The folders, each before those whose files of the same names it hides.
    var folders: [String]
    var reach = RootReach()

    /// The declared programs of this machine.
    static let installed = DeclaredPrograms(
        folders: ["/etc", "/usr/local/share", "/usr/share"].map {
            $0 + "/portable-keychain/programs"
        }
    )
    /// The most bytes of a file that is read.
    static let longest = 64 << 10

    /// Finds out whether a program is declared.
    ///
    /// - Parameters:
    ///   - path: Its executable, without links.
    ///   - name: The name by which it was called; `nil` if it is not known.
    /// - Returns: The program, as decisions name it: its path, with ` as ` and the name if it is declared
    ///   for this name only. `nil` if it is not declared.
    func declaration(of path: String, calledAs name: String?) -> String? {
        let declared = lines
        if declared.contains(path) { return path }
        return name.map { "\(path) as \($0)" }.flatMap { declared.contains($0) ? $0 : nil }
    }

    /// All lines of the files.
    private var lines: Set<String> {
        var (lines, names): (Set<String>, Set<String>) = ([], [])
        for folder in folders {
            // Root may have made links on the way, such as to another disk.
            let folder = PrivateFile.resolved(folder)
            for name in PrivateFile.names(in: folder)
            where name.hasSuffix(".conf") && names.insert(name).inserted {
                lines.formUnion(read("\(folder)/\(name)"))
            }
        }
        return lines
    }

    /// The lines of a file; empty if a user other than root could have written it.
    ///
    /// A comment names no program, because each path begins with a slash.
    private func read(_ path: String) -> [String] {
        guard reach.covers(path) else { return [] }
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, reach.isOwn(facts), facts.st_size <= Self.longest else {
            return []
        }
        var room = [UInt8](repeating: 0, count: Int(facts.st_size))
        let count = room.withUnsafeMutableBytes {
            KeychainLibC.read(file, $0.baseAddress, $0.count)
        }
        guard count == room.count, let text = String(validating: room, as: UTF8.self) else {
            return []
        }
        return text.split(separator: "\n").map(String.init)
    }
}
