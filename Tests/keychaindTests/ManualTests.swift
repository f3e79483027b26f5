import Foundation
import Testing

/// The manual page of `keychaind`, which packages install.
@Suite struct ManualTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Packaging/keychaind.8")
    private static let source = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/Programs/keychaind/Daemon.swift")

    /// The options in the text that the program prints, as they stand in its source.
    @Test func describesEveryOptionOfTheUsage() throws {
        let source = try String(contentsOf: Self.source, encoding: .utf8)
        let parts = source.split(separator: "\"\"\"", maxSplits: 2)
        let usage = try #require(parts.dropFirst().first)
        let page = try String(contentsOf: Self.page, encoding: .utf8).replacing(#"\-"#, with: "-")
        let options = Set(usage.matches(of: /--[a-z]+/).map { String($0.output) })
        #expect(options.count > 10)
        for option in options {
            #expect(page.contains(option), "the manual lacks \(option)")
        }
    }
}
