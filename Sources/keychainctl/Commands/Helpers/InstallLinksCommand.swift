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
        abstract: "Let other programs find this tool by the names they know.",
        discussion: """
            Makes symbolic links to this program in a folder, which should be in your PATH. Called \
            by such a name, the tool does what the program of that name does:

            \(list)

            Links that are there already and lead here stay; anything else of that name is left \
            alone (status 64).

            EXAMPLES
              keychainctl install-links ~/.local/bin
              keychainctl install-links ~/.local/bin security
            """
    )

    /// The names in a column, and what they are for in another.
    private static let list: String = {
        let width = ProgramName.allCases.map(\.rawValue.count).max() ?? 0
        return ProgramName.allCases.map { program in
            let gap = String(repeating: " ", count: width - program.rawValue.count + 2)
            return "  \(program.rawValue)\(gap)\(program.purpose)"
        }.joined(separator: "\n")
    }()

    @Argument(help: "The folder.", completion: .directory) var folder: String
    @Argument(
        help: "The names to link; all of them if left out.",
        completion: .list(ProgramName.allCases.map(\.rawValue))
    )
    var names: [String] = []

    func run() throws {
        let known = ProgramName.allCases.map(\.rawValue)
        for name in names where !known.contains(name) {
            throw Failure(
                .usage,
                "'\(name)' is no name that this tool goes by",
                advice: "take one of \(known.joined(separator: ", "))"
            )
        }
        let program = try Self.program()
        for name in names.isEmpty ? known : names {
            try Self.link("\(folder)/\(name)", to: program)
        }
    }

    /// Makes a link, unless it is there already.
    private static func link(_ path: String, to program: String) throws(Failure) {
        guard symlink(program, path) != 0 else { return }
        let problem = errno
        guard problem == EEXIST else {
            throw Failure(KeychainError(.inputOutput, reason: "\(path) cannot be made."))
        }
        guard target(of: path) == program else {
            throw Failure(
                .usage,
                "\(path) is there already and is something else",
                advice: "remove it, or choose another folder"
            )
        }
    }

    /// The path of this program, with no link in it.
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
                KeychainError(.inputOutput, reason: "This program's own path cannot be found.")
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
