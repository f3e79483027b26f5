/// A lock file that keeps writers fair: a writer passes the gate before it asks for SQLite's write
/// lock, and shuts it for others after it has waited for long.
///
/// SQLite's lock favours the process that has just released it, because that process is running
/// while the others sleep: beside a writer that never paused, another one got 3 turns of 214.
/// Strict turns would be fair but slow, because each costs a change of processes. So a waiting
/// writer lets others pass for a few milliseconds, and then shuts the gate until it has SQLite's
/// lock.
///
/// It does not protect data; that is the task of SQLite's lock. The lock is `flock` on a file
/// without content, so if a process dies, the gate is open. The file has a size only to keep space
/// on the disk, the reserve: deleting needs space in the log, and is what frees a full disk.
final class Gate {
    private let descriptor: Int32
    private var isShut = false

    /// Opens the lock file at a path; a missing one is created.
    init(path: String) throws(StoreError) {
        descriptor = try System.openLockFile(path)
    }

    /// Waits until the gate at a path is free, and shuts it until it is opened or released.
    ///
    /// Use this while creating or removing the store's files.
    init(shutting path: String, patience: Patience) throws(StoreError) {
        while true {
            let candidate = try System.openLockFile(path)
            do {
                try Self.wait(patience) { () throws(StoreError) in
                    try System.tryLock(candidate, alone: true)
                }
                // If the file was removed meanwhile, others use a new one, so lock that.
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
        // Also releases the lock.
        System.close(descriptor)
    }

    /// Waits until the gate is open.
    func pass(_ patience: Patience) throws(StoreError) {
        try Self.wait(patience) { () throws(StoreError) in
            try System.tryLock(descriptor, alone: false)
        }
        System.unlock(descriptor)
    }

    /// Shuts the gate for other writers, unless another process has shut it already.
    func shut() {
        guard !isShut else { return }
        // A failure only costs fairness; the next step of the wait tries again.
        isShut = (try? System.tryLock(descriptor, alone: true)) == true
    }

    /// Checks whether the file system supports such locks.
    ///
    /// - Parameter path: The path of this gate, which is shut.
    /// - Returns: Whether the gate excludes others.
    func excludesOthers(path: String) -> Bool {
        guard isShut, let second = try? System.openLockFile(path) else { return false }
        defer { System.close(second) }
        return (try? System.tryLock(second, alone: true)) == false
    }

    /// Keeps space for deleting on a full disk, as far as there is any.
    func reserve() {
        // What is there is never given back to ask for more: another program could take it.
        guard System.reserve(Self.deletionLength, in: descriptor) else { return }
        _ = System.reserve(Self.reserveLength, in: descriptor, keeping: Self.deletionLength)
    }

    /// Gives the reserve back to the disk.
    func releaseReserve() {
        System.empty(descriptor)
    }

    /// Gives the reserve back if the disk has less space than that.
    func releaseReserveIfFull() {
        if System.freeSpace(at: descriptor) < Self.reserveLength { releaseReserve() }
    }

    /// Gives the reserve at a path back to the disk; true if there was one.
    static func releaseReserve(at path: String) -> Bool {
        guard let size = try? System.facts(path)?.size, size > 0,
            let gate = try? Gate(path: path)
        else { return false }
        gate.releaseReserve()
        return true
    }

    /// In bytes: the log of a transaction that deletes an item of 100 KiB, and the index of the log.
    private static let deletionLength: Int64 = 256 << 10
    /// In bytes: that, and the rows in a log of its usual length, by which the file grows before the log is emptied.
    ///
    /// One large item, or a reader that does not end, makes the log longer. With less, emptying it could take all of the
    /// reserve and fail, and no other deletion would have space.
    private static let reserveLength = deletionLength + Int64(Connection.longestIdleLog)

    /// Opens the gate for other writers.
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
                throw StoreError(
                    .busy,
                    "Other programs kept the keychain busy for too long. Close them and try again."
                )
            }
        }
    }
}
