import Foundation
import PortableKeychain
import Testing

@testable import KeychainctlKit

/// Documentation/Troubleshooting.md has every error of the code: 'make map' writes its tables.
@Suite struct TroubleshootingTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let file = root.appending(path: "Documentation/Troubleshooting.md")

    /// The tables by their names, as they are to be on the page.
    private static let tables = [
        "errors": [
            "| error | what it means | what helps | exit status | Apple's number |",
            "|---|---|---|---|---|",
        ] + ExitStatus.refusals.sorted { $0.code.name < $1.code.name }.map(row),
        "statuses": ["| status | meaning |", "|---|---|"]
            + ExitStatus.all.map { "| \($0.code) | \($0.meaning) |" },
    ]

    private static func row(_ refusal: KeychainctlKit.ExitStatus.Refusal) -> String {
        let message = Failure(KeychainError(refusal.code), of: nil, isOnTerminal: false)
        let cells = [
            "`\(refusal.code.name)`", sentence(message.problem), sentence(message.advice),
            "\(refusal.status.code)", "\(refusal.code.status)",
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    /// A clause as a sentence, with its commands and options as code.
    private static func sentence(_ clause: String) -> String {
        let text = clause.prefix(1).uppercased() + clause.dropFirst() + "."
        let commands = text.replacing(/'(?<words>keychainctl [^']*)'/) { "`\($0.words)`" }
        guard commands == text else { return commands }
        return text.replacing(/\ (?<option>--[a-z]+)/) { " `\($0.option)`" }
    }

    /// The page with the tables as the code has them.
    private static func rewritten(_ page: String) -> String {
        var text = page
        for (name, rows) in tables {
            let (start, end) = (
                "<!-- \(name): written by make map -->\n", "<!-- end of \(name) -->"
            )
            guard let begin = text.range(of: start)?.upperBound,
                let rest = text.range(of: end)?.lowerBound, begin <= rest
            else { return "There is no place for \(name)." }
            text.replaceSubrange(begin..<rest, with: rows.joined(separator: "\n") + "\n")
        }
        return text
    }

    @Test func hasEveryErrorAndStatus() throws {
        var page = try String(contentsOf: Self.file, encoding: .utf8)
        let written = Self.rewritten(page)
        if ProcessInfo.processInfo.environment["WRITE_MAP"] != nil {
            try written.write(to: Self.file, atomically: true, encoding: .utf8)
            page = written
        }
        #expect(page == written, "Run 'make map'.")
    }

    /// The names are in the code alone, because a list of the library can lack one.
    @Test func knowsEveryCodeOfTheLibrary() throws {
        let path = "Sources/Library/PortableKeychain/Errors/KeychainError+Code.swift"
        let code = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        let names = code.matches(of: /public static let (\w+) = Self\(/).map { String($0.1) }
        #expect(names.count > 30)
        #expect(Set(names) == Set(ExitStatus.refusals.map(\.code.name)))
    }
}
