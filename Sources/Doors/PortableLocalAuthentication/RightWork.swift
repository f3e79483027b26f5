internal import PortableKeychain

/// Does the work of rights on another thread, and reports the result to its caller.
enum RightWork {
    /// A function that receives a result or an error.
    typealias Handler<R> = @Sendable (R?, (any Error)?) -> Void

    /// Does work that waits for the keychain or for a chip.
    ///
    /// - Parameters:
    ///   - handler: Called once, on another thread.
    ///   - body: The work.
    static func run<R>(
        _ handler: @escaping Handler<R>,
        _ body: @escaping @Sendable () throws -> R
    ) {
        BackgroundThreads.shared.run {
            do {
                handler(try body(), nil)
            } catch {
                handler(nil, Evaluation.inWordsOfItsDoor(error))
            }
        }
    }

    /// Waits until a handler is called.
    static func waiting<R: Sendable>(_ start: (@escaping Handler<R>) -> Void) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            start { result, error in
                if let error {
                    continuation.resume(throwing: error)
                } else if let result {
                    continuation.resume(returning: result)
                } else {
                    continuation.resume(throwing: LAError(.systemCancel))
                }
            }
        }
    }
}
