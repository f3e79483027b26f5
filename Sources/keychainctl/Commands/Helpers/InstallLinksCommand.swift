internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// `keychainctl install-links`.
struct InstallLinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install-links",
        abstract: "Create links so that other programs find this tool.",
        discussion: """
            Creates symbolic links to this program in a folder, which should be in your PATH. If \
            the tool is called by such a name, it acts as the program of that name:

            \(list)

            Existing links to this program are kept; any other file of that name is not changed \
            (status 64).

            EXAMPLES
              keychainctl install-links ~/.local/bin
              keychainctl install-links ~/.local/bin security
            """
    )

    /// The names and their purposes, in two columns.
    private static let list: String = {
        let width = ProgramName.allCases.map(\.rawValue.count).max() ?? 0
        return ProgramName.allCases.map { program in
            let gap = String(repeating: " ", count: width - program.rawValue.count + 2)
            return "  \(program.rawValue)\(gap)\(program.purpose)"
        }.joined(separator: "\n")
    }()

    @Argument(help: "The folder.", completion: .directory) var folder: String
    @Argument(
        help: "The names of the links. Default: all.",
        completion: .list(ProgramName.allCases.map(\.rawValue))
    )
    var names: [String] = []

    func run() throws {
        let known = ProgramName.allCases.map(\.rawValue)
        for name in names where !known.contains(name) {
            throw Failure(
                .usage,
                "'\(name)' is not a name of this tool",
                advice: "use one of \(known.joined(separator: ", "))"
            )
        }
        let program = try Self.program()
        for name in names.isEmpty ? known : names {
            try Self.link("\(folder)/\(name)", to: program)
        }
    }

    /// Creates a link, unless it exists already.
    private static func link(_ path: String, to program: String) throws(Failure) {
        guard symlink(program, path) != 0 else { return }
        let problem = errno
        guard problem == EEXIST else {
            throw Failure(KeychainError(.inputOutput, reason: "Cannot create \(path)."))
        }
        guard target(of: path) == program else {
            throw Failure(
                .usage,
                "\(path) exists already and is not a link to this program",
                advice: "remove it, or choose another folder"
            )
        }
    }

    /// The path of this program, with symbolic links resolved.
    private static func program() throws(Failure) -> String {
        #if os(Linux)
            let path = target(of: "/proc/self/exe")
        #else
            let path = CommandLine.arguments.first.flatMap { name in
                realpath(name, nil).map { resolved in
                    defer { free(resolved) }
                    return String(cString: resolved)
                }
            }
        #endif
        guard let path else {
            throw Failure(
                KeychainError(.inputOutput, reason: "Cannot find the path of this program.")
            )
        }
        return path
    }

    private static func target(of link: String) -> String? {
        var room = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = room.withUnsafeMutableBytes {
            guard let start = $0.baseAddress else { return 0 }
            return readlink(link, start.assumingMemoryBound(to: CChar.self), $0.count)
        }
        return count > 0 ? String(decoding: room[..<count], as: UTF8.self) : nil
    }
}
