/// The units by which a user's service manager starts the agent when a program first connects.
///
/// Without `keychaind` there is no socket at the next login, so that programs which prefer the agent
/// open their keychain themselves.
extension Desktop {
    /// The first line of the files, which names the program that wrote them.
    private static let agentMark =
        "# Written by 'keychainctl agent enable'; 'disable' takes it back."
    /// The sockets, by the names of their descriptors, which are also those of the files.
    static let sockets = ["agent", "ssh"]

    static func socketUnit(_ name: String) -> String { "keychaind-\(name).socket" }
    static let agentUnit = "keychaind-agent.service"

    /// The files that have the agent started.
    ///
    /// Where the same program answers the bus, the one process does both: it asks the user one
    /// question at a time, and a keychain that is unlocked for one is unlocked for the other.
    ///
    /// - Parameter ssh: Whether there is a socket for ssh too.
    /// - Returns: The files.
    /// - Throws: The same errors as ``files()``.
    func agentFiles(ssh: Bool) throws(Failure) -> [SetupFile] {
        let servesBus = try files().first?.state == .written
        let sockets = ssh ? Self.sockets : ["agent"]
        let units = sockets.map(Self.socketUnit).joined(separator: " ")
        let service = servesBus ? Self.unit : Self.agentUnit
        let files = sockets.map { name in
            agentFile(
                Self.socketUnit(name),
                """
                [Unit]
                Description=Socket of the agent of the user's keychains (\(name))
                Documentation=man:keychainctl-agent(1)
                ConditionFileIsExecutable=\(unitProgram)

                [Socket]
                ListenStream=%t/portable-keychain/\(name)
                FileDescriptorName=\(name)
                Service=\(service)
                SocketMode=0600
                DirectoryMode=0700
                PassCredentials=yes
                RemoveOnStop=yes

                [Install]
                WantedBy=sockets.target

                """
            )
        }
        let wanted = "[Unit]\nRequires=\(units)\nAfter=\(units)\n"
        if servesBus {
            return files + [
                agentFile(
                    Self.unit + ".d/agent.conf",
                    wanted + """

                        [Service]
                        Sockets=\(units)
                        ExecStart=
                        ExecStart=\(quotedProgram) --user --agent

                        """
                )
            ]
        }
        return files + [
            agentFile(
                Self.agentUnit,
                wanted + """
                    Description=Agent of the user's keychains
                    Documentation=man:keychainctl-agent(1)
                    ConditionFileIsExecutable=\(unitProgram)

                    [Service]
                    Sockets=\(units)
                    ExecStart=\(quotedProgram) --agent
                    \(Self.limits)

                    """
            )
        ]
    }

    /// All files that ``agentFiles(ssh:)`` may have written at any time.
    func allAgentFiles() -> [SetupFile] {
        (Self.sockets.map(Self.socketUnit) + [Self.agentUnit, Self.unit + ".d/agent.conf"])
            .map { agentFile($0, "") }
    }

    private func agentFile(_ name: String, _ content: String) -> SetupFile {
        SetupFile(path: userUnits + name, content: content, mark: Self.agentMark)
    }
}
