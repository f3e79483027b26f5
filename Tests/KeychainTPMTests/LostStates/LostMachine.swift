#if TPM && os(Linux)
    import Foundation
    import KeychainctlKit
    import LostStates
    import PortableKeychain

    /// The installed programs on a machine with a chip, in a lost state.
    ///
    /// The default keychain has a recovery key; `home` is another one of the same folder. A backup and
    /// a copy of the default keychain's file are beside the folder.
    final class LostMachine {
        let tool: TPMTool
        /// The chip that the machine had before anything happened.
        let firstChip: TPMSimulator
        /// The key that opens only the default keychain.
        private(set) var recoveryKey = ""
        /// The key that brings the device key back: the same, if there is no other one.
        private(set) var deviceRecoveryKey = ""
        static let passphrase = "two words"
        /// The version of the format in the header of SQLite (`user_version`), and a newer one.
        static let (presentVersion, newerVersion): ([UInt8], [UInt8]) =
            ([0, 0, 3, 0xE9], [0, 0, 7, 0xD1])

        /// Sets up a machine, and lets everything of the state happen.
        init(_ state: LostState) throws {
            tool = try TPMTool()
            firstChip = tool.chip
            try setUp()
            for step in state.steps { try suffer(step) }
            if state.steps.contains(.bind) { try tool.forgetUnsealedKey() }
        }

        /// The file of the default keychain.
        private var file: String { tool.folder + "/default.keychain" }

        /// Runs a command with quick passcodes, and expects that it succeeds.
        @discardableResult
        private func succeed(_ words: String..., input: String = "") throws -> String {
            let outcome = try run(words, input: input)
            guard outcome.status == 0 else {
                throw Failure(.usage, "\(words): \(outcome.complaints)", advice: "")
            }
            return outcome.output
        }

        /// Runs a command.
        func run(_ words: [String], input: String = "") throws -> TPMTool.Outcome {
            try tool.run(words, input: input, with: ["KEYCHAINCTL_QUICK_PASSCODES": "1"])
        }

        private func setUp() throws {
            try succeed("set", "--service", "api", input: "s3cret")
            try succeed("backup", "copy.backup", input: Self.passphrase + "\n")
            recoveryKey = try succeed("recovery", "create", "--unconfirmed")
            deviceRecoveryKey = recoveryKey
            try succeed("create", "home")
            try succeed("set", "--keychain", "home", "--service", "api", input: "s3cret")
            try FileManager.default.copyItem(atPath: file, toPath: tool.home + "/copy.keychain")
        }

        private func suffer(_ step: LostState.Step) throws {
            let files = FileManager.default
            switch step {
            case .deviceRecovery: deviceRecoveryKey = try succeed("tpm", "recovery")
            case .bind:
                // The one key for all losses: it also brings the device key back.
                try succeed("tpm", "bind", input: recoveryKey)
            case .forgottenPasscode:
                try succeed("passcode", "set", input: recoveryKey + "nobody knows it\n")
                try succeed("lock")
            case .lostSecurityKey:
                try install("SoftwareFIDO2")
                try succeed("fido2", "enroll", input: recoveryKey)
                try succeed("lock")
                // The real program finds none.
                try install("keychain-fido2")
            case .removeDeviceKey:
                for name in try files.contentsOfDirectory(atPath: tool.folder)
                where name.hasPrefix("device") && name.hasSuffix(".key") {
                    try files.removeItem(atPath: tool.folder + "/" + name)
                }
            case .damageDeviceKey:
                let key = URL(filePath: tool.folder + "/device.key")
                var content = try Data(contentsOf: key)
                content[20] ^= 1
                try content.write(to: key)
            case .removeChip: tool.chip.kill()
            case .replaceChip: tool.chip = try TPMSimulator()
            case .clearChip: try tool.chip.clear()
            case .putOlderFile:
                let old = try Data(contentsOf: URL(filePath: file))
                try succeed("set", "--service", "later", input: "later")
                try replace(with: old)
            case .removeLog:
                let keychain = try Keychain.open(.file(file), configuration: configuration)
                try keychain.set("later", for: GenericPassword(service: "later", account: ""))
                let open = try Data(contentsOf: URL(filePath: file))
                try replace(with: open)
            case .damageFile:
                var content = try Data(contentsOf: URL(filePath: file))
                for place in stride(from: 4096, to: content.count - 6, by: 64) {
                    content.replaceSubrange(place..<(place + 6), with: Data("damage".utf8))
                }
                try replace(with: content)
            case .removeKeychain: try succeed("remove-keychain", "default", "--yes")
            case .newerVersion:
                var content = try Data(contentsOf: URL(filePath: file))
                content.replaceSubrange(60..<64, with: Self.newerVersion)
                try replace(with: content)
            }
        }

        /// The configuration with which this process sees the keychains.
        private var configuration: Keychain.Configuration {
            Keychain.Configuration(
                applicationIdentifier: "keychainctl",
                accessGroups: ["*"],
                folder: tool.folder
            )
        }

        /// Puts another file in the place of the default keychain's, without its log.
        private func replace(with content: Data) throws {
            for end in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: file + end)
            }
            try content.write(to: URL(filePath: file))
            let own = [FileAttributeKey.posixPermissions: 0o600]
            try FileManager.default.setAttributes(own, ofItemAtPath: file)
        }

        /// Installs the tool beside a program for security keys.
        private func install(_ program: String) throws {
            tool.programs = tool.home + "/installed"
            // By another process: a file that this one wrote may be busy.
            let line = #"""
                mkdir -p "$1"; rm -f "$1/keychain-fido2"
                for n in keychainctl:keychainctl keychain-tpm:keychain-tpm "$2:keychain-fido2"; do
                    ln "$0/${n%:*}" "$1/${n#*:}" 2>/dev/null || cp -n "$0/${n%:*}" "$1/${n#*:}"
                done
                """#
            let copy = try Process.run(
                URL(filePath: "/bin/sh"),
                arguments: ["-c", line, TPMTool.programs, tool.programs, program]
            )
            copy.waitUntilExit()
            let behavior = URL(filePath: tool.programs + "/keychain-fido2.behavior")
            try Data("touch soon".utf8).write(to: behavior)
        }
    }
#endif
