import ProofSupport

/// A choice of the parts of unsynchronized changes that survive a power cut.
enum Losses {
    /// Up to so many changes, all subsets are tried.
    private static let few = 5

    /// Choices of the changes that are kept: all of them where there are few changes, otherwise
    /// beginnings, all but one, one alone, and some at random.
    static func choices(
        _ changes: [DiskTree.Change],
        limit: Int,
        _ random: inout SeededRandom
    ) -> [[Bool]] {
        let count = changes.count
        guard count > few else {
            return (0..<1 << count).map { mask in (0..<count).map { mask >> $0 & 1 == 1 } }
        }
        let places = sample(0..<count, atMost: limit / 4)
        var choices = [
            [Bool](repeating: false, count: count), [Bool](repeating: true, count: count),
        ]
        for place in places {
            choices.append((0..<count).map { $0 < place })
            choices.append((0..<count).map { $0 != place })
            choices.append((0..<count).map { $0 == place })
        }
        // By chance sector by sector and name by name, or whole files and folders.
        let nodes = Set(changes.map(\.node)).sorted()
        while choices.count < limit {
            if random.below(3) > 0 {
                let share = [1, 5, 9][random.below(3)]
                choices.append(changes.map { _ in random.below(10) < share })
            } else {
                let kept = Set(nodes.filter { _ in random.below(2) == 0 })
                choices.append(changes.map { kept.contains($0.node) })
            }
        }
        return choices
    }

    /// A number of places at the same distances.
    private static func sample(_ places: Range<Int>, atMost count: Int) -> [Int] {
        guard places.count > count else { return Array(places) }
        return (0..<count).map { places.lowerBound + $0 * places.count / count }
    }
}
