import Foundation
import Testing

/// The programs of OpenSSH on this machine.
enum OpenSSH {
    /// Whether a program is there.
    static func has(_ programs: String...) -> Bool {
        programs.allSatisfy { access($0, X_OK) == 0 }
    }

    static let hasClient = has("/usr/bin/ssh", "/usr/bin/ssh-add", "/usr/bin/ssh-keygen")
    static let hasServer = hasClient && has("/usr/sbin/sshd")
    static let absence = "OpenSSH is not installed; see Scripts/install-needs.sh"
}

extension Tool {
    /// Runs lines of shell whose programs find an agent on the keychain of this tool.
    ///
    /// - Parameters:
    ///   - lines: The lines that the shell runs, up to the first failure.
    ///   - options: Options of the agent.
    /// - Returns: The outcome of the run.
    /// - Throws: An error if it cannot be started.
    func withAgent(_ lines: String, options: [String] = []) throws -> Outcome {
        try run(["ssh-agent"] + options + ["--", "/bin/sh", "-e", "-c", lines])
    }

    /// Runs code with an agent on a terminal, and with its socket.
    ///
    /// - Parameters:
    ///   - options: Options of the agent.
    ///   - body: The work while it runs; it gets the path of the socket.
    /// - Throws: An error if it cannot be started, and any error of the body.
    func withSocket(
        _ options: [String] = [],
        _ body: (Dialogue, String) throws -> Void
    ) throws {
        let socket = "\(folder)/private/s"
        let agent = try Dialogue(self, ["ssh-agent", "-D", "--socket", socket] + options)
        try agent.see("echo Agent pid")
        try body(agent, socket)
        kill(agent.process, SIGTERM)
        #expect(agent.end() == 0)
        #expect(access(socket, F_OK) != 0)
    }

    /// Makes private keys in the keychain, and a file `LABEL.pub` of each.
    func makeKeys(_ keys: [(label: String, arguments: [String])]) throws {
        for key in keys {
            _ = try run(["key", "generate", "--ssh", "--label", key.label] + key.arguments)
            let line = try run(["key", "export", "--label", key.label, "--openssh"])
            try Data(line.output).write(to: URL(fileURLWithPath: "\(folder)/\(key.label).pub"))
        }
    }
}
