internal import Dispatch
internal import Synchronization

/// Threads for work that blocks: a bounded number of them, apart from those that tasks share.
///
/// Dispatch starts a new thread for each blocked one, up to a limit of the whole process; a server
/// under load would use it up and stop others that need a thread.
final class BackgroundThreads: Sendable {
    static let shared = BackgroundThreads(limit: 32)

    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var running = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Runs a job soon, in the order in which jobs were handed over.
    func run(_ job: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.waiting.append(job)
            guard state.running < limit else { return false }
            state.running += 1
            return true
        }
        if needsThread { DispatchQueue.global().async { self.drain() } }
    }

    private func drain() {
        while let job = next() { job() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
