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

    /// Programs that do what a file, an argument or a user tells them, or carry the bytes of others, so
    /// that their names say nothing.
    private static let interpreters: Set<String> = [
        "ash", "awk", "bash", "busybox", "bun", "csh", "curl", "dash", "deno", "dotnet", "ed",
        "emacs",
        "env", "expect", "fish", "gawk", "gdb", "gdbserver", "gjs", "guile", "java", "jshell",
        "julia",
        "ksh", "ld", "lldb", "lua", "luajit", "mawk", "mksh", "mono", "nano", "nc", "ncat", "node",
        "nodejs", "nvim", "ocaml", "openssl", "perl", "php", "pypy", "python", "qemu", "rbash",
        "ruby",
        "rview", "script", "sed", "sh", "socat", "strace", "swift", "tclsh", "tcsh", "telnet",
        "toybox",
        "valgrind", "vi", "view", "vim", "vimdiff", "wget", "wish", "xonsh", "zsh",
    ]

    /// Decides who a process is.
    init(_ facts: ProcessFacts) {
        guard let executable = facts.executable, facts.sharesFiles, executable.owner == 0,
            !executable.isServedByProgram,
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
    ///
    /// The name counts up to the first digit, dot, hyphen or underscore, because what follows is a
    /// version or a variant: `perl5.36-x86_64-linux-gnu` and `vim.basic` are names of Debian.
    static func isInterpreter(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return interpreters.contains(String(name.prefix { $0.isASCII && $0.isLetter }))
    }
}
