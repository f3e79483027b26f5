import PortableKeychain
import Testing

@Suite struct QuietClockTests {
    @Test func sleepsAsLongAsItIsTold() async throws {
        let start = ContinuousClock.now
        try await QuietClock().sleep(for: .milliseconds(30))
        #expect(ContinuousClock.now - start >= .milliseconds(30))
    }

    /// Much earlier than the hour for which it sleeps.
    @Test(.timeLimit(.minutes(1))) func aCanceledTaskWakesUpAtOnce() async {
        let task = Task { try await QuietClock().sleep(for: .seconds(3600)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func aTimeThatIsOverTakesNone() async throws {
        try await QuietClock().sleep(for: .seconds(-1))
    }
}
