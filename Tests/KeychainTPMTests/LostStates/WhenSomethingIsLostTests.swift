#if TPM && os(Linux)
    import Foundation
    import LostStates
    import TestRounds
    import Testing

    /// The text in `Documentation/WhenSomethingIsLost.md` for each state is the output of the
    /// programs, and the command that it names opens everything again.
    ///
    /// With `WRITE_PAGE=1`, what they say is written into the page.
    @Suite("The page about losses", .thorough, .needsSimulator, .serialized)
    struct WhenSomethingIsLostTests {
        private static let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Documentation/WhenSomethingIsLost.md").standardized
        private static let writes = ProcessInfo.processInfo.environment["WRITE_PAGE"] != nil

        private static func page() throws -> [String] {
            try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n")
        }

        @Test(
            "is reported by status, doctor and the first command, and one command helps",
            arguments: LostState.all
        )
        func opensAgain(_ state: LostState) throws {
            let page = try Self.page()
            var session = try #require(
                PageSession(under: state.name, in: page),
                "The page has no session for this state."
            )
            let commands = session.steps.map(\.command)
            #expect(commands.starts(with: Self.first), "\(commands)")
            #expect(commands.last == Self.first.last)
            let machine = try LostMachine(state)
            for (number, step) in session.steps.enumerated() {
                let said = try perform(step.command, on: machine)
                let lines = PageSession.shown(
                    said,
                    home: machine.tool.home,
                    isShort: Self.writes && step.command == "keychainctl doctor"
                )
                if Self.writes {
                    session.steps[number].lines = lines
                } else {
                    let isSame = PageSession.matches(lines[...], step.lines[...])
                    #expect(isSame, "\(step.command): \(lines)")
                }
            }
            if Self.writes { try write(session, under: state.name) }
            #expect(session.steps.last?.lines == ["s3cret"])
            #expect(try opensOther(machine), "the other keychain of the folder")
        }

        /// Whether the keychain opens that has no recovery key of its own: by itself, or with the
        /// recovery key of the device key.
        private func opensOther(_ machine: LostMachine) throws -> Bool {
            let get = ["get", "--keychain", "home", "--service", "api"]
            if try machine.run(get).output.hasPrefix("s3cret") { return true }
            _ = try machine.run(
                ["tpm", "unbind", "--recovery"],
                input: machine.deviceRecoveryKey
            )
            return try machine.run(get).output.hasPrefix("s3cret")
        }

        /// The commands that a user types first.
        private static let first = [
            "keychainctl status", "keychainctl doctor", "keychainctl get api",
        ]

        /// Runs a line of the page; the text that is typed where it asks is not shown.
        private func perform(_ line: String, on machine: LostMachine) throws -> String {
            let words = line.split(separator: " ").map(String.init)
            if words.first == "sudo" {
                // A newer program reads the file that this one refuses, and left as it was.
                try machine.readAsNewerProgram()
                return ""
            }
            guard words.first == "keychainctl" else {
                return try machine.runInShell(
                    line.replacing("~/.local/share", with: machine.tool.home + "/data")
                )
            }
            let outcome = try machine.run(
                Array(words.dropFirst()),
                input: machine.answer(to: words.dropFirst().joined(separator: " "))
            )
            return outcome.output + (outcome.output.hasSuffix("\n") ? "" : "\n")
                + outcome.complaints
        }

        private func write(_ session: PageSession, under title: String) throws {
            // Others may have changed it meanwhile.
            var page = try Self.page()
            guard let old = PageSession(under: title, in: page) else { return }
            page.replaceSubrange(old.range, with: session.text)
            try page.joined(separator: "\n").write(to: Self.path, atomically: true, encoding: .utf8)
        }
    }

    extension LostMachine {
        /// The answer that a user types where a command asks.
        fileprivate func answer(to command: String) -> String {
            if command.hasPrefix("recover") { return recoveryKey + "new passcode\n" }
            if command.hasPrefix("tpm unbind --recovery") { return deviceRecoveryKey }
            if command.hasPrefix("restore") { return Self.passphrase + "\n" }
            return ""
        }

        /// Gives the file the version that this program reads.
        fileprivate func readAsNewerProgram() throws {
            let file = try FileHandle(
                forUpdating: URL(filePath: tool.folder + "/default.keychain")
            )
            try file.seek(toOffset: 60)
            let known = try file.read(upToCount: 4)
            guard known == Data(Self.newerVersion) else {
                throw CocoaError(.fileReadCorruptFile)
            }
            try file.seek(toOffset: 60)
            try file.write(contentsOf: Data(Self.presentVersion))
            try file.close()
        }

        /// Runs another program in the home folder.
        fileprivate func runInShell(_ line: String) throws -> String {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", line]
            process.currentDirectoryURL = URL(filePath: tool.home)
            process.environment = ["HOME": tool.home, "PATH": "/usr/bin:/bin"]
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus == 0 ? "" : "exit \(process.terminationStatus)"
        }
    }
#endif
