import Testing

@testable import keychainctl

/// Times as people write them.
@Suite struct TimeSpanTests {
    @Test(arguments: [("90s", 90), ("15m", 900), ("2h", 7200), ("1d", 86400)])
    func readsTimes(_ text: String, _ seconds: Int) {
        #expect(TimeSpan(argument: text)?.duration == .seconds(seconds))
    }

    @Test(arguments: ["", "m", "15", "0m", "-1m", "+1m", "1.5h", "1w", "99999999999s"])
    func refusesTimes(_ text: String) { #expect(TimeSpan(argument: text) == nil) }
}
