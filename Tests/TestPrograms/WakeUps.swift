import Foundation

/// The number of times that a program was woken up, as Linux counts it.
package enum WakeUps {
    /// The number of times that each thread of a process has left the processor; empty without such
    /// a process.
    private static func switches(of process: Int32) -> [String: Int] {
        let folder = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let counts = threads.compactMap { thread -> (String, Int)? in
            let status = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
            let numbers = status?.split(separator: "\n").compactMap { line in
                line.contains("ctxt_switches:") ? Int(line.split(separator: "\t").last ?? "") : nil
            }
            return numbers.map { (thread, $0.reduce(0, +)) }
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    /// The fewest wake-ups of processes in some time, once they have no more work to do.
    ///
    /// - Parameters:
    ///   - processes: The processes, which run.
    ///   - seconds: The time that is looked at.
    ///   - patience: The time that they may take to come to rest, in seconds: threads that have
    ///     worked wait for more work, and end some seconds later.
    /// - Returns: The number of times that the threads of each left the processor; `nil` if there
    ///   is no such process.
    package static func fewest(
        of processes: [Int32],
        in seconds: Int,
        within patience: Int = 60
    ) -> [Int?] {
        let deadline = ContinuousClock.now + .seconds(patience + seconds)
        var fewest: [Int?] = processes.map { _ in .max }
        repeat {
            let before = processes.map(switches)
            Thread.sleep(forTimeInterval: Double(seconds))
            let after = processes.map(switches)
            for place in processes.indices {
                let count = difference(before[place], after[place])
                fewest[place] = fewest[place].flatMap { old in count.map { min(old, $0) } }
            }
        } while fewest.contains(where: { $0 ?? 0 > 0 }) && ContinuousClock.now < deadline
        return fewest
    }

    private static func difference(_ before: [String: Int], _ after: [String: Int]) -> Int? {
        guard !before.isEmpty, !after.isEmpty else { return nil }
        return Set(before.keys).union(after.keys).reduce(0) { sum, thread in
            guard let old = before[thread], let new = after[thread] else { return sum + 1 }
            return sum + new - old
        }
    }
}
