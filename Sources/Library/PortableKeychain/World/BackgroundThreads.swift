internal import Dispatch
internal import Synchronization

/// A bounded number of threads for work that blocks, separate from the threads that tasks share.
///
/// Dispatch starts a new thread for each blocked one, up to a limit of the whole process. A server
/// under load could reach that limit and so block other code that needs a thread.
package final class BackgroundThreads: Sendable {
    /// The threads of this process: for work on keychains, and for questions to the user.
    package static let shared = BackgroundThreads(limit: 32)

    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var running = 0
    }

    let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Runs a job as soon as a thread is free; jobs start in the order of these calls.
    package func run(_ job: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.waiting.append(job)
            guard state.running < limit else { return false }
            state.running += 1
            return true
        }
        // A queue of its own has a thread at once. The global queues on Linux add one a second to
        // threads that block, so that 32 waiting calls would hold up everybody for half a minute.
        if needsThread { DispatchQueue(label: "keychain").async { self.drain() } }
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
