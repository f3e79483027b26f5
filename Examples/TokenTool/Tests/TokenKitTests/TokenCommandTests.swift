import Foundation
import PortableKeychain
import Testing
import TokenKit

/// The tool on a keychain in memory, one for each test.
@Suite struct TokenCommandTests {
    private let keychain: Keychain

    init() throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "com.example.token")
        // Cheap to compute, and cheap to guess: for tests only.
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 8,
            parallelism: 1
        )
        keychain = try Keychain.inMemory(configuration)
    }

    /// The answer and the output of a run.
    private func run(
        _ arguments: String...,
        input: String = ""
    ) -> (status: TokenCommand.Status, output: String, complaint: String) {
        var output = Data()
        var complaint = ""
        let command = TokenCommand(
            keychain: { [keychain] in keychain },
            input: { Data(input.utf8) },
            output: { output += $0 },
            complaint: { complaint += $0 }
        )
        let status = command.run(arguments)
        return (status, String(decoding: output, as: UTF8.self), complaint)
    }

    @Test func keepsATokenForEachAccount() {
        #expect(run("set", input: "one\n").status == .success)
        #expect(run("set", "work", input: "two").status == .success)
        #expect(run("get").output == "one\n")
        #expect(run("get", "work").output == "two\n")
        #expect(run("set", input: "three\n").status == .success)
        #expect(run("get").output == "three\n")
        #expect(run("forget").status == .success)
        #expect(run("status").status == .missing)
        #expect(run("status", "work").status == .success)
    }

    @Test(arguments: ["get", "forget", "status"])
    func saysWhatIsMissing(verb: String) {
        let result = run(verb, "nobody")
        #expect(result.status == .missing)
        #expect(result.complaint.contains("'nobody'"))
        #expect(result.output.isEmpty)
    }

    @Test func refusesWrongUse() {
        #expect(run("sing").status == .wrongUse)
        #expect(run("get", "a", "b").status == .wrongUse)
        #expect(run("set", input: "\n").status == .wrongUse)
        #expect(run().output == TokenCommand.help)
    }

    @Test func saysThatTheKeychainIsLocked() throws {
        #expect(run("set", input: "s3cret").status == .success)
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        try keychain.lock()
        let result = run("get")
        #expect(result.status == .locked)
        #expect(result.complaint.contains("locked"))
        #expect(!result.complaint.contains("s3cret"))
        try keychain.unlock(passcode: SecretBytes(utf8: "1234"))
        #expect(run("get").output == "s3cret\n")
    }
}
