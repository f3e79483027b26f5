/// The times of one piece of work in one system.
struct Samples: Codable {
    private(set) var sorted: [Int64] = []

    mutating func add(_ times: [Int64]) { sorted = (sorted + times).sorted() }

    var total: Int64 { sorted.reduce(0, +) }
    var median: Int64 { quantile(0.5) }
    var p99: Int64 { quantile(0.99) }
    var worst: Int64 { sorted.last ?? 0 }

    private func quantile(_ part: Double) -> Int64 {
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }
}

/// One row of the table: a piece of work at a size, in all systems.
struct Row: Codable {
    let work: String
    let size: Int
    /// Nanoseconds, or KiB when ``isMemory``.
    var samples: [String: Summary] = [:]
    var isMemory = false

    struct Summary: Codable {
        let median: Int64
        let p99: Int64
        let worst: Int64

        init(_ samples: Samples) {
            (median, p99, worst) = (samples.median, samples.p99, samples.worst)
        }
    }
}
