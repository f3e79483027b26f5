internal import CKeychainSQLite

/// Waits while other connections hold the store's locks, in short steps of random length up to a
/// limit.
///
/// Each connection has one and uses it for one operation at a time; ``renew()`` begins the next. It
/// also serves as SQLite's busy handler. It does not lock anything itself: ``Gate`` makes the order
/// of writers fair.
///
/// SQLite's own handler sleeps up to 100 ms at a time, so a waiter misses most of the moments in
/// which the store is free: one waited 0.8 s beside a single busy process.
final class Patience {
    /// The longest wait of one operation, in microseconds.
    var limit: UInt64
    /// Called before each further step after a wait of 10 ms.
    var whenLong: (() -> Void)?

    private var start: ContinuousClock.Instant?
    private var ceiling = Patience.shortestStep

    init(limit: UInt64) {
        self.limit = limit
    }

    /// Restarts the count for another operation.
    func renew() {
        start = nil
        ceiling = Self.shortestStep
    }

    /// Waits one step; returns false if the limit is reached.
    func wait() -> Bool {
        let now = ContinuousClock.now
        let waited = now - (start ?? now)
        start = start ?? now
        guard waited < .microseconds(limit) else { return false }
        if waited >= Self.long { whenLong?() }
        var dice: UInt32 = 0
        sqlite3_randomness(Int32(MemoryLayout<UInt32>.size), &dice)
        System.sleep(microseconds: ceiling / 2 + dice % (ceiling / 2 + 1))
        ceiling = min(ceiling + Self.growth, Self.longestStep)
        return true
    }

    /// Makes this SQLite's busy handler; the connection must not outlive this object.
    func serve(_ connection: OpaquePointer) {
        sqlite3_busy_handler(
            connection,
            { context, _ in
                guard let context else { return 0 }
                return Unmanaged<Patience>.fromOpaque(context).takeUnretainedValue().wait() ? 1 : 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    // In microseconds.
    private static let shortestStep: UInt32 = 50
    private static let longestStep: UInt32 = 500
    private static let growth: UInt32 = 10
    /// The wait after which the waiter shuts the gate for others.
    private static let long: Duration = .milliseconds(10)
}
