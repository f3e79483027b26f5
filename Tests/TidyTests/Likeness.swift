/// The share of a file's text that other files have too, by runs of lines that both have.
struct Likeness {
    /// The number of lines in a row that count as shared by two files.
    let run: Int
    /// The number of them that must differ from each other.
    ///
    /// A table repeats one shape line by line: that
    /// it has a shape in common with another table says nothing.
    let variety: Int

    /// Two files of which one stands mostly in the other.
    struct Pair: Equatable {
        /// The places of the files in the list, the shorter one first.
        let shorter: Int
        let longer: Int
        /// The part of the shorter file's lines that stand in the longer one.
        let share: Double
        /// The first of them, as a place among the shorter file's lines.
        let start: Int
    }

    /// Finds all pairs of files that are more alike than a limit.
    ///
    /// - Parameters:
    ///   - files: The lines of each file, as numbers.
    ///   - limit: The part of the shorter file's lines that may stand in the longer one.
    /// - Returns: The pairs.
    func pairs(of files: [[UInt64]], over limit: Double) -> [Pair] {
        let runs = files.map(runs)
        var counts: [[UInt64: Int]] = []
        var places: [UInt64: [Int]] = [:]
        for (file, runs) in runs.enumerated() {
            var count: [UInt64: Int] = [:]
            for case let run? in runs { count[run, default: 0] += 1 }
            for run in count.keys { places[run, default: []].append(file) }
            counts.append(count)
        }
        // Only files that share enough runs are compared: comparing all would take minutes.
        var shared: [[Int]: Int] = [:]
        for (run, places) in places where places.count > 1 {
            for (index, first) in places.enumerated() {
                for second in places[(index + 1)...] {
                    let shorter = files[first].count <= files[second].count ? first : second
                    let pair = [shorter, shorter == first ? second : first]
                    shared[pair, default: 0] += counts[shorter][run] ?? 0
                }
            }
        }
        return shared.compactMap { pair, count in
            let size = Double(files[pair[0]].count)
            guard Double(count * run) > limit * size else { return nil }
            var covered: Set<Int> = []
            for (line, run) in runs[pair[0]].enumerated() {
                guard let run, counts[pair[1]][run] != nil else { continue }
                covered.formUnion(line..<line + self.run)
            }
            let share = Double(covered.count) / size
            guard share > limit, let start = covered.min() else { return nil }
            return Pair(shorter: pair[0], longer: pair[1], share: share, start: start)
        }
    }

    /// The hash of the run that starts in each line; `nil` for one that is too uniform to count.
    private func runs(of lines: [UInt64]) -> [UInt64?] {
        guard lines.count >= run else { return [] }
        return (0...lines.count - run).map { start in
            let lines = lines[start..<start + run]
            guard Set(lines).count >= variety else { return nil }
            return lines.reduce(0) { ($0 ^ $1) &* 0x100_0000_01b3 }
        }
    }
}
