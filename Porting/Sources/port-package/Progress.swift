import Foundation

/// A line on a terminal that says how far long work is.
struct Progress {
    private let start = ContinuousClock.now
    private var last = ContinuousClock.now
    private var isShown = false
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var count = 0

    /// Counts a source that is read.
    ///
    /// Work of less than a second needs no line.
    mutating func next() {
        count += 1
        let now = ContinuousClock.now
        guard isTerminal, now - start > .seconds(1), now - last > .milliseconds(200) else { return }
        last = now
        isShown = true
        FileHandle.standardError.write(Data("\r\(count) sources read …".utf8))
    }

    /// Removes the line.
    func end() {
        if isShown { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }
}
