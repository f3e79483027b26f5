/// Who asks the agent, as far as it decides anything (agent-protocol.md §5).
///
/// Between programs of one user this is for consent, not a wall: the user's programs can run code in
/// each other (`Specification/threat-model.md`).
enum Caller: Hashable, Sendable {
    /// A program that only root could have put there.
    case program(Program)
    /// Anything else: scripts, interpreters, programs in the user's folders, and processes about
    /// which the kernel says nothing. All of them are one.
    case session

    /// A program by its file: another file at the same path is another program.
    struct Program: Hashable, Sendable {
        var path: String
        var device: UInt64
        var inode: UInt64
    }

    /// Programs that do what a file or a user tells them, so that their names say nothing.
    ///
    /// Digits and dots after a name are its version.
    private static let interpreters: Set<String> = [
        "ash", "awk", "bash", "busybox", "bun", "csh", "dash", "deno", "dotnet", "emacs", "env",
        "expect", "fish", "gawk", "gdb", "gdbserver", "gjs", "guile", "java", "jshell", "julia",
        "ksh", "ld-linux-x86-64.so", "ld-linux-aarch64.so", "ld-linux.so", "ld-musl-x86_64.so",
        "ld-musl-aarch64.so", "ld.so", "lldb", "lua", "luajit", "mawk", "mksh", "mono", "node",
        "nodejs", "ocaml", "perl", "php", "pypy", "python", "qemu", "ruby", "rbash", "script",
        "sh", "socat", "strace", "swift", "tclsh", "tcsh", "toybox", "valgrind", "vim", "wish",
        "xonsh", "zsh",
    ]

    /// Decides who a process is.
    init(_ facts: ProcessFacts) {
        guard let executable = facts.executable, facts.sharesFiles, executable.owner == 0,
            // Nobody but root writes it, and it is a file that is still there.
            executable.mode & 0o022 == 0, executable.path.hasPrefix("/"),
            !executable.path.hasSuffix(" (deleted)"), !Self.isInterpreter(executable.path)
        else {
            self = .session
            return
        }
        self = .program(
            Program(
                path: executable.path,
                device: executable.device,
                inode: executable.inode
            )
        )
    }

    /// Whether a program does what its arguments say.
    static func isInterpreter(_ path: String) -> Bool {
        var name = path.split(separator: "/").last.map(String.init) ?? ""
        let isVersion: (Character) -> Bool = { $0.isNumber || $0 == "." || $0 == "-" }
        while let last = name.last, isVersion(last) { name.removeLast() }
        return interpreters.contains(name)
            || interpreters.contains { name.hasPrefix($0 + "-") || name.hasPrefix($0 + "3.") }
    }
}
