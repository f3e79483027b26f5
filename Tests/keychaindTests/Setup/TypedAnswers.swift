#if Agent && os(Linux)
    import Foundation

    extension PrivateBus {
        /// Runs keychaind on a terminal, where a person types an answer to each question.
        ///
        /// - Parameters:
        ///   - words: The arguments.
        ///   - answers: The end of each question, and the answer, which a newline ends.
        /// - Returns: The exit status, and what the terminal has shown.
        /// - Throws: An error if it cannot be started.
        func converse(
            _ words: String,
            _ answers: [(question: String, text: String)]
        ) throws -> (status: Int32, shown: String) {
            let file = "\(folder)/terminal-\(UUID().uuidString)"
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/script")
            let command = "\(PrivateBus.program.path) \(words)"
            process.arguments = ["--quiet", "--flush", "--return", "--command", command, file]
            process.environment = environment
            let input = Pipe()
            process.standardInput = input
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            var seen = ""
            for (question, text) in answers {
                var rest = ""
                for _ in 0..<1000 where process.isRunning && !rest.contains(question) {
                    usleep(10_000)
                    let all = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
                    rest = String(all.dropFirst(seen.count))
                }
                seen += rest
                // Its question never comes.
                guard process.isRunning else { break }
                try input.fileHandleForWriting.write(contentsOf: Data("\(text)\n".utf8))
            }
            process.waitUntilExit()
            let shown = try String(contentsOfFile: file, encoding: .utf8)
            return (process.terminationStatus, shown)
        }
    }
#endif
