import Foundation
import StealthyStash
import Testing

/// Loggers, and repositories without one.
@Suite struct LoggerTests {
    @Test func isOptional() {
        #expect(KeychainRepository(logger: nil).logger == nil)
        #expect(KeychainRepository().logger == nil, "tests have no bundle identifier")
        #expect(Defaults().logger == nil)
        let logger = Logger(subsystem: "com.example.stash", category: "tests")
        #expect(KeychainRepository(logger: logger).logger != nil)
        let named = KeychainRepository(
            defaultServiceName: "service",
            defaultServerName: "server",
            logger: logger
        )
        #expect(named.logger != nil)
    }

    /// The system's log takes any text, also without a listener.
    @Test(arguments: ["text", "%s %n %d", "", "\0", String(repeating: "x", count: 10_000)])
    func writesToTheSystem(text: String) {
        Logger(subsystem: text, category: text).error(text)
    }

    @Test func writesToCode() {
        let log = Log()
        Logger { log.add($0) }.error("one")
        #expect(log.lines == ["one"])
    }

    private struct Defaults: StealthyRepository {
        func create(_ item: AnyStealthyProperty) throws {}
        func update<Item: StealthyProperty>(_ item: Item, from previousItem: Item) throws {}
        func delete(_ item: AnyStealthyProperty) throws {}
        func query(_ query: any Query) throws -> [AnyStealthyProperty] { [] }
    }
}
