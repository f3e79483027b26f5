/// A clock whose sleeping tasks take no time of the processor until they wake up.
///
/// `Task.sleep` uses the global queues of Dispatch, which on Linux wake a program once a second from their first
/// use on. Tasks that wait need an executor with other threads too.
package struct QuietClock: Clock {
    package typealias Instant = ContinuousClock.Instant

    package init() {}

    package var now: Instant { ContinuousClock.now }
    package var minimumResolution: Duration { .milliseconds(1) }

    package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let end = EventFile()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                BackgroundThreads.shared.run {
                    Self.wait(for: end, until: deadline)
                    continuation.resume()
                }
            }
        } onCancel: {
            end.signal()
        }
        try Task.checkCancellation()
    }

    private static func wait(for end: EventFile, until deadline: Instant) {
        var wait = FileWait()
        wait.add(end)
        _ = wait.run(for: deadline - ContinuousClock.now)
    }
}
