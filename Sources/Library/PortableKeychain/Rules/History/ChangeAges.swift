/// Finds the changes that are too old, by dates of a clock that may have been wrong at times
/// (item-semantics.md §8.2).
///
/// A clock that is far ahead or behind, as after an empty battery, must not take the history with the next
/// change: a person has a day to notice it.
struct ChangeAges {
    /// The present time, as the clock says.
    let now: Double
    /// The time for which changes are kept, in seconds.
    let time: Double

    /// The time for which nothing is removed because of a date alone: a day, or less where less is kept.
    private var pause: Double { min(time, 86_400) }

    /// Whether to look for changes that are too old, which reads all of them.
    ///
    /// Not before the first one could have gone a pause ago: where items change often, some change is too old
    /// at any time, and each transaction would read the history.
    ///
    /// - Parameter oldest: The date of the first change that is not later than now.
    /// - Returns: Whether the dates of all have to be compared.
    func isDue(_ oldest: Double) -> Bool { oldest + time + 2 * pause <= now }

    /// Finds the changes that are too old.
    ///
    /// - Parameter dates: The dates of all changes, in the order in which they were made.
    /// - Returns: Their places in the list.
    func tooOld(among dates: [Double]) -> [Int] {
        var found: [Int] = []
        // The date of the next change that was made with a right clock, as far as the dates tell.
        var next = now
        var confirmed = -Double.infinity
        var (earliest, lowestKept) = (now, Double.infinity)
        let isRight = rightDates(dates)
        for place in dates.indices.reversed() {
            let date = dates[place]
            if isRight[place] { next = date }
            // Without the right date before it, a wrong one that stays would be taken for a right one.
            let isWitness = isRight[place] && date > lowestKept
            if next + time <= confirmed, !isWitness {
                found.append(place)
            } else {
                lowestKept = min(lowestKept, date)
            }
            // A later change was made at an earlier time: one of both clocks was wrong.
            guard date <= earliest else { continue }
            earliest = date
            if date + pause <= now { confirmed = max(confirmed, date) }
        }
        return found.reversed()
    }

    /// Whether dates are neither later than now nor earlier than those of changes made before.
    private func rightDates(_ dates: [Double]) -> [Bool] {
        var latest = -Double.infinity
        return dates.map { date in
            guard date <= now, date >= latest else { return false }
            latest = date
            return true
        }
    }
}
