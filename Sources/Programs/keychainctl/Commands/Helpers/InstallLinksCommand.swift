internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import KeychainLibC

/// `keychainctl install-links`.
struct InstallLinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install-links",
        abstract: "Create links so that other programs find this tool.",
        discussion: """
            Creates symbolic links to this program in a folder, which should be in your PATH. If \
            the tool is called by such a name, it acts as the program of that name:

            \(list)

            Existing links to this program are kept. Any other file of such a name is not changed; \
            the other links are made, and the status is 64. The command says what it did.

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
        try Failure.requireFolder(folder)
        let program = try Self.program()
        var taken: [String] = []
        for name in names.isEmpty ? known : names {
            let path = "\(folder)/\(name)"
            switch try Self.link(path, to: program) {
            case .made: Terminal.say("\(path) is made.")
            case .present: Terminal.say("\(path) is there already.")
            case .taken: taken.append(path)
            }
        }
        guard !taken.isEmpty else { return }
        let (verb, pronoun) = taken.count == 1 ? ("exists", "it") : ("exist", "them")
        throw Failure(
            .usage,
            taken.joined(separator: ", ") + " \(verb) already and "
                + (taken.count == 1 ? "is not a link" : "are not links") + " to this program",
            advice: "remove \(pronoun), or choose another folder"
        )
    }

    /// The outcome for a link.
    private enum Outcome {
        case made
        /// The link was there already.
        case present
        /// Another file has the name, and was not changed.
        case taken
    }

    /// Creates a link, unless its name is taken.
    private static func link(_ path: String, to program: String) throws(Failure) -> Outcome {
        guard symlink(program, path) != 0 else { return .made }
        let problem = errno
        guard problem == EEXIST else {
            throw Failure(cannot: "create", path, problem)
        }
        return target(of: path) == program ? .present : .taken
    }

    /// The path of this program, with symbolic links resolved.
    private static func program() throws(Failure) -> String {
        guard let path = UserEnvironment.executable else {
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
