#if FIDO2 && os(Linux)
    import Foundation
    import Testing

    /// A helper program that waits for a touch ends when the program that asked is gone.
    @Suite struct OrphanedHelperTests {
        /// The processes whose program is a file.
        private func processes(of program: String) -> [pid_t] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return names.compactMap { pid_t($0) }.filter { process in
                let path = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/\(process)/exe"
                )
                return path == program
            }
        }

        @Test func endsWithItsCaller() throws {
            try Tool.inFolder { tool in
                try tool.installSecurityKey("")
                let program =
                    URL(fileURLWithPath: tool.folder).resolvingSymlinksInPath().path
                    + "/installed/keychain-fido2"
                #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
                #expect(try tool.run(["fido2", "enroll"]).status == 0)
                try tool.installSecurityKey("touch never")
                let dialogue = try Dialogue(tool, ["unlock", "--fido2"])
                try dialogue.see("Touch the security key.")
                #expect(processes(of: program).count == 1)
                #expect(kill(dialogue.process, SIGKILL) == 0)
                #expect(dialogue.end() == -SIGKILL)
                let deadline = ContinuousClock.now + .seconds(15)
                while !processes(of: program).isEmpty, ContinuousClock.now < deadline {
                    usleep(20_000)
                }
                #expect(processes(of: program).isEmpty)
                #expect(try tool.run(["recovery", "status"]).text == "recovery\tno\n")
            }
        }
    }
#endif
