internal import KeychainLibC

/// A wait for several files together (poll(2)), which takes no time of the processor.
///
/// ```swift
/// var wait = FileWait()
/// wait.add(news)
/// wait.add(signals)
/// wait.run()
/// ```
package struct FileWait {
    private var requests: [pollfd] = []
    /// The longest wait in milliseconds; negative for as long as it takes.
    private var longest: Int32 = -1

    /// The longest wait for events without a file on this system, which a person does not notice.
    static let interval = Duration.milliseconds(50)

    package init() {}

    /// Adds a file to wait for.
    ///
    /// - Parameters:
    ///   - file: The file; the end of its other side always counts.
    ///   - events: The events to wait for, as in poll(2).
    package mutating func add(_ file: Int32, for events: Int32 = Int32(POLLIN)) {
        requests.append(pollfd(fd: file, events: Int16(truncatingIfNeeded: events), revents: 0))
    }

    /// Adds the news of a file to wait for.
    package mutating func add(_ news: FileNews) {
        add(news.file, orLookEvery: FileNews.interval)
    }

    /// Adds signals to wait for.
    package mutating func add(_ signals: borrowing PendingSignals) {
        add(signals.file, orLookEvery: Self.interval)
    }

    /// Adds the event of another thread to wait for.
    package mutating func add(_ event: EventFile) { add(event.file, orLookEvery: Self.interval) }

    /// Adds a file to wait for; a negative one stands for a look in intervals.
    mutating func add(_ file: Int32, orLookEvery time: Duration) {
        if file < 0 { limit(to: time) } else { add(file) }
    }

    /// Ends the wait after a time at the latest.
    package mutating func limit(to time: Duration) {
        let rounded = (time / .milliseconds(1)).rounded(.up)
        let milliseconds = Int32(max(0, min(rounded, Double(Int32.max))))
        longest = longest < 0 ? milliseconds : min(longest, milliseconds)
    }

    /// Waits until one of the files is ready, the time is over, or a signal has come that is not
    /// blocked.
    ///
    /// - Returns: Whether one of the files was ready.
    @discardableResult
    package mutating func run() -> Bool {
        for place in requests.indices { requests[place].revents = 0 }
        return poll(&requests, nfds_t(requests.count), longest) > 0
    }

    /// Waits until one of the files is ready, or a time is over, whatever signals come.
    ///
    /// - Parameter time: The longest wait.
    /// - Returns: Whether one of the files was ready.
    package mutating func run(for time: Duration) -> Bool {
        let end = ContinuousClock.now + time
        repeat {
            limit(to: end - ContinuousClock.now)
            if run() { return true }
        } while ContinuousClock.now < end
        return false
    }

    /// Whether a file was ready at the end of the wait.
    package func isReady(_ file: Int32) -> Bool {
        requests.contains { $0.fd == file && $0.revents != 0 }
    }
}
