#if TPM && os(Linux)
    import Foundation
    import KeychainTesting
    import KeychainctlKit
    import PortableKeychain
    import TestRounds
    import Testing

    @testable import KeychainTPM

    /// The attempts of an attacker with the folder of the keychains, with the tool and a chip.
    @Suite("A bound folder", .thorough, .needsSimulator)
    struct TPMAttackTests {
        @Test("is refused when an old copy of all of it is put back, until that is accepted")
        func oldFolder() throws {
            let tool = try TPMTool()
            _ = try tool.bind()
            try tool.copyFolder()
            #expect(try tool.run("passcode", "set", input: "horse").status == 0)
            try tool.putFolderBack()
            let refused = try tool.run("get", "--service", "a")
            #expect(refused.status == 76, "\(refused.complaints)")
            #expect(refused.complaints.contains("accept-older"))
            let accepted = try tool.run("accept-older", "--yes")
            #expect(accepted.status == 0, "\(accepted.complaints)")
            #expect(try tool.run("get", "--service", "a").output == "s3cret")
        }

        @Test("opens nothing on another machine, with another chip")
        func otherChip() throws {
            let tool = try TPMTool()
            let recovery = try tool.bind()
            try tool.forgetUnsealedKey()
            let own = tool.chip
            tool.chip = try TPMSimulator()
            let refused = try tool.run("get", "--service", "a")
            #expect(refused.status != 0 && refused.output.isEmpty)
            #expect(refused.complaints.lowercased().contains("another tpm"))
            // Nor with the passcode, nor does it make a new device key.
            #expect(try tool.run("unlock", input: "horse").status != 0)
            #expect(!FileManager.default.fileExists(atPath: tool.folder + "/device.key"))
            let back = try tool.run("tpm", "unbind", "--recovery", input: recovery)
            #expect(back.status == 0, "\(back.complaints)")
            #expect(try tool.run("get", "--service", "a").output == "s3cret")
            tool.chip = own
            #expect(try tool.run("get", "--service", "a").output == "s3cret")
        }

        @Test("is accepted again after a new binding, when the chip lost its counter")
        func lostCounter() throws {
            let tool = try TPMTool()
            let recovery = try tool.bind()
            let file = try Data(contentsOf: URL(filePath: tool.folder + "/device.tpm"))
            let counter = [UInt8](file.dropLast(8).suffix(TPMCounter.length))
            try tool.chip.token.removeCounter(counter)
            try tool.forgetUnsealedKey()
            let lost = try tool.run("get", "--service", "a")
            #expect(lost.status != 0 && lost.complaints.contains("tpm unbind"))
            #expect(try tool.run("tpm", "unbind").status == 0)
            #expect(try tool.run("tpm", "bind", input: recovery).status == 0)
            #expect(try tool.run("get", "--service", "a").output == "s3cret")
        }

        @Test("opens nothing from a file of the device key with another bit, whatever its check")
        func flips() throws {
            let tool = try TPMTool()
            _ = try tool.bind()
            let path = tool.folder + "/device.tpm"
            let sound = try Data(contentsOf: URL(filePath: path))
            var configuration = Keychain.Configuration(folder: tool.folder)
            configuration.token = tool.chip.token
            configuration.retention = NoKeyRetention()
            let places = Array(sound.indices.dropLast(8))
            for place in TestRounds.sample(of: places, every: 9) {
                var flipped = sound
                flipped[place] ^= 1 << UInt8(place % 8)
                let check = Data(Fingerprint.sha256(flipped.dropLast(8)).prefix(8))
                try (flipped.dropLast(8) + check).write(to: URL(filePath: path))
                do throws(KeychainError) {
                    _ = try Keychain.open(configuration: configuration)
                    Issue.record("byte \(place) opens it")
                } catch {
                    // Another identifier is that of another device key, which the keychain does not name.
                    let codes: [KeychainError.Code] =
                        8..<24 ~= place
                        ? [.wrongDeviceKey] : [.corrupt, .notAvailable, .authenticationFailed]
                    #expect(codes.contains(error.code), "byte \(place): \(error)")
                }
            }
            try sound.write(to: URL(filePath: path))
            _ = try Keychain.open(configuration: configuration)
        }
    }
#endif
