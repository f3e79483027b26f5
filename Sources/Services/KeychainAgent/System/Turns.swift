internal import Dispatch
internal import Synchronization

/// Turns that several threads take, in the order in which they ask.
///
/// A semaphore of the system is not enough: a thread that gives one back and takes it again at once can be
/// faster than those who wait.
final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: [DispatchSemaphore] = []
    }

    private let state: Mutex<State>

    /// Makes turns.
    ///
    /// - Parameter count: The number of threads that can have one at the same time.
    init(_ count: Int) { state = Mutex(State(free: count)) }

    /// The number of threads that wait.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Waits for a turn and takes it.
    func take() {
        let place = state.withLock { state -> DispatchSemaphore? in
            if state.free > 0 {
                state.free -= 1
                return nil
            }
            let place = DispatchSemaphore(value: 0)
            state.waiting.append(place)
            return place
        }
        place?.wait()
    }

    /// Gives a turn to the thread that has waited longest.
    func give() {
        let next = state.withLock { state -> DispatchSemaphore? in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.signal()
    }
}
