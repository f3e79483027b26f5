internal import PortableKeychain
internal import Synchronization

/// Waits in a command, which is not a task, for something that is one.
enum Waiting {
    private final class Answer<R: Sendable>: Sendable {
        let result = Mutex<Result<R, any Error>?>(nil)
        let event = EventFile()
    }

    /// Runs something in a task that wakes the program up for its work alone.
    ///
    /// - Parameter body: The work to run.
    /// - Returns: The task.
    @discardableResult
    static func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached(executorPreference: QuietExecutor.shared, operation: body)
    }

    /// Runs something in a task, and waits for its end.
    ///
    /// - Parameters:
    ///   - body: The work to run.
    ///   - meanwhile: Called before each wait, and after one of its own events happened.
    /// - Returns: The result of the work.
    /// - Throws: Any error of the work.
    static func wait<R: Sendable>(
        _ body: @escaping @Sendable () async throws -> R,
        meanwhile: (inout FileWait) -> Void = { _ in }
    ) throws -> R {
        let answer = Answer<R>()
        start {
            let result: Result<R, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            answer.result.withLock { $0 = result }
            answer.event.signal()
        }
        while true {
            if let result = answer.result.withLock({ $0 }) { return try result.get() }
            var wait = FileWait()
            wait.add(answer.event)
            meanwhile(&wait)
            wait.run()
        }
    }
}
