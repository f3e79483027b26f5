#if Configuration
    internal import PortableKeychain
    internal import Synchronization

    /// Looks at a keychain in intervals for all watchers of one provider, as long as there are any.
    final class KeychainPoller: Sendable {
        /// The state that is compared between two looks.
        private struct Mark: Equatable {
            /// `nil` on a keeper without marks, at which everybody looks each time.
            let bytes: [UInt8]?
            let lockState: LockState?
        }

        private struct Watchers {
            var looks: [Int: @Sendable () -> Void] = [:]
            var next = 0
            var task: Task<Void, Never>?
        }

        private let keychain: Keychain
        private let interval: Duration
        private let watchers = Mutex(Watchers())

        init(_ keychain: Keychain, every interval: Duration) {
            self.keychain = keychain
            self.interval = interval
        }

        /// Gives a watcher its values, until it returns.
        func watching<Value: Sendable, Return: ~Copyable>(
            _ look: KeychainLook<Value>,
            _ body: (AsyncStream<Value>) async throws -> Return
        ) async throws -> Return {
            // Before the first look: a change in between is found by the next one.
            let number = add(look.perform)
            defer { remove(number) }
            look.perform()
            return try await body(look.updates)
        }

        private func add(_ look: @escaping @Sendable () -> Void) -> Int {
            watchers.withLock { watchers in
                watchers.next += 1
                watchers.looks[watchers.next] = look
                if watchers.task == nil {
                    watchers.task = Task { [weak self, interval] in
                        var known: Mark?
                        while (try? await Task.sleep(for: interval)) != nil {
                            guard let present = await self?.lookAround(since: known) else { return }
                            known = present
                        }
                    }
                }
                return watchers.next
            }
        }

        private func remove(_ number: Int) {
            watchers.withLock { watchers in
                watchers.looks[number] = nil
                guard watchers.looks.isEmpty else { return }
                watchers.task?.cancel()
                watchers.task = nil
            }
        }

        /// Lets all watchers look if anything was written, locked or unlocked.
        private func lookAround(since known: Mark?) async -> Mark? {
            try? await keychain.inBackground { [self] keychain in
                let present = Mark(
                    bytes: try? keychain.changeMark,
                    lockState: try? keychain.lockState
                )
                if present != known || present.bytes == nil {
                    for look in watchers.withLock({ Array($0.looks.values) }) { look() }
                }
                return present
            }
        }
    }
#endif
