import Dispatch
import Foundation

/// Runs a body in as many threads of its own at the same time, and waits for all.
///
/// `DispatchQueue.concurrentPerform` would run them one after the other on a busy machine.
func atOnce(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
    let start = DispatchSemaphore(value: 0)
    let end = DispatchGroup()
    for number in 0..<count {
        end.enter()
        Thread {
            start.wait()
            body(number)
            end.leave()
        }.start()
    }
    for _ in 0..<count { start.signal() }
    end.wait()
}

/// Starts a body in a thread of its own.
///
/// A task could wait for as long as other tests keep all threads of the tasks busy.
///
/// - Returns: A function that waits for the result.
func inThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> () -> Result {
    nonisolated(unsafe) var result: Result?
    let end = DispatchSemaphore(value: 0)
    Thread {
        result = body()
        end.signal()
    }.start()
    return {
        end.wait()
        guard let result else { preconditionFailure("The result is there before the signal.") }
        return result
    }
}
