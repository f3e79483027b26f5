#if TPM && os(Linux)
    import Foundation
    import KeychainctlKit
    import PortableKeychain
    import Testing

    @testable import KeychainTPM

    /// keychainctl, keychain-tpm and a chip together, as they are installed.
    @Suite("keychainctl tpm", .needsSimulator)
    struct TPMToolTests {
        private struct Outcome {
            let status: Int32
            let output: String
            let complaints: String
        }

        private static let programs: String = {
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            let tests = bundle?.bundleURL ?? Bundle.main.executableURL
            return tests?.deletingLastPathComponent().path ?? ""
        }()

        private func run(
            _ chip: TPMSimulator,
            _ words: String...,
            input: String = ""
        ) throws -> Outcome {
            let (process, output, complaints) = (Process(), Pipe(), Pipe())
            process.executableURL = URL(filePath: Self.programs + "/keychainctl")
            process.arguments = words
            process.environment = [
                "HOME": chip.folder, "XDG_DATA_HOME": chip.folder + "/data",
                "KEYCHAIN_TPM_INTERFACE": chip.interface,
            ]
            let lines = Pipe()
            (process.standardInput, process.standardOutput) = (lines, output)
            process.standardError = complaints
            try process.run()
            try lines.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try lines.fileHandleForWriting.close()
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            let errors = try complaints.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return Outcome(
                status: process.terminationStatus,
                output: String(decoding: text, as: UTF8.self),
                complaints: String(decoding: errors, as: UTF8.self)
            )
        }

        /// As a lock of the keychain would, which has no passcode.
        private func forgetUnsealedKey(_ chip: TPMSimulator) throws {
            let path = chip.folder + "/data/portable-keychain/device.tpm"
            let file = try Data(contentsOf: URL(filePath: path))
            let identifier = file[8..<24].map { String(Int($0) + 256, radix: 16).dropFirst() }
                .joined()
            try? KernelKeyRetention().drop("portable-keychain:device:" + identifier)
        }

        @Test("moves the device key into the chip and back, and recovers it from a cleared one")
        func session() throws {
            let chip = try TPMSimulator()
            let key = chip.folder + "/data/portable-keychain/device.key"
            #expect(try run(chip, "set", "--service", "a", input: "s3cret").status == 0)
            let early = try run(chip, "tpm", "bind")
            #expect(early.status == 64 && early.complaints.contains("tpm recovery"))
            let recovery = try run(chip, "tpm", "recovery")
            #expect(recovery.status == 0 && recovery.output.utf8.count == 47)
            let bound = try run(chip, "tpm", "bind", input: recovery.output)
            #expect(bound.status == 0, "\(bound.complaints)")
            #expect(!FileManager.default.fileExists(atPath: key))
            #expect(
                try run(chip, "tpm", "status").output
                    == "device-key\ttpm\nrecovery\tyes\ntpm\tready\n"
            )
            #expect(try run(chip, "get", "--service", "a").output == "s3cret")
            let checked = try run(chip, "doctor")
            #expect(checked.output.contains("sealed in the TPM"), "\(checked.output)")
            #expect(try run(chip, "tpm", "unbind").status == 0)
            #expect(FileManager.default.fileExists(atPath: key))
            #expect(try run(chip, "tpm", "bind", input: recovery.output).status == 0)
            try chip.clear()
            try forgetUnsealedKey(chip)
            let lost = try run(chip, "get", "--service", "a")
            #expect(lost.status != 0 && lost.complaints.lowercased().contains("another tpm"))
            let wrong = try run(chip, "tpm", "unbind", "--recovery", input: "ABCDE")
            #expect(wrong.status != 0)
            let back = try run(chip, "tpm", "unbind", "--recovery", input: recovery.output)
            #expect(back.status == 0, "\(back.complaints)")
            #expect(try run(chip, "get", "--service", "a").output == "s3cret")
        }

        @Test("unlocks a keychain with a PIN, and tells a wrong one from a lock-out")
        func pin() throws {
            guard UnlockSharing.obstacle == nil else { return }
            let chip = try TPMSimulator()
            try chip.allowGuesses(3, forgetAfter: 600)
            #expect(try run(chip, "set", "--service", "a", input: "s3cret").status == 0)
            #expect(try run(chip, "tpm", "unlock").status == 64)
            #expect(try run(chip, "passcode", "set", input: "horse").status == 0)
            #expect(try run(chip, "tpm", "enroll", input: "horses\n1234\n").status == 51)
            let enrolled = try run(chip, "tpm", "enroll", input: "horse\n1234\n")
            #expect(enrolled.status == 0, "\(enrolled.complaints)")
            #expect(try run(chip, "lock").status == 0)
            #expect(try run(chip, "get", "--service", "a").status == 36)
            let opened = try run(chip, "tpm", "unlock", input: "1234")
            #expect(opened.status == 0, "\(opened.complaints)")
            #expect(try run(chip, "get", "--service", "a").output == "s3cret")
            #expect(try run(chip, "lock").status == 0)
            for _ in 0..<3 {
                #expect(try run(chip, "tpm", "unlock", input: "1235").status == 51)
            }
            let refused = try run(chip, "tpm", "unlock", input: "1234")
            #expect(refused.status != 0 && refused.status != 51)
            #expect(refused.complaints.contains("for up to 10 minutes"), "\(refused.complaints)")
            #expect(try run(chip, "unlock", input: "horse").status == 0)
            #expect(try run(chip, "lock").status == 0)
            try Keychain.remove(
                .file(chip.folder + "/data/portable-keychain/default.keychain"),
                configuration: Keychain.Configuration(
                    folder: chip.folder + "/data/portable-keychain"
                )
            )
        }
    }
#endif
