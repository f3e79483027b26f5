internal import PortableKeychain

/// Has the user's service manager start the agent, and takes that back.
package struct AgentSetup {
    let desktop: Desktop
    let manager: ServiceManager

    package init(desktop: Desktop, manager: ServiceManager) {
        (self.desktop, self.manager) = (desktop, manager)
    }

    /// Writes the units, and starts the sockets.
    ///
    /// - Parameter ssh: Whether there is a socket for ssh too.
    /// - Throws: ``Failure`` if a file cannot be written, or the manager does not start a socket.
    package func enable(ssh: Bool) throws(Failure) {
        guard desktop.hasUnits else { return sayHow(ssh) }
        let files = try desktop.agentFiles(ssh: ssh)
        // Such as the service of its own, after the bus has one that serves both.
        let others = desktop.allAgentFiles().filter { file in
            !files.contains { $0.path == file.path }
        }
        if others.contains(where: \.isOurs) || files.contains(where: { $0.state == .outdated }) {
            // A socket that is active, or the service that has it, would stay with what the files said
            // before.
            for unit in Desktop.sockets.map(Desktop.socketUnit) + [Desktop.agentUnit] {
                _ = manager.run(["stop", unit])
            }
        }
        for file in others { _ = try file.remove() }
        for file in files {
            Terminal.say("\(file.path): \(try file.install() ? "written" : "there already").")
        }
        let units = (ssh ? Desktop.sockets : ["agent"]).map(Desktop.socketUnit)
        _ = manager.run(["daemon-reload"])
        guard start(units) else {
            throw Failure(
                .unfit,
                "the units are written, but systemd does not start \(units.joined(separator: ", "))",
                advice: "stop a keychaind that you started yourself, and run this again"
            )
        }
        _ = manager.run(["try-restart", Desktop.unit])
        Terminal.say("The agent starts when a program first connects.")
        Self.sayVariable()
        Terminal.say("'keychainctl agent disable' takes all of this back.")
    }

    /// Starts sockets, now and at each login.
    ///
    /// systemd starts none while the service runs that belongs to it, as the bus may have started it:
    /// then that ends, and the next call starts it again.
    ///
    /// - Returns: Whether they were started; not if a process that was started by hand has their place.
    private func start(_ sockets: [String]) -> Bool {
        let words = ["enable", "--now"] + sockets
        if manager.run(words) { return true }
        for unit in [Desktop.unit, Desktop.agentUnit] { _ = manager.run(["stop", unit]) }
        return manager.run(words)
    }

    /// Has the agent follow a change of the files of the Secret Service, if it was enabled: one process
    /// answers both, or the agent has a service of its own again.
    ///
    /// - Throws: The same errors as ``enable(ssh:)``.
    func follow() throws(Failure) {
        let sockets = desktop.allAgentFiles().filter { $0.isOurs && $0.path.hasSuffix(".socket") }
        guard desktop.hasUnits, !sockets.isEmpty else { return }
        try enable(ssh: sockets.count == Desktop.sockets.count)
    }

    /// Stops the agent, and removes the units.
    ///
    /// - Throws: ``Failure`` if a file cannot be removed.
    package func disable() throws(Failure) {
        let present = desktop.allAgentFiles().filter { $0.state != .missing }
        guard !present.isEmpty else { return Terminal.say("The agent was not enabled.") }
        if desktop.hasUnits {
            _ = manager.run(["disable", "--now"] + Desktop.sockets.map(Desktop.socketUnit))
            _ = manager.run(["stop", Desktop.agentUnit])
        }
        for file in present where try file.remove() { Terminal.say("\(file.path): removed.") }
        guard desktop.hasUnits else { return }
        _ = manager.run(["daemon-reload"])
        _ = manager.run(["try-restart", Desktop.unit])
    }

    /// Prints the commands that a session without systemd has to start.
    private func sayHow(_ ssh: Bool) {
        let socket = ssh ? " --ssh \"$XDG_RUNTIME_DIR/portable-keychain/ssh\"" : ""
        let program = "'\(desktop.program.replacing(sign: "'", with: "'\\''"))'"
        Terminal.say("No systemd runs for you. Have your session start this program:")
        // With the backslashes of a shell as they are.
        Terminal.hint("    \(Shown(lines: program)) --agent\(socket) &\n")
        Self.sayVariable()
    }

    private static func sayVariable() {
        Terminal.say("Programs use it where \(AgentUse.variable) is 'prefer' or 'require'.")
    }
}
