extension TidyRule {
    /// A file does not say the same twice.
    ///
    /// The limit is above what parameters of public signatures and cases of tables repeat.
    static let repetition = TidyRule(
        name: "repetition",
        bad: ("Sources/X/X.swift", String(repeating: orchard, count: 2))
    ) { file in
        let run = 15
        guard file.path.hasPrefix("Sources/") else { return [] }
        let print = Fingerprint(file)
        var places: [ArraySlice<UInt64>: Int] = [:]
        guard print.words.count >= 2 * run else { return [] }
        for start in 0...print.words.count - run {
            let words = print.words[start..<start + run]
            guard let first = places[words] else {
                places[words] = start
                continue
            }
            if start - first >= run {
                let line = print.lines[first] + 1
                return [
                    Violation(
                        file,
                        line: print.lines[start],
                        "\(run) lines stand already in line \(line): name what they do."
                    )
                ]
            }
        }
        return []
    }

    private static let orchard = (0..<16).map { "let apple\($0) = plant(\($0))\n" }.joined()
}
