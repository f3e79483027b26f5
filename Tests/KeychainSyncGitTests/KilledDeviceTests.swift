import Foundation
import SyncSimulation
import Testing
import TestRounds

/// Devices with keychains on disk, each in a process that is killed at any moment (SIGKILL), while
/// the git that it started continues.
@Suite(.thorough) struct KilledDeviceTests {
    /// A process of the driver; it is written down in the test why it ended.
    private static func start(_ words: [String]) throws -> (Process, Pipe) {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let tests = bundle?.bundleURL ?? Bundle.main.executableURL
        let process = Process()
        process.executableURL = tests?.deletingLastPathComponent().appending(path: "SyncDriver")
        process.arguments = words
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return (process, output)
    }

    private static func run(_ words: String...) throws -> String {
        let (process, output) = try start(words)
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(words)")
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func nothingIsLostWhenDevicesAreKilled() async throws {
        let fixture = try GitFixture()
        let remote = fixture.repository
        let devices = ["one", "two"].map { "\(fixture.folder)/\($0)" }
        _ = try Self.run("begin", devices[0], remote)
        _ = try Self.run("add", devices[0], remote, devices[1])
        var random = SeededRandom(UInt64(TestRounds.count))
        var newest: [String: String] = [:]
        for turn in 1...TestRounds.amount(60, quick: 12) {
            let number = random.below(2)
            let account = "account-\(number)-\(random.below(2))"
            _ = try Self.run("write", devices[number], remote, account, "secret \(turn)")
            newest[account] = "secret \(turn)"
            let (process, _) = try Self.start(["round", devices[number], remote])
            try await Task.sleep(for: .milliseconds(random.below(400)))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        for _ in 0..<3 { for device in devices { _ = try Self.run("round", device, remote) } }
        let wanted = newest.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "\n") + "\n"
        for device in devices {
            #expect(try Self.run("round", device, remote) == "settled\n")
            #expect(try Self.run("list", device, remote) == wanted)
        }
    }
}
