#if TPM && os(Linux)
    import Foundation
    import KeychainctlKit
    import PortableKeychain
    import TestRounds
    import Testing

    @testable import KeychainTPM

    /// A chip that is away, cleared or replaced, with the tool and the chip as they are installed.
    @Suite("keychainctl after the loss of a chip", .thorough, .needsSimulator)
    struct TPMLossTests {
        private func files(_ tool: TPMTool) throws -> [String: Data] {
            let names = try FileManager.default.contentsOfDirectory(atPath: tool.folder)
            return Dictionary(
                uniqueKeysWithValues: names.filter { $0.hasPrefix("device") }.map {
                    ($0, FileManager.default.contents(atPath: tool.folder + "/" + $0) ?? Data())
                }
            )
        }

        private func reads(_ tool: TPMTool, _ keychain: String = "default") throws -> Bool {
            try tool.forgetUnsealedKey()
            let words = ["get", "--service", "a", "--keychain", keychain]
            return try tool.run(words).output == "s3cret"
        }

        @Test("recovers everything with the paper key, after the commands that users try first")
        func catastrophe() throws {
            let tool = try TPMTool()
            let paper = try tool.bind()
            let before = try files(tool)
            let right = tool.chip
            tool.chip = try TPMSimulator()
            try tool.forgetUnsealedKey()
            let lost = try tool.run("get", "--service", "a")
            #expect(lost.status == 53, "\(lost.complaints)")
            #expect(lost.complaints.contains("keychainctl recover"), "\(lost.complaints)")
            let checked = try tool.run("doctor")
            #expect(checked.status == 78, "\(checked.output)")
            // Of another keychain, which opens nothing here.
            let other = RecoveryKey(bytes: .random(count: 20)).text.withUnsafeBytes {
                String(decoding: $0, as: UTF8.self)
            }
            let refused = try tool.run("recover", input: other + "\nnew\n")
            #expect(refused.status == 51 && refused.complaints.contains("sync recover"))
            #expect(try tool.run("tpm", "recovery").status == 53)
            #expect(try tool.run("tpm", "unbind").status == 53)
            #expect(try tool.run("tpm", "bind", input: paper).status == 53)
            #expect(try files(tool) == before)
            // A chip that was away for a moment costs nothing.
            let away = tool.chip
            tool.chip = right
            #expect(try reads(tool))
            tool.chip = away
            try tool.forgetUnsealedKey()
            let recovered = try tool.run("recover", input: paper)
            #expect(recovered.status == 0, "\(recovered.complaints)")
            #expect(try reads(tool))
        }

        @Test("recovers one keychain, and opens the others when the chip is back")
        func others() throws {
            let tool = try TPMTool()
            _ = try tool.bind()
            #expect(try tool.run("create", "other").status == 0)
            let words = ["set", "--service", "a", "--keychain", "other"]
            #expect(try tool.run(words, input: "s3cret").status == 0)
            // Another copy of the device key; this one is removed, so that only the slot is left.
            let made = try tool.run("recovery", "create", "--unconfirmed")
            #expect(made.status == 0, "\(made.complaints)")
            for name in try files(tool).keys where name.hasSuffix(".recovery") {
                try FileManager.default.removeItem(atPath: tool.folder + "/" + name)
            }
            let sealed = try files(tool)["device.tpm"]
            let right = tool.chip
            tool.chip = try TPMSimulator()
            try tool.forgetUnsealedKey()
            let recovered = try tool.run(["recover", "--no-passcode"], input: made.output)
            #expect(recovered.status == 0, "\(recovered.complaints)")
            #expect(try reads(tool) && !reads(tool, "other"))
            #expect(try files(tool)["device.tpm"] == sealed)
            let refused = try tool.run("tpm", "bind", input: made.output)
            #expect(refused.status == 78 && refused.complaints.contains("--lost-chip"))
            tool.chip = right
            #expect(try reads(tool) && reads(tool, "other"))
        }

        @Test(
            "has one recovery key, which binds, opens the keychain and brings the device key back"
        )
        func oneKey() throws {
            let tool = try TPMTool()
            #expect(try tool.run("set", "--service", "a", input: "s3cret").status == 0)
            let key = try tool.run("recovery", "create", "--unconfirmed").output
            let bound = try tool.run("tpm", "bind", input: key)
            #expect(bound.status == 0, "\(bound.complaints)")
            #expect(try tool.run("tpm", "status").output.contains("recovery\tyes"))
            try tool.chip.clear()
            try tool.forgetUnsealedKey()
            let back = try tool.run("recover", input: key)
            #expect(back.status == 0, "\(back.complaints)")
            #expect(back.complaints.contains("copy of the device key"), "\(back.complaints)")
            #expect(try reads(tool))
            // And with a forgotten passcode, as before.
            let again = try tool.run("recover", input: key + "\nnew passcode\n")
            #expect(again.status == 0 || again.status == 79, "\(again.complaints)")
            #expect(try tool.run("recovery", "status").output == "recovery\tyes\n")
        }

        @Test("begins again from a backup without a recovery key")
        func beginsAgainFromABackup() throws {
            let tool = try TPMTool()
            _ = try tool.bind()
            let quick = ["KEYCHAINCTL_QUICK_PASSCODES": "1"]
            let made = try tool.run(["backup", "copy.backup"], input: "two words\n", with: quick)
            #expect(made.status == 0, "\(made.complaints)")
            tool.chip = try TPMSimulator()
            try tool.forgetUnsealedKey()
            func restore() throws -> TPMTool.Outcome {
                let words = ["restore", "copy.backup", "--yes"]
                return try tool.run(words, input: "two words\n", with: quick)
            }
            #expect(try restore().status == 53)
            #expect(try tool.run("tpm", "unbind", "--lost-chip").status == 0)
            #expect(try restore().status == 53)
            let aside = tool.home + "/aside"
            let manager = FileManager.default
            try manager.createDirectory(atPath: aside, withIntermediateDirectories: false)
            for name in try manager.contentsOfDirectory(atPath: tool.folder)
            where name.contains(".keychain") {
                try manager.moveItem(atPath: tool.folder + "/" + name, toPath: aside + "/" + name)
            }
            let restored = try restore()
            #expect(restored.status == 0, "\(restored.complaints)")
            #expect(try reads(tool))
        }

        @Test("is no loss if the device key is back in its file")
        func keyIsBack() throws {
            let tool = try TPMTool()
            #expect(try tool.run("set", "--service", "a", input: "s3cret").status == 0)
            let plain = try files(tool)["device.key"]
            let recovery = try tool.run("tpm", "recovery").output
            #expect(try tool.run("tpm", "bind", input: recovery).status == 0)
            tool.chip = try TPMSimulator()
            try tool.forgetUnsealedKey()
            // What is left of an interrupted binding opens nothing.
            let rest = tool.folder + "/device.key.old"
            try #require(plain).write(to: URL(filePath: rest))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: rest)
            #expect(try tool.run("doctor").output.contains("nothing opens"))
            try FileManager.default.moveItem(atPath: rest, toPath: tool.folder + "/device.key")
            #expect(try reads(tool))
            let checked = try tool.run("doctor")
            #expect(checked.status == 78, "\(checked.output)")
            #expect(!checked.output.contains("nothing opens"), "\(checked.output)")
            #expect(checked.output.contains("'keychainctl tpm unbind --lost-chip'"))
            #expect(try !tool.run("status").complaints.contains("Nothing opens"))
            #expect(try tool.run("tpm", "unbind", "--lost-chip").status == 0)
            #expect(try tool.run("tpm", "status").output.hasPrefix("device-key\tfile\n"))
            #expect(try !tool.run("doctor").output.contains("--lost-chip"))
            #expect(try reads(tool))
        }

        @Test("keeps the earlier recovery key if the copy for a new one cannot be written")
        func noRoomForACopy() throws {
            let tool = try TPMTool()
            #expect(try tool.run("set", "--service", "a", input: "s3cret").status == 0)
            let key = try tool.run("recovery", "create", "--unconfirmed").output
            #expect(try tool.run("tpm", "bind", input: key).status == 0)
            let copy = try #require(try files(tool).keys.first { $0.hasSuffix(".recovery") })
            let stem = tool.folder + "/" + copy.dropLast(".recovery".count)
            let taken = (2...9).map { "\(stem)-\($0).recovery" }
            for name in taken { try Data("x".utf8).write(to: URL(filePath: name)) }
            let refused = try tool.run("recovery", "create", "--unconfirmed")
            #expect(refused.status == 53, "\(refused.complaints)")
            for name in taken { try FileManager.default.removeItem(atPath: name) }
            tool.chip = try TPMSimulator()
            try tool.forgetUnsealedKey()
            #expect(try tool.run("recover", input: refused.output).status == 51)
            let back = try tool.run("recover", input: key)
            #expect(back.status == 0, "\(back.complaints)")
            #expect(try reads(tool))
            // With room, there is a copy for the new key alone.
            #expect(try tool.run("tpm", "bind", input: key).status == 0)
            let made = try tool.run("recovery", "create", "--unconfirmed")
            #expect(made.status == 0, "\(made.complaints)")
            #expect(try files(tool).keys.filter { $0.hasSuffix(".recovery") }.count == 1)
            try tool.chip.clear()
            try tool.forgetUnsealedKey()
            #expect(try tool.run("recover", input: key).status == 51)
            #expect(try tool.run("recover", input: made.output).status == 0)
            #expect(try reads(tool))
        }

        @Test("brings nothing back with a recovery key that a rotation removed")
        func rotation() throws {
            let tool = try TPMTool()
            #expect(try tool.run("set", "--service", "a", input: "s3cret").status == 0)
            let key = try tool.run("recovery", "create", "--unconfirmed").output
            #expect(try tool.run("tpm", "bind", input: key).status == 0)
            let kept = try tool.run(["rotate", "--keep-recovery"], input: key)
            #expect(kept.status == 0, "\(kept.complaints)")
            #expect(try files(tool).keys.contains { $0.hasSuffix(".recovery") })
            let rotated = try tool.run("rotate", "--yes")
            #expect(rotated.status == 0, "\(rotated.complaints)")
            #expect(try !files(tool).keys.contains { $0.hasSuffix(".recovery") })
            try tool.chip.clear()
            try tool.forgetUnsealedKey()
            #expect(try tool.run("recover", input: key).status != 0)
            #expect(try !files(tool).keys.contains("device.key"))
        }

        @Test("moves to a new chip when the user says that the old one is lost")
        func newChip() throws {
            let tool = try TPMTool()
            _ = try tool.bind()
            let key = try tool.run("recovery", "create", "--unconfirmed").output
            for name in try files(tool).keys where name.hasSuffix(".recovery") {
                try FileManager.default.removeItem(atPath: tool.folder + "/" + name)
            }
            tool.chip = try TPMSimulator()
            try tool.forgetUnsealedKey()
            #expect(try tool.run(["recover", "--no-passcode"], input: key).status == 0)
            let bound = try tool.run(["tpm", "bind", "--lost-chip"], input: key)
            #expect(bound.status == 0, "\(bound.complaints)")
            #expect(try reads(tool))
            let names = try files(tool).keys
            #expect(names.contains { $0.hasPrefix("device-") && $0.hasSuffix(".tpm") })
            #expect(!names.contains { $0.hasSuffix(".key") })
            #expect(try tool.run("tpm", "unbind").status == 0)
            #expect(try tool.run("tpm", "unbind").status == 64)
            #expect(try reads(tool))
        }
    }
#endif
