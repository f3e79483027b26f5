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

    deinit {
        System.close(descriptor)
    }

    /// Waits to be the first in the queue.
    func enter(_ patience: Patience) throws(StoreError) {
        while try !System.tryLock(descriptor) {
            guard patience.wait() else {
                throw StoreError(.busy, "Others kept the keychain busy for too long.")
            }
        }
    }

    /// Lets the next one in.
    func leave() {
        System.unlock(descriptor)
    }
}
