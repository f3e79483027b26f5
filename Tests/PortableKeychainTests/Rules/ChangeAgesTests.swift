import Testing

@testable import PortableKeychain

/// The changes that are too old, in days; what is kept for 30 days goes after 31 at the earliest.
@Suite struct ChangeAgesTests {
    @Test(
        arguments: [
            // Every ten days; what was made after its time confirms that the first one is too old.
            ([0, 10, 20, 30, 40], 40, [0]), ([0, 10, 20, 30.9], 30.9, []),
            // Seldom: two changes later.
            ([0, 45], 45, []), ([0, 45, 45.9], 45.9, []), ([0, 45, 46], 46, [0]),
            // Far ahead, for less than a day.
            ([0, 1, 3000, 3000.5], 3000.5, []), ([0, 1, 3000, 3000.5, 2], 2, []),
            ([0, 1, 3000, 3001], 3001, [0, 1]),
            // And again: a wrong date that later ones contradict confirms nothing.
            ([0, 1, 400, 2, 3, 402], 402, []),
            // Behind, for one deletion: it is as old as the next change with a right clock.
            ([0, 1, -3000, 33], 33, []), ([0, 1, -3000, 33, 34], 34, []),
            ([0, 1, -3000, 33, 63, 64], 64, [0, 1, 2, 3]), ([0, 1, 33, 34], 34, [0, 1]),
            ([33, -3000, 33, 63, 63.9], 63.9, []), ([33, -3000, 33, 63, 64], 64, [0, 1, 2]),
            // A change that is dated later than now has the date of the next one, and hides nothing.
            ([3000, 0, 31, 32], 32, [0, 1]), ([3000, 5, 31, 32], 32, []),
            ([0, 3000, 31, 32], 32, [0]), ([3000], 1, []), ([], 0, []),
        ] as [([Double], Double, [Int])]
    )
    func findsWhatIsTooOld(_ dates: [Double], _ now: Double, _ found: [Int]) {
        let ages = ChangeAges(now: now * 86_400, time: 30 * 86_400)
        #expect(ages.tooOld(among: dates.map { $0 * 86_400 }) == found)
    }

    /// The changes of a day go together.
    @Test(
        arguments: [
            (30, 0, 32, true), (30, 0, 31.9, false), (30, 0, 60, true), (30, 5, 36.9, false),
            (0.5, 0, 1.5, true), (0.5, 0, 1.4, false),
        ] as [(Double, Double, Double, Bool)]
    )
    func looksOnceADay(_ kept: Double, _ oldest: Double, _ now: Double, _ isDue: Bool) {
        let ages = ChangeAges(now: now * 86_400, time: kept * 86_400)
        #expect(ages.isDue(oldest * 86_400) == isDue)
    }

    /// A history that keeps changes for less than a day waits for that time only.
    @Test func waitsNoLongerThanWhatIsKept() {
        let ages = ChangeAges(now: 200, time: 100)
        #expect(ages.tooOld(among: [0, 99, 100, 200]) == [0])
        #expect(ages.tooOld(among: [0, 101, 200]) == [])
    }
}
