import SyncSimulation
import Testing

@testable import KeychainSync

/// Older states of a log that is cut.
extension OlderStateTests {
    private func cut(_ device: Device) async throws {
        #expect(try await device.vault.log(on: device.view).cut())
    }

    /// The remote is put back to a state from before a cut that devices have read.
    @Test(arguments: [false, true]) func goesBackBeforeACut(_ isCutAgain: Bool) async throws {
        let (first, second) = try await pair(.admin, "second")
        try await write(first, "a0", "1", readBy: second)
        try await write(first, "a1", "1", readBy: second)
        // It is away while the others go on.
        let third = try await join(3, .writer, by: first, name: "third")
        try await round(second)
        let copy = remote.tip
        try await write(first, "a0", "2", readBy: second)
        try await write(second, "b0", "1", readBy: first)
        _ = first.keychain.delete("a1")
        try await round(first)
        try await cut(first)
        try await round(first, second)
        remote.restore(copy)
        if isCutAgain {
            // It continues with the older state, which is the newest one that it knows.
            third.write("b1", "1")
            try await round(third)
            try await cut(third)
        }
        #expect(try await stopped(first))
        let older = try await first.vault.olderState(on: first.view)
        #expect(older.lostCommits > 0)
        _ = try await first.vault.acceptOlder(older, on: first.view)
        try await round(first, second, first)
        var expected = ["a0": "2", "b0": "1"]
        // No device knows whether it was changed on the line that was cut: it is kept.
        if isCutAgain { (expected["b1"], expected["a1"]) = ("1", "1") }
        #expect(secrets(first) == expected)
        #expect(secrets(second) == expected)
    }
}
