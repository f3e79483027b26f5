import Foundation
import Synchronization
import Testing

@testable import PortableOSLog

@Suite struct LoggerTests {
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func put(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private let lines = Lines()

    private func log(
        _ variables: [String: String] = [:],
        category: String? = "keys"
    ) -> OSLog {
        OSLog(
            subsystem: category.map { _ in "com.example" },
            category: category,
            output: LogOutput(variables: { variables[$0] }, put: lines.put)
        )
    }

    private func logger(_ variables: [String: String] = [:]) -> Logger { Logger(log(variables)) }

    @Test func writesALineWithTypeAndSource() {
        let logger = logger()
        logger.log("a")
        logger.notice("b")
        logger.warning("c")
        logger.error("d")
        logger.critical("e")
        logger.fault("f")
        Logger(log(category: nil)).error("g")
        #expect(
            lines.all == [
                "notice: com.example[keys]: a\n", "notice: com.example[keys]: b\n",
                "error: com.example[keys]: c\n", "error: com.example[keys]: d\n",
                "fault: com.example[keys]: e\n", "fault: com.example[keys]: f\n", "error: g\n",
            ]
        )
    }

    @Test(arguments: [
        ([:], ["error"]), (["PORTABLE_OSLOG_LEVEL": "info"], ["info", "error"]),
        (["PORTABLE_OSLOG_LEVEL": "debug"], ["debug", "debug", "info", "error"]),
        (["PORTABLE_OSLOG_LEVEL": "all"], ["error"]),
    ])
    func writesWhatTheVariableSays(variables: [String: String], types: [String]) {
        let logger = logger(variables)
        logger.trace("")
        logger.debug("")
        logger.info("")
        logger.error("")
        #expect(lines.all.map { String($0.prefix { $0 != ":" }) } == types)
    }

    @Test func makesNoMessageThatIsNotWritten() {
        func message() -> String {
            Issue.record("the message was made")
            return ""
        }
        logger().debug("\(message(), privacy: .public)")
        logger().error("\(message(), privacy: .private)")
        OSLog.disabled.write(.fault) { message() }
        #expect(lines.all.count == 1)
    }

    @Test func marksLinesForTheJournal() {
        let logger = logger(["JOURNAL_STREAM": "8:1", "PORTABLE_OSLOG_LEVEL": "debug"])
        logger.debug("")
        logger.info("")
        logger.notice("")
        logger.error("")
        logger.fault("")
        #expect(lines.all.map { $0.prefix(3) } == ["<7>", "<6>", "<5>", "<3>", "<2>"])
    }

    @Test func keepsMessagesInOneLine() {
        logger().error("\("a\nfault: \u{1B}[2J", privacy: .public)")
        #expect(lines.all == ["error: com.example[keys]: a\\nfault: \\u{1b}[2J\n"])
    }

    private enum Failure: Error { case failed }

    @Test(
        arguments: [
            ("text \("s")", "text <private>"), ("\("s", privacy: .public)", "s"),
            ("\("s", privacy: .private(mask: .hash))", "<private>"),
            ("\("s", privacy: .sensitive)", "<private>"), ("\("s", privacy: .auto)", "<private>"),
            ("\(1)", "1"), ("\(UInt8(3))", "3"), ("\(nil as (any Error)?)", "<private>"),
            ("\(nil as (any Error)?, privacy: .public)", "nil"),
            ("\(1, privacy: .private)", "<private>"),
            ("\(-255, format: .hex)", "-ff"),
            (
                "\(UInt8.max, format: .hex(includePrefix: true, uppercase: true, minDigits: 4))",
                "0x00FF"
            ),
            ("\(8, format: .octal)", "10"), ("\(7, format: .decimal(minDigits: 3))", "007"),
            ("\(true)", "true"), ("\(false, format: .answer)", "no"), ("\(1.5)", "1.500000"),
            ("\(Float(1.25), format: .fixed(precision: 1))", "1.2"),
            ("\(1.5, format: .exponential)", "1.500000e+00"), ("\(Int.self)", "Int"),
            ("\(1, align: .right(columns: 3))|", "  1|"),
            ("\("s", align: .left(columns: 3), privacy: .public)|", "s  |"),
            ("\(URL(fileURLWithPath: "/a"))", "<private>"),
            ("\(URL(fileURLWithPath: "/a"), privacy: .public)", "file:///a"),
            ("\(Failure.failed)", "<private>"), ("\(Failure.failed, privacy: .public)", "failed"),
        ] as [(OSLogMessage, String)]
    )
    func showsValues(message: OSLogMessage, text: String) { #expect(message.text == text) }

    /// In the test, because the values are not `Sendable`.
    @Test func formatsAsTheFunctionDoes() {
        let rows: [(format: String, values: [any CVarArg], text: String)] = [
            ("plain", [], "plain"), ("100 %%", [], "100 %"), ("%d %i", [1, -2], "1 -2"),
            ("%u", [UInt8(200)], "200"), ("%u", [Int32(-1)], "4294967295"), ("%llx", [255], "ff"),
            ("%05.1f", [2.25], "002.2"), ("%@", [NSString("a")], "<private>"),
            ("%{public}@!", [NSString("a")], "a!"), ("%{private}d", [1], "<private>"),
            ("%{public, mask.hash}@", [NSString("a")], "a"), ("%{sensitive}d", [1], "<private>"),
            ("%d", [], "<no value>"), ("%s", [NSString("a")], "<private>"),
            ("%{public}s", [1], "<a value of another type than %s>"),
            ("%d", [1.5], "<a value of another type than %d>"), ("%c", [65], "A"),
            ("%c", [-1], "?"),
            ("%", [], "%"), ("%{public", [1], "<a value of another type than %{>public"),
            ("%X %o", [255, 8], "FF 10"),
        ]
        for row in rows {
            #expect(LogFormat(row.format).text(row.values) == row.text, "\(row.format)")
        }
    }

    @Test func writesByTheFunction() {
        os_log("%d items", log: log(), type: .error, 3)
        os_log(.fault, log: log(), "%{public}@", NSString("x"))
        os_log("nothing", log: .disabled)
        #expect(
            lines.all == ["error: com.example[keys]: 3 items\n", "fault: com.example[keys]: x\n"]
        )
    }
}
