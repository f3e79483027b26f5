internal import ArgumentParser
internal import KeychainctlKit
internal import SecurityTool

extension ProgramName {
    /// Runs the program of this name, which reads its arguments from `CommandLine`.
    ///
    /// - Returns: Its exit status.
    /// - Throws: Any error of the program.
    func run() throws -> Int32 {
        switch self {
        case .security: SecurityTool.main()
        case .git: try GitHelperCommand.runAsProgram()
        case .docker: try DockerHelperCommand.runAsProgram()
        case .keyring: try KeyringHelperCommand.runAsProgram()
        case .cargo: try CargoHelperCommand.runAsProgram()
        case .aws: try AWSHelperCommand.runAsProgram()
        case .browser: try BrowserHelperCommand.runAsProgram()
        }
    }
}

extension PlainCommand {
    /// Runs the command as a program of another name, with the arguments of this process.
    ///
    /// - Returns: The exit status.
    /// - Throws: Any error of the command.
    fileprivate static func runAsProgram() throws -> Int32 {
        let words = CommandLine.arguments.dropFirst()
        guard try !runPlainly(words) else { return 0 }
        if let help = HelpRequest.read(Array(words), of: Self.self, name: ProgramName.shown) {
            Terminal.help(try help.text)
            return 0
        }
        var command: Self
        do {
            command = try parse(Array(words))
        } catch  where exitCode(for: error) == .success {
            exit(withError: error)
        } catch {
            let text = message(for: error).split(separator: "\n").joined(separator: " ")
            throw Failure(
                .usage,
                Failure.clause(text),
                advice: "see '\(ProgramName.shown) --help'"
            )
        }
        try command.run()
        return 0
    }
}
