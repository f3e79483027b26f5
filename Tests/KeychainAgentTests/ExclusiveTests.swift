import Testing

@testable import KeychainAgent
@testable import PortableKeychain

/// Keychains whose keys are in the memory of the agent alone.
@Suite struct ExclusiveTests {
    private static let passcode = secret("1234")
    /// The stand-in for the kernel, which the user's other processes share.
    private let kernel = ProcessKeyRetention(clock: .system)
    private let retention: AgentRetention

    init() { retention = AgentRetention(kernel) }

    private func stage() throws -> AgentStage {
        var configuration = Keychain.Configuration()
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        (configuration.retention, configuration.exclusiveRetention) = (retention, retention.inside)
        let stage = try AgentStage(.inMemory(configuration), retention: retention)
        try stage.keychain.setPasscode(Self.passcode)
        return stage
    }

    /// Also if another program removes the mark in the file.
    @Test func keysThatWereInsideStayThere() throws {
        _ = try retention.inside.keep(secret("key"), as: "name", for: 60)
        #expect(kernel.find("name") == nil)
        let ticket = try retention.keep(secret("key"), as: "name", for: 60)
        #expect(kernel.find("name") == nil)
        #expect(retention.find("name")?.payload.string() == "key")
        #expect(retention.holds(ticket))
        _ = try retention.keep(secret("other"), as: "another", for: 60)
        #expect(kernel.find("another") != nil, "those of other keychains are shared")
        retention.forgetExclusive()
        _ = try retention.keep(secret("key"), as: "name", for: 60)
        #expect(kernel.find("name") != nil)
        try retention.drop("name")
        #expect(retention.find("name") == nil)
    }

    /// Without the passcode, any program could have the keys shared.
    @Test func aPersonDecides() throws {
        let stage = try stage()
        let agent = AgentAdministration(stage.line())
        for isOn in [true, false] {
            for wrong in [nil, secret("12345")] {
                #expect(throws: KeychainError.self) {
                    try agent.setExclusive(isOn, passcode: wrong)
                }
                #expect(try agent.status().isExclusive == !isOn)
            }
            try agent.setExclusive(isOn, passcode: Self.passcode)
            #expect(try agent.status().isExclusive == isOn)
        }
    }

    @Test func aKeychainWithoutAPasscodeIsNotExclusive() throws {
        let stage = try AgentStage(retention: retention)
        let agent = AgentAdministration(stage.line())
        let error = #expect(throws: KeychainError.self) {
            try agent.setExclusive(true, passcode: nil)
        }
        #expect(error?.code == .noPasscode)
    }
}
