internal import Dispatch

extension Array where Element: Sendable {
    /// The results of a function of each element, in order, computed on all processors.
    ///
    /// For work that neither waits nor asks; the thread of the caller takes part in it.
    func mapAtOnce<R: Sendable>(_ transform: @Sendable (Element) -> R) -> [R] {
        [R](unsafeUninitializedCapacity: count) { room, initialized in
            guard let start = room.baseAddress else { return }
            // Each place is written by one thread, and read when all have ended.
            nonisolated(unsafe) let results = start
            DispatchQueue.concurrentPerform(iterations: count) { place in
                (results + place).initialize(to: transform(self[place]))
            }
            initialized = count
        }
    }
}
