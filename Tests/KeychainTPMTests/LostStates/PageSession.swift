#if TPM && os(Linux)
    import Foundation

    /// A session at the terminal that a page shows.
    ///
    /// Lines with `$` are commands, and others what they print. `…` stands for anything, and alone on a
    /// line for any lines.
    struct PageSession {
        struct Step {
            var command: String
            var lines: [String]
        }

        var steps: [Step] = []
        /// The lines of the block in the page, without its fences.
        private(set) var range = 0..<0

        /// Reads the first session under a title.
        ///
        /// - Parameters:
        ///   - title: The title, without the characters that make it one.
        ///   - page: The lines of the page.
        init?(under title: String, in page: [String]) {
            guard let start = page.firstIndex(of: "### " + title),
                let open = page[start...].firstIndex(of: "```console"),
                !page[(start + 1)..<open].contains(where: { $0.hasPrefix("#") }),
                let close = page[open...].firstIndex(of: "```")
            else { return nil }
            range = (open + 1)..<close
            for line in page[range] {
                if line.hasPrefix("$ ") {
                    steps.append(Step(command: String(line.dropFirst(2)), lines: []))
                } else if !steps.isEmpty {
                    steps[steps.count - 1].lines.append(line)
                }
            }
        }

        /// The lines of the block.
        var text: [String] { steps.flatMap { ["$ " + $0.command] + $0.lines } }

        /// Whether lines that were printed are those of a step.
        static func matches(_ printed: ArraySlice<String>, _ expected: ArraySlice<String>) -> Bool {
            guard let first = expected.first else { return printed.isEmpty }
            if first == "…" {
                return (printed.startIndex...printed.endIndex).contains { start in
                    matches(printed[start...], expected.dropFirst())
                }
            }
            guard let line = printed.first, Self.line(line, is: first) else { return false }
            return matches(printed.dropFirst(), expected.dropFirst())
        }

        private static func line(_ line: String, is expected: String) -> Bool {
            let parts = expected.split(separator: "…", omittingEmptySubsequences: false)
            guard parts.count > 1, let first = parts.first, let last = parts.last else {
                return line == expected
            }
            guard line.hasPrefix(first), line.dropFirst(first.count).hasSuffix(last) else {
                return false
            }
            var rest = line.dropFirst(first.count).dropLast(last.count)
            for part in parts.dropFirst().dropLast() where !part.isEmpty {
                guard let found = rest.range(of: part) else { return false }
                rest = rest[found.upperBound...]
            }
            return true
        }

        /// The output of a program, as the page shows it.
        ///
        /// - Parameters:
        ///   - text: The output.
        ///   - home: The home of its user.
        ///   - isShort: Whether lines that say that something is fine are left out.
        /// - Returns: The lines.
        static func shown(_ text: String, home: String, isShort: Bool = false) -> [String] {
            let lines = text.replacing(home + "/data", with: "~/.local/share")
                .replacing(home, with: "~")
                .replacing(/([0-9A-Z]{5}-){7}[0-9A-Z]{5}/, with: "…")
                .replacing(/swtpm:path=[^;\s]*/, with: "…")
                .replacing(/\d{4}-\d\d-\d\dT[\d:]+Z/, with: "…")
                .replacing(/\t+(?=\n)/, with: "")
                .replacing("\t", with: "  ")
                .split(separator: "\n").map(String.init)
            guard isShort else { return lines }
            return lines.map { $0.hasPrefix("fine") ? "…" : $0 }.reduce(into: []) { found, line in
                if line != "…" || found.last != "…" { found.append(line) }
            }
        }
    }
#endif
