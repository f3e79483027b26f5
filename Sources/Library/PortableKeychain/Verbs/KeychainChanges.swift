extension Keychain {
    /// Watches matching items: their changes as they happen, by whichever process.
    ///
    /// ```swift
    /// let keychain = try Keychain.default
    /// for try await change in keychain.changes(of: .genericPassword(service: "api")) {
    ///     print(change.kind, change.item.account)
    /// }
    /// ```
    ///
    /// Only attributes are read, never secrets. The keychain is looked at in intervals; as long as
    /// nothing was written, a look costs microseconds. Changes of one item within an interval are
    /// reported as one. While one of the items is locked nothing is reported; what happened
    /// meanwhile follows when it can be read. If that is so from the start, the items of the first look
    /// that can read them are not changes. Items that require their user are left out, and nothing asks
    /// for a proof. The sequence ends when its task is cancelled.
    ///
    /// - Parameters:
    ///   - query: The items to watch.
    ///   - interval: The time between two looks.
    /// - Returns: The changes from the first iteration on. Iterating throws any error of reading
    ///   the items.
    public func changes<Item: KeychainItem>(
        of query: KeychainQuery<Item>,
        every interval: Duration = .milliseconds(250)
    ) -> KeychainChanges<Item> {
        KeychainChanges(keychain: self, query: query, interval: interval)
    }
}

/// The changes of items in a keychain, as ``Keychain/changes(of:every:)`` returns them.
///
/// Iterate over it in a task. Each ``KeychainChange`` says what happened to which item; secrets are not read,
/// so read the new one if you need it. Leaving the loop ends the watch.
///
/// ```swift
/// let keychain = try Keychain.default
/// let item = GenericPassword(service: "api", account: "ci")
/// for try await change in keychain.changes(of: .exactly(item)) {
///     guard change.kind != .deleted, let secret = try keychain.secret(for: item) else { break }
///     print("the token has now \(secret.count) bytes")
/// }
/// ```
public struct KeychainChanges<Item: KeychainItem>: AsyncSequence, Sendable {
    /// A change of one item.
    public typealias Element = KeychainChange<Item>
    /// The reason why watching ended early.
    public typealias Failure = KeychainError

    let keychain: Keychain
    let query: KeychainQuery<Item>
    let interval: Duration

    /// Starts watching: items that exist already are not changes.
    public func makeAsyncIterator() -> Iterator {
        Iterator(watch: KeychainWatch(keychain, query), interval: interval)
    }

    /// Waits for changes, and returns them one by one.
    public struct Iterator: AsyncIteratorProtocol {
        var watch: KeychainWatch<Item>
        let interval: Duration
        private var pending: ArraySlice<Element> = []

        init(watch: KeychainWatch<Item>, interval: Duration) {
            self.watch = watch
            self.interval = interval
        }

        /// Waits for the next change.
        ///
        /// - Returns: The change; `nil` when the task was cancelled.
        /// - Throws: Any error of reading the items, such as ``KeychainError/Code/corrupt``.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(KeychainError) -> Element? {
            while pending.isEmpty {
                pending = try watch.look()[...]
                guard pending.isEmpty else { break }
                // Sleeping fails only when the task is cancelled.
                guard (try? await Task.sleep(for: interval)) != nil else { return nil }
            }
            return pending.popFirst()
        }
    }
}
