import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The history of a machine whose clock is wrong at times; ``ChangeAgesTests`` has the rule.
@Suite struct HistoryClockTests {
    /// A machine whose clock is far ahead, as after an empty battery, for less than a day.
    @Test func aClockThatIsAheadTakesNothing() throws {
        let bench = try HistoryBench()
        try bench.set("1")
        try bench.set("2")
        try bench.delete()
        let (day, years) = (86_400.0, 3e9)
        bench.clock.now += years
        for number in 1...3 {
            try bench.set("\(number)", "other")
            bench.clock.now += day / 4
        }
        #expect(try bench.kept() == ["1", "2"])
        bench.clock.now -= years
        try bench.set("4", "other")
        #expect(try bench.kept() == ["1", "2"])
        // What the wrong clock has dated confirms nothing, and stops nothing.
        bench.clock.now += 31 * day
        try bench.set("5", "other")
        #expect(try bench.kept() == ["1", "2"])
        bench.clock.now += 2 * day + 1
        try bench.set("6", "other")
        #expect(try bench.kept() == [])
    }

    /// The first change that is kept was made by a clock that was ahead: others are still removed.
    @Test func aClockThatWasAheadKeepsNothing() throws {
        let bench = try HistoryBench()
        bench.clock.now += 3e9
        try bench.set("1")
        bench.clock.now -= 3e9
        try bench.set("2")
        for days in [31.0, 2] {
            bench.clock.now += days * 86_400
            try bench.set("x", "other")
        }
        #expect(try bench.kept() == [])
    }

    /// A deletion by a clock that is behind is no older than the changes before it.
    @Test func aClockThatIsBehindTakesNothing() throws {
        let bench = try HistoryBench()
        bench.clock.now += 1e9
        try bench.set("1")
        bench.clock.now -= 1e9
        try bench.delete()
        bench.clock.now += 1e9 + 31 * 86_400
        for _ in 1...3 {
            try bench.set("x", "other")
            bench.clock.now += 86_400
        }
        #expect(try bench.kept() == ["1"])
    }
}
