internal import CSQLite

/// How one connection waits while others hold the store: in short steps of random length.
///
/// SQLite's own handler sleeps up to 100 ms at a time, so a waiter misses most of the moments in
/// which the store is free; one starved for 0.8 s beside a single busy process.
final class Patience {
    /// The longest wait of one operation, in microseconds.
    var limit: UInt64
    /// Called before each further step once a wait has become long.
    var whenLong: (() -> Void)?

    private var start: ContinuousClock.Instant?
    private var ceiling = Patience.shortestStep

    init(limit: UInt64) {
        self.limit = limit
    }

    /// Starts to count anew, for another operation.
    func renew() {
        start = nil
        ceiling = Self.shortestStep
    }

    /// Waits one step; false when the limit is reached.
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

    /// Lets SQLite wait this way too; the connection must not outlive this value.
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
    /// After this, it is the waiter's turn.
    private static let long: Duration = .milliseconds(10)
}
