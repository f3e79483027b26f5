#if Configuration
    internal import Synchronization

    /// The look of one watcher: each value that differs from the one before is an update.
    struct KeychainLook<Value: Sendable>: Sendable {
        /// The present value, and each later one.
        ///
        /// A slow reader misses those in between.
        let updates: AsyncStream<Value>
        /// Looks once.
        let perform: @Sendable () -> Void

        init(
            _ read: @escaping @Sendable () -> Value,
            isSame: @escaping @Sendable (Value, Value) -> Bool
        ) {
            let (updates, continuation) = AsyncStream<Value>
                .makeStream(bufferingPolicy: .bufferingNewest(1))
            self.updates = updates
            let last = LastValue<Value>()
            perform = {
                // Reading inside of the lock keeps updates in the order in which they were read.
                last.value.withLock { last in
                    let present = read()
                    if let last, isSame(last, present) { return }
                    last = present
                    continuation.yield(present)
                }
            }
        }
    }

    private final class LastValue<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
#endif
