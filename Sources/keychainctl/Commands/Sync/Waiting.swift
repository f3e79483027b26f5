internal import KeychainLibC
internal import Synchronization

/// Waits in a command, which is no task, for something that is one.
enum Waiting {
    private final class Answer<R: Sendable>: Sendable {
        let result = Mutex<Result<R, any Error>?>(nil)
    }

    /// Runs something in a task, and waits for its end.
    ///
    /// - Parameters:
    ///   - body: What is run.
    ///   - meanwhile: Called some hundred times a second until then.
    /// - Returns: What it returns.
    /// - Throws: What it throws.
    static func wait<R: Sendable>(
        _ body: @escaping @Sendable () async throws -> R,
        meanwhile: () -> Void = { poll(nil, 0, 2) }
    ) throws -> R {
        let answer = Answer<R>()
        Task.detached {
            let result: Result<R, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            answer.result.withLock { $0 = result }
        }
        while true {
            if let result = answer.result.withLock({ $0 }) { return try result.get() }
            meanwhile()
        }
    }
}
