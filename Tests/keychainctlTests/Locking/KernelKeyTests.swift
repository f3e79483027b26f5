import CSessions
import Foundation
import KeychainctlKit
import PortableKeychain
import TestRounds
import Testing

/// Unlocking and locking for all processes of a user, on the real kernel: with sessions, sandboxes
/// and containers of their own.
@Suite(.thorough) struct KernelKeyTests {
    /// A keychain with a passcode, locked.
    private func withKeychain(_ body: (Tool) throws -> Void) throws {
        try Tool.inFolder { tool in
            try Stage(tool: tool).perform(["keychain", "work", "correct horse"])
            #expect(try run(tool, .ordinary, "lock").status == 0)
            try body(tool)
        }
    }

    private func run(_ tool: Tool, _ keys: KernelKeys, _ words: String...) throws -> Tool.Outcome {
        var tool = tool
        tool.keys = keys.code
        return try tool.run(words + ["--keychain", "work"], input: "correct horse\n")
    }

    private func state(_ tool: Tool, _ keys: KernelKeys) throws -> String? {
        try run(tool, keys, "status").text.split(separator: "\n")
            .first { $0.hasPrefix("state\t") }?.dropFirst(6).description
    }

    static let sessions = KernelKeys.possible(.ordinary, .ownSession)

    /// Debian's su, cron, services and sudo have sessions that do not contain the user's keyring.
    @Test(arguments: sessions, sessions)
    func locksWhatWasUnlockedInAnySession(_ unlocker: KernelKeys, _ locker: KernelKeys) throws {
        try withKeychain { tool throws in
            #expect(try run(tool, unlocker, "unlock").status == 0)
            for reader in Self.sessions { #expect(try state(tool, reader) == "unlocked") }
            #expect(try run(tool, locker, "lock").status == 0)
            for reader in Self.sessions { #expect(try state(tool, reader) == "locked") }
        }
    }

    @Test(arguments: sessions) func endsInTime(_ unlocker: KernelKeys) throws {
        try withKeychain { tool throws in
            #expect(try run(tool, unlocker, "unlock", "--for", "1s").status == 0)
            Thread.sleep(forTimeInterval: 1.2)
            for reader in Self.sessions { #expect(try state(tool, reader) == "locked") }
        }
    }

    /// A sandbox has the session keyring of the user's session, which contains the user's keyring.
    @Test(.enabled(if: KernelKeys.sandbox.isPossible, "no user namespaces here"))
    func opensNothingInASandbox() throws {
        try withKeychain { tool throws in
            #expect(try run(tool, .ordinary, "unlock").status == 0)
            #expect(try state(tool, .sandbox) == "locked-since-login")
            #expect(try state(tool, .ordinary) == "unlocked")
        }
        let retention = KernelKeyRetention()
        let name = "portable-keychain:test-\(UUID())"
        let ticket = try retention.keep(SecretBytes(utf8: "secret"), as: name, for: 60)
        defer { try? retention.drop(name) }
        #expect(retention.holds(ticket))
        for surroundings in KernelKeys.possible(.sandbox, .ownSession, .ordinary) {
            #expect(cs_can_read_key(surroundings.code, ticket.serial) == 0, "\(surroundings)")
        }
    }

    @Test(.enabled(if: KernelKeys.notPersistent.isPossible, "no filters of system calls here"))
    func worksWithoutPersistentKeyrings() throws {
        try withKeychain { tool throws in
            #expect(try run(tool, .notPersistent, "unlock").status == 0)
            #expect(try state(tool, .notPersistent) == "unlocked")
            #expect(try run(tool, .notPersistent, "lock").status == 0)
            #expect(try state(tool, .notPersistent) == "locked")
            // This process would not look there for the keys that stay.
            #expect(try run(tool, .notPersistent, "passcode", "remove").status == 0)
        }
    }

    /// The kernel's refusals, their names, and the failure of an unlock that has no effect.
    @Test(arguments: KernelKeys.possible(.refused, .full))
    func saysWhyNothingIsKept(_ keys: KernelKeys) throws {
        let words = keys == .full ? "your quota of keys" : "does not keep keys for this process"
        try withKeychain { tool throws in
            let outcome = try run(tool, keys, "unlock")
            #expect(outcome.status == ExitStatus.unlockedHereOnly.code)
            #expect(outcome.complaints.contains(words), "\(outcome.complaints)")
            #expect(try state(tool, .ordinary) != "unlocked")
            #expect(try run(tool, keys, "status").text.contains("shared\tno"))
            let doctor = try run(tool, keys, "doctor")
            #expect(doctor.text.contains(words), "\(doctor.text)")
            #expect((doctor.status == 0) == (keys == .refused))
        }
    }

    /// A lock in a container reaches the processes outside, through the file.
    @Test(.enabled(if: KernelKeys.refused.isPossible, "no filters of system calls here"))
    func locksFromWhereThereAreNoKeys() throws {
        try withKeychain { tool throws in
            #expect(try run(tool, .ordinary, "unlock").status == 0)
            #expect(try run(tool, .refused, "lock").status == 0)
            #expect(try state(tool, .ordinary) == "locked")
        }
    }

    @Test(arguments: KernelKeys.possible(.stuck, .noRoom))
    func failsIfTheKeysAreStillThere(_ keys: KernelKeys) throws {
        let words =
            keys == .stuck
            ? "the kernel still keeps the keys, " : "your quota of kernel keys is full"
        try withKeychain { tool throws in
            #expect(try run(tool, .ordinary, "unlock").status == 0)
            let outcome = try run(tool, keys, "lock")
            #expect(outcome.status == 53)
            #expect(outcome.complaints.contains(words), "\(outcome.complaints)")
            // The file informs the others; keys that are still in the kernel are of an epoch that
            // has ended.
            #expect(try state(tool, .ordinary) == "locked")
            #expect(try run(tool, .ordinary, "lock").status == 0)
            #expect(try state(tool, .ordinary) == "locked")
        }
    }

    /// In a sandbox, because elsewhere it would lock the keychains of the user that runs the tests.
    @Test(.enabled(if: KernelKeys.sandbox.isPossible, "no user namespaces here"))
    func locksEveryKeychain() throws {
        try withKeychain { tool throws in
            var tool = tool
            tool.keys = KernelKeys.sandbox.code
            try Stage(tool: tool).perform(["keychain", "home", "correct horse"])
            let shell = "\(tool.folder)/shell"
            try FileManager.default.createSymbolicLink(
                atPath: shell,
                withDestinationPath: "/bin/sh"
            )
            let script = """
                for name in work home; do
                    echo 'correct horse' | "$0" unlock --keychain $name
                done
                mv data/portable-keychain/home.keychain data/portable-keychain/away.keychain
                "$0" status --keychain work
                "$0" lock --all || echo failed
                "$0" status --keychain work
                """
            let outcome = try tool.run(["-c", script, Tool.path], as: "./shell")
            let states = outcome.text.split(separator: "\n").filter { $0.hasPrefix("state\t") }
            #expect(states == ["state\tunlocked", "state\tlocked-since-login"])
            #expect(outcome.complaints == "")
            #expect(try tool.run(["lock", "--all", "--keychain", "work"]).status == 64)
        }
    }
}
