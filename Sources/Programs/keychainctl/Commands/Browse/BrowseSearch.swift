internal import KeychainctlKit
internal import PortableKeychain
internal import Synchronization

/// Searches on another thread, so that keys are drawn meanwhile; a newer search ends an older one.
final class BrowseSearch: Sendable {
    private struct State {
        var items: [ListedItem]
        /// The number of times that the items were replaced.
        var generation = 0
        /// `nil` until the first search among the items.
        var index: SearchIndex?
        /// The text to find; `nil` if there is none.
        var text: String?
        /// The number of the newest search.
        var number = 0
        /// Whether a thread works.
        var isRunning = false
        /// Whether the newest search has ended.
        var isDone = true
        var result: (found: SearchIndex.Found, text: String)?
    }

    /// Wakes up the browser when something was found.
    let news = EventFile()
    private let state: Mutex<State>

    init(_ items: [ListedItem]) { state = Mutex(State(items: items)) }

    /// All items.
    var items: [ListedItem] { state.withLock(\.items) }

    /// Begins to find a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - items: The items, if they are others than before.
    func start(_ text: String, in items: [ListedItem]? = nil) {
        let needsThread = state.withLock { state in
            if let items {
                (state.items, state.index) = (items, nil)
                state.generation += 1
            }
            (state.text, state.result, state.isDone) = (text, nil, false)
            state.number += 1
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if needsThread { BackgroundThreads.shared.run { self.work() } }
    }

    /// Takes the result; `nil` if there is none since the last time.
    func take() -> (found: SearchIndex.Found, text: String)? {
        news.clear()
        return state.withLock { state in
            defer { state.result = nil }
            return state.result
        }
    }

    /// Waits for the end of the search that was begun, and takes its result.
    ///
    /// - Parameter time: The longest wait; `nil` for as long as it takes.
    /// - Returns: `nil` if it takes longer, or none was begun.
    func finish(within time: Duration? = nil) -> (found: SearchIndex.Found, text: String)? {
        while true {
            if let result = take() { return result }
            guard !state.withLock(\.isDone) else { return take() }
            var wait = FileWait()
            wait.add(news)
            if let time {
                guard wait.run(for: time) else { return take() }
            } else {
                wait.run()
            }
        }
    }

    private struct Job {
        let number: Int
        let generation: Int
        let text: String
        let items: [ListedItem]
        let index: SearchIndex?
    }

    private func work() {
        while let job = next() {
            let index = job.index ?? SearchIndex(job.items)
            let found = index.find(SearchWords(job.text)) {
                self.state.withLock(\.number) == job.number
            }
            state.withLock { state in
                if state.generation == job.generation { state.index = index }
                guard state.number == job.number else { return }
                state.result = found.map { ($0, job.text) }
                state.isDone = true
            }
            news.signal()
        }
    }

    private func next() -> Job? {
        state.withLock { state in
            guard let text = state.text else {
                state.isRunning = false
                return nil
            }
            state.text = nil
            return Job(
                number: state.number,
                generation: state.generation,
                text: text,
                items: state.items,
                index: state.index
            )
        }
    }
}
