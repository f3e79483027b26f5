internal import Foundation

/// A figure that was measured, and the most that it may be.
package struct Gate: Sendable {
    private let title: String
    private let measured: Double
    private let most: Double
    private let unit: String

    package init(title: String, measured: Double, most: Double, unit: String) {
        (self.title, self.measured, self.most, self.unit) = (title, measured, most, unit)
    }

    package var isKept: Bool { measured <= most }

    /// A row of a table.
    package var text: String {
        let figures = [measured, most].map { String(format: "%.2f", $0) }
        return "| \(title) | \(figures[0]) \(unit) | at most \(figures[1]) \(unit) "
            + "| \(isKept ? "kept" : "missed") |"
    }
}
