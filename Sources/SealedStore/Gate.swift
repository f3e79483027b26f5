/// What newcomers pass before they ask SQLite for its write lock, and what an impatient waiter shuts.
///
/// SQLite's lock favours whoever just released it: the releaser is awake and the waiters sleep. A
/// writer that never pauses left another 3 turns of 214. Strict turns would be fair but slow,
/// because each costs a change of processes; so a waiter lets others pass for a few milliseconds,
/// then shuts the gate until it has SQLite's lock. A process that dies leaves the gate open.
final class Gate {
    private let descriptor: Int32
    private var isShut = false

    /// Uses the file at a path, which is created when missing and stays empty.
    init(path: String) throws(StoreError) {
        descriptor = try System.openLockFile(path)
    }

    /// Shuts the gate at a path until the value goes; who removes the file, does so in between.
    init(shutting path: String, patience: Patience) throws(StoreError) {
        while true {
            let candidate = try System.openLockFile(path)
            do {
                try Self.wait(patience) { () throws(StoreError) in
                    try System.tryLock(candidate, alone: true)
                }
                // A file that was removed while we waited for it keeps nobody out.
                if try System.facts(path)?.identity == System.identity(candidate) {
                    descriptor = candidate
                    isShut = true
                    return
                }
            } catch {
                System.close(candidate)
                throw error
            }
            System.close(candidate)
        }
    }

    deinit {
        // Opens the gate as well.
        System.close(descriptor)
    }

    /// Waits until the gate is open.
    func pass(_ patience: Patience) throws(StoreError) {
        try Self.wait(patience) { () throws(StoreError) in
            try System.tryLock(descriptor, alone: false)
        }
        System.unlock(descriptor)
    }

    /// Keeps newcomers out, unless somebody else does already.
    func shut() {
        guard !isShut else { return }
        // A failure costs fairness only; the next attempt comes with the next step of the wait.
        isShut = (try? System.tryLock(descriptor, alone: true)) == true
    }

    /// Lets newcomers in again.
    func open() {
        guard isShut else { return }
        System.unlock(descriptor)
        isShut = false
    }

    private static func wait(
        _ patience: Patience,
        until isDone: () throws(StoreError) -> Bool
    ) throws(StoreError) {
        patience.renew()
        while try !isDone() {
            guard patience.wait() else {
                throw StoreError(.busy, "Others kept the keychain busy for too long.")
            }
        }
    }
}
