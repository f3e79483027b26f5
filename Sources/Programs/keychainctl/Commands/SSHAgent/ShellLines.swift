internal import KeychainctlKit
internal import SSHAgent

/// The commands that a shell evaluates to use an agent, in the format of OpenSSH's `ssh-agent`.
struct ShellLines {
    /// The families of shells.
    enum Family {
        case bourne
        case c

        /// The family of the user's shell, by the name of the program.
        init(shell: String?) { self = shell?.hasSuffix("csh") == true ? .c : .bourne }
    }

    let family: Family
    let socket: String
    let process: Int32

    /// The lines, with a newline at the end.
    var text: String {
        let values = [("SSH_AUTH_SOCK", ShellWord.quoted(socket)), ("SSH_AGENT_PID", "\(process)")]
        let lines = values.map { name, value in
            switch family {
            case .bourne: "\(name)=\(value); export \(name);\n"
            case .c: "setenv \(name) \(value);\n"
            }
        }
        return lines.joined() + "echo Agent pid \(process);\n"
    }
}
