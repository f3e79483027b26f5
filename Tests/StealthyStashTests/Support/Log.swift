import StealthyStash
import Synchronization

/// Lines that a logger was given.
final class Log: Sendable {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock { $0 } }

    func add(_ line: String) { kept.withLock { $0.append(line) } }
}
