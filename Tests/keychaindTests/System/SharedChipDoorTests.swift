#if Agent && TPM && os(Linux)
    import Foundation
    import Synchronization
    import TestRounds
    import Testing

    /// The TPM that the agent of the system shares, with a TPM in software and real users, none of
    /// which can reach it.
    @Suite(
        .thorough,
        .enabled(
            if: SystemStage.isPossible && SharedSimulator.program != nil,
            "only root can start programs of other users, and swtpm must be installed"
        )
    )
    struct SharedChipDoorTests {
        private let simulator: SharedSimulator
        private let stage: SystemStage
        private static let (one, other) = (SystemStage.one, SystemStage.other)

        init() throws {
            simulator = try SharedSimulator(of: SystemStage.server)
            stage = try SystemStage(chip: simulator.interface)
        }

        private func run(
            as user: UInt32 = one,
            _ words: String...,
            input: String = ""
        ) throws -> (status: Int32, output: String, errors: String) {
            try stage.run(as: user, words, input: input)
        }

        private func storeAndEnroll(pin: String?) throws {
            #expect(try run("set", "--service", "api", input: "s3cret").status == 0)
            #expect(try run("passcode", "set", input: "horse").status == 0)
            let words = ["tpm", "enroll"] + (pin == nil ? ["--no-pin"] : [])
            let input = "horse\n" + (pin.map { $0 + "\n" } ?? "")
            let enrolled = try stage.run(as: Self.one, words, input: input)
            #expect(enrolled.status == 0, "\(enrolled.errors)")
        }

        /// The status of `tpm unlock`, and its output.
        private func unlock(as user: UInt32 = one, pin: String? = "1234") throws -> (Int32, String)
        {
            let outcome = try stage.run(as: user, ["tpm", "unlock"], input: pin ?? "")
            return (outcome.status, outcome.errors)
        }

        /// Gives another user all files of a user, as a thief would take them.
        private func copyHome() throws {
            let (from, to) = (stage.home(of: Self.one), stage.home(of: Self.other))
            let copying = try Process.run(
                URL(filePath: "/bin/sh"),
                arguments: [
                    "-c", "cp -r \(from)/. \(to)/ && chown -R \(Self.other):\(Self.other) \(to)",
                ]
            )
            copying.waitUntilExit()
            #expect(copying.terminationStatus == 0)
        }

        @Test func aUserEnrollsAndUnlocks() throws {
            let status = try run("tpm", "status")
            #expect(status.output.contains("tpm\tagent\n"), "\(status)")
            try storeAndEnroll(pin: "1234")
            #expect(try run("doctor").output.contains("the agent of the system seals"))
            let listed = try run("slot", "list").output
            #expect(listed.contains("a chip and its PIN") && listed.contains("through the agent"))
            #expect(try run("slot", "list", "--json").output.contains(#""through-agent": true"#))
            #expect(try run("lock").status == 0)
            #expect(try run("get", "--service", "api").status == 36)
            #expect(try unlock(pin: "4321").0 == 51)
            let (opened, errors) = try unlock()
            #expect(opened == 0, "\(errors)")
            #expect(try run("get", "--service", "api").output == "s3cret")
            #expect(try run("lock").status == 0)
            // The user and the request, without the PIN.
            let log = try String(contentsOfFile: stage.state + "/tpm.log", encoding: .utf8)
            #expect(log.contains("\tseal\t-\tuser:1\t") && !log.contains("1234"))
        }

        @Test func aRestartedAgentOpensTheSame() throws {
            try storeAndEnroll(pin: "1234")
            kill(stage.daemon.processIdentifier, SIGKILL)
            stage.daemon.waitUntilExit()
            let late = try unlock()
            #expect(late.0 != 0 && late.1.contains("systemctl"), "\(late)")
            try stage.start()
            #expect(try unlock().0 == 0)
            #expect(try run("lock").status == 0)
        }

        @Test(arguments: ["1234", nil]) func anotherUserOpensNothing(_ pin: String?) throws {
            try storeAndEnroll(pin: pin)
            #expect(try run("lock").status == 0)
            try copyHome()
            let (status, errors) = try unlock(as: Self.other, pin: pin)
            #expect(pin == nil ? errors.contains("for another user") : status == 51, "\(errors)")
            #expect(status != 0)
            // It is the user that is refused: the files are as good as before.
            #expect(try unlock(pin: pin).0 == 0)
            #expect(try run("lock").status == 0)
        }

        @Test func bindsTheDeviceKeyWithoutACounter() throws {
            #expect(try run("set", "--service", "api", input: "s3cret").status == 0)
            let recovery = try run("tpm", "recovery").output
            let bound = try run("tpm", "bind", input: recovery)
            #expect(bound.status == 0 && bound.errors.contains("makes no counter"), "\(bound)")
            #expect(try run("get", "--service", "api").output == "s3cret")
            let home = stage.home(of: Self.one) + "/.local/share/portable-keychain"
            #expect(!FileManager.default.fileExists(atPath: home + "/device.key"))
            try copyHome()
            let stolen = try run(as: Self.other, "get", "--service", "api")
            #expect(stolen.status != 0 && stolen.output.isEmpty)
            #expect(stolen.errors.contains("for another user"), "\(stolen.errors)")
            #expect(try run("tpm", "unbind").status == 0)
            #expect(try run("get", "--service", "api").output == "s3cret")
        }

        @Test func aClearedTPMOpensNothing() throws {
            try storeAndEnroll(pin: "1234")
            try simulator.replace()
            let (status, errors) = try unlock()
            #expect(status != 0 && errors.contains("was cleared"), "\(errors)")
            #expect(try run("unlock", input: "horse").status == 0)
            #expect(try run("lock").status == 0)
        }

        @Test func saysThatTheAgentHasNoTPM() throws {
            let without = try SystemStage()
            #expect(
                try without.run(as: Self.one, ["tpm", "status"]).output.contains("tpm\tabsent\n")
            )
            _ = try without.run(as: Self.one, ["set", "--service", "a"], input: "x")
            let words = ["tpm", "enroll", "--no-pin"]
            let refused = try without.run(as: Self.one, words)
            #expect(refused.status != 0 && refused.errors.contains("has no TPM"), "\(refused)")
        }

        /// A keychain with a slot of a TPM, on a machine whose agent has none: other ways in are taken.
        @Test func anAgentWithoutTPMIsNotInTheWay() throws {
            #expect(try run("set", "--service", "api", input: "s3cret").status == 0)
            let key = try run("recovery", "create", "--unconfirmed").output
            let enrolled = try run("tpm", "enroll", "--no-pin", input: key)
            #expect(enrolled.status == 0, "\(enrolled.errors)")
            kill(stage.daemon.processIdentifier, SIGKILL)
            stage.daemon.waitUntilExit()
            try stage.start(sharesChip: false)
            let changed = try run("recovery", "create", "--unconfirmed", input: key)
            #expect(changed.status == 0, "\(changed.errors)")
        }

        /// More programs than a user has places for, as when many jobs of a build begin.
        @Test func manyProgramsAtOnce() throws {
            try storeAndEnroll(pin: nil)
            let stage = stage
            let opened = Atomic(0)
            let threads = (0..<40).map { _ in
                Thread {
                    guard let outcome = try? stage.run(as: Self.one, ["tpm", "unlock"]) else {
                        return
                    }
                    if outcome.status == 0 { opened.add(1, ordering: .relaxed) }
                }
            }
            for thread in threads { thread.start() }
            waits { threads.allSatisfy { $0.isFinished } }
            #expect(opened.load(ordering: .relaxed) == 40)
            #expect(try run("lock").status == 0)
        }

        @Test func makesNoKeys() throws {
            let refused = try run("key", "generate", "--token", "tpm", "--label", "k")
            // A group helps only where the chip is.
            let isThere = FileManager.default.fileExists(atPath: "/dev/tpmrm0")
            let remedy = isThere ? "usermod" : "where /dev/tpmrm0 is"
            #expect(refused.status != 0 && refused.errors.contains(remedy), "\(refused.errors)")
        }

        /// Wrong PINs of one user do not end in a chip that refuses those of others.
        @Test func wrongPINsAreLimitedForEachUser() throws {
            try storeAndEnroll(pin: "1234")
            for _ in 0..<3 { #expect(try unlock(pin: "4321").0 == 51) }
            for _ in 0..<3 {
                let (status, errors) = try unlock()
                #expect(status != 0 && errors.contains("too many wrong PINs"), "\(errors)")
            }
        }
    }
#endif
