/// Where writers of all processes queue before they ask SQLite for its write lock.
///
/// SQLite's lock favours whoever just released it: the releaser is awake and the waiters sleep. Here
/// a waiter keeps the turnstile until it has SQLite's lock, so whoever wants the lock again must
/// first come through the turnstile, behind it. A process that dies leaves the turnstile open.
final class Turnstile {
    private let descriptor: Int32

    /// Uses the file at a path, which is created when missing and stays empty.
    init(path: String) throws(StoreError) {
        descriptor = try System.openLockFile(path)
    }

    /// Comes to stand alone at a path until the value goes: who removes the file, does so here.
    init(entering path: String, patience: Patience) throws(StoreError) {
        while true {
            let candidate = try System.openLockFile(path)
            do {
                try Self.wait(for: candidate, patience)
                // Whoever waited for a file that its last owner removed stands in no queue.
                if try System.facts(path)?.identity == System.identity(candidate) {
                    descriptor = candidate
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
        System.close(descriptor)
    }

    /// Waits to be the first in the queue.
    func enter(_ patience: Patience) throws(StoreError) {
        try Self.wait(for: descriptor, patience)
    }

    /// Lets the next one in.
    func leave() {
        System.unlock(descriptor)
    }

    private static func wait(for descriptor: Int32, _ patience: Patience) throws(StoreError) {
        while try !System.tryLock(descriptor) {
            guard patience.wait() else {
                throw StoreError(.busy, "Others kept the keychain busy for too long.")
            }
        }
    }
}
