/// The rows as text: aligned for a terminal, or as Markdown.
struct Table {
    let rows: [Row]
    let systems: [String]

    func text(markdown: Bool) -> String {
        Self.layOut([header] + rows.map(line), markdown: markdown)
    }

    /// Lines of cells in columns, of which the first line is the header.
    static func layOut(_ cells: [[String]], markdown: Bool) -> String {
        let header = cells[0]
        let widths = header.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        var lines = cells.map { cells in
            zip(cells, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
        }.map { markdown ? "| " + $0.joined(separator: " | ") + " |" : $0.joined(separator: "  ") }
        let rule = widths.map { String(repeating: "-", count: $0) }
        lines.insert(
            markdown ? "|-" + rule.joined(separator: "-|-") + "-|" : rule.joined(separator: "  "),
            at: 1
        )
        return lines.joined(separator: "\n")
    }

    private var header: [String] { ["work", "items"] + systems + ["p99", "worst"] }

    private func line(_ row: Row) -> [String] {
        let own = row.samples[systems[0]]
        let cells = systems.map { system -> String in
            guard let summary = row.samples[system] else { return "-" }
            let value = Self.quantity(summary.median, row.isMemory)
            guard let own, system != systems[0], own.median > 0 else { return value }
            return value + " (" + Self.ratio(summary.median, own.median) + ")"
        }
        let tail =
            row.isMemory || own == nil
            ? ["-", "-"] : [own?.p99 ?? 0, own?.worst ?? 0].map { Self.quantity($0, false) }
        return [row.work, Self.grouped(row.size)] + cells + tail
    }

    static func quantity(_ value: Int64, _ isMemory: Bool) -> String {
        if isMemory { return rounded(Double(value) / 1024) + " MiB" }
        switch value {
        case ..<1_000_000: return rounded(Double(value) / 1000) + " µs"
        case ..<1_000_000_000: return rounded(Double(value) / 1_000_000) + " ms"
        default: return rounded(Double(value) / 1_000_000_000) + " s"
        }
    }

    static func ratio(_ value: Int64, _ other: Int64) -> String {
        "×" + rounded(Double(value) / Double(other))
    }

    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.enumerated().map { place, digit in
            (place > 0 && (digits.count - place) % 3 == 0 ? "," : "") + String(digit)
        }.joined()
    }

    /// Three digits that count.
    private static func rounded(_ value: Double) -> String {
        switch value {
        case ..<10: String(Int((value * 100).rounded()) / 100) + "." + twoDigits(value)
        case ..<100:
            String(Int((value * 10).rounded()) / 10) + "."
                + String(Int((value * 10).rounded()) % 10)
        default: String(Int(value.rounded()))
        }
    }

    private static func twoDigits(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded()) % 100
        return (hundredths < 10 ? "0" : "") + String(hundredths)
    }
}
