import KeychainSync
import SyncSimulation
import Testing

@Suite struct BackOffTests {
    private let backOff = BackOff(
        from: .seconds(1),
        to: .seconds(300),
        entropy: SeededSource.entropy(1)
    )

    @Test func waitsTwiceAsLongEachTimeUpToALimit() {
        var backOff = backOff
        let waits = (0..<12).map { _ in backOff.wait() }
        for (turn, wait) in waits.enumerated() {
            let full = min(Duration.seconds(1 << turn), .seconds(300))
            #expect(wait >= full / 2 && wait <= full, "\(turn): \(wait)")
        }
        // Those at the limit are spread.
        #expect(Set(waits.suffix(3)).count == 3)
    }

    @Test func takesAnyPartOfATime() {
        let parts = (0..<200).map { _ in backOff.part(of: .seconds(10)) }
        #expect(parts.allSatisfy { (.zero)...(.seconds(10)) ~= $0 })
        #expect(parts.contains { $0 < .seconds(2) } && parts.contains { $0 > .seconds(8) })
    }

    @Test(arguments: [
        (Duration.zero, false), (.seconds(5), false), (.seconds(11), true), (.seconds(600), true),
    ])
    func beginsAgainAfterAConnectionThatWorked(_ lasted: Duration, _ isShort: Bool) {
        var backOff = backOff
        for _ in 0..<9 { _ = backOff.wait() }
        backOff.note(lasted: lasted)
        #expect((backOff.wait() <= .seconds(1)) == isShort)
    }
}
