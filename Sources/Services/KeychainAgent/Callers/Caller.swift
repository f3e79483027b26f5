/// A program that asks the agent, as far as decisions depend on it (agent-protocol.md §5).
///
/// Between programs of one user this is for consent, not a wall: the user's programs can run code in
/// each other (`Specification/threat-model.md`).
enum Caller: Hashable, Sendable {
    /// A program that only root could have put there, and that root declares.
    case program(Program)
    /// Anything else: scripts, interpreters, programs in the user's folders, and processes about
    /// which the kernel says nothing. All of them are one.
    case session

    /// A program by its file: another file at the same path is another program.
    struct Program: Hashable, Sendable {
        /// The path of its executable, with ` as ` and its name if it acts by its name.
        var path: String
        var device: UInt64
        var inode: UInt64
    }

    /// Decides who a process is.
    ///
    /// - Parameters:
    ///   - facts: The kernel's facts about the process.
    ///   - declaration: Returns the name that decisions use for an executable with a name; `nil` if
    ///     they are not to be remembered (``DeclaredPrograms/declaration(of:calledAs:)``).
    init(_ facts: ProcessFacts, _ declaration: (String, String?) -> String?) {
        guard let executable = facts.executable, facts.sharesFiles, executable.owner == 0,
            !executable.isOnMountOfUser, !executable.isInFolderOfOthers,
            // Only root can write it, and the file still exists.
            executable.mode & 0o022 == 0, executable.path.hasPrefix("/"),
            !executable.path.hasSuffix(" (deleted)"),
            let path = declaration(executable.path, facts.name)
        else {
            self = .session
            return
        }
        self = .program(
            Program(path: path, device: executable.device, inode: executable.inode)
        )
    }
}
