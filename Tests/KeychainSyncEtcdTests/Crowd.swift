import Foundation

/// Threads that wait until all of them are there.
final class Crowd: Sendable {
    private let condition = NSCondition()
    nonisolated(unsafe) private var missing: Int

    init(_ count: Int) { missing = count }

    /// Waits for the others; returns whether all came in time.
    func come() -> Bool {
        condition.withLock {
            missing -= 1
            condition.broadcast()
            let end = Date(timeIntervalSinceNow: 30)
            while missing > 0 { guard condition.wait(until: end) else { return false } }
            return true
        }
    }
}
