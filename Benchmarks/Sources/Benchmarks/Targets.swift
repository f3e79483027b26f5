/// The project's promises about its speed, and whether this run keeps them.
struct Targets {
    let rows: [Row]
    let syncsPerWrite: Double?

    var lines: [String] {
        var lines: [String] = []
        for size in [10_000, 1_000_000] {
            lines += atMost(10_000, .read, size, "PortableKeychain")
            lines += atMost(25_000, .read, size, "Security")
        }
        lines += atMost(3_000_000, .listData, 10_000, "PortableKeychain")
        let tool = rows.last { $0.work.hasPrefix("keychainctl") }
        lines += check(
            "keychainctl get, the whole process, \(Table.grouped(tool?.size ?? 0)) items",
            tool?.samples["PortableKeychain"]?.median,
            atMost: 6_000_000
        )
        if let syncsPerWrite {
            // Every thousand pages SQLite moves its log into the file, and waits twice more.
            let isMet = syncsPerWrite <= 1.1
            lines.append("\(Self.word(isMet)): a durable write waits for the disk once: ")
            lines[lines.count - 1] += "\((syncsPerWrite * 100).rounded() / 100) times"
        }
        return lines + memory
    }

    /// The memory of one read in the greatest keychain may be a quarter above that in the smallest.
    private var memory: [String] {
        let peaks = rows.filter(\.isMemory).compactMap { $0.samples["PortableKeychain"]?.median }
        guard let least = peaks.first, let most = peaks.last, peaks.count > 1 else { return [] }
        let isMet = most * 4 <= least * 5
        return [
            "\(Self.word(isMet)): memory does not grow with the number of items: "
                + Table.quantity(least, true) + " to " + Table.quantity(most, true)
        ]
    }

    private func atMost(
        _ limit: Int64,
        _ work: Work,
        _ size: Int,
        _ system: String
    ) -> [String] {
        let median = rows.first { $0.work == work.title && $0.size == size }?
            .samples[system]?.median
        let name = "\(system), \(work.title), \(Table.grouped(size)) items"
        return check(name, median, atMost: limit)
    }

    private func check(_ name: String, _ median: Int64?, atMost limit: Int64) -> [String] {
        guard let median else { return [] }
        return [
            "\(Self.word(median <= limit)): \(name): \(Table.quantity(median, false)), "
                + "at most \(Table.quantity(limit, false))"
        ]
    }

    private static func word(_ isMet: Bool) -> String { isMet ? "met   " : "MISSED" }
}
