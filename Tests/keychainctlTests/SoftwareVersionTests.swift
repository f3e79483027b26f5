import Foundation
import Testing

@testable import KeychainctlKit
@testable import keychainctl

/// One version, wherever it is shown.
@Suite struct SoftwareVersionTests {
    @Test func isTheNewestOfTheChangelog() throws {
        let changelog = try Self.file("CHANGELOG.md")
        let heading = try #require(
            changelog.split(separator: "\n").first { $0.hasPrefix("## ") },
            "CHANGELOG.md has no heading for a version"
        )
        // The date of the release, once there is one.
        let form = /## (\d+\.\d+\.\d+) \((unreleased|\d{4}-\d\d-\d\d)\)/
        let (_, version, date) = try #require(heading.wholeMatch(of: form), "\(heading)").output
        #expect(SoftwareVersion.number == version)
        #expect(SoftwareVersion.date == date)
    }

    @Test func isThatOfThePythonPackage() throws {
        let project = try Self.file("Integrations/python/pyproject.toml")
        #expect(project.contains("\nversion = \"\(SoftwareVersion.number)\"\n"))
    }

    @Test func isPrinted() throws {
        try Tool.inFolder { tool in
            let expected = "keychainctl \(SoftwareVersion.number)\n"
            #expect(try tool.run(["--version"]).text == expected)
            try tool.link("docker-credential-keychain")
            let helper = "\(tool.folder)/bin/docker-credential-keychain"
            #expect(try tool.runProgram(helper, ["version"]).text == expected)
        }
    }

    @Test func isInTheManual() throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["man-pages", "."]).status == 0)
            let page = try String(contentsOfFile: "\(tool.folder)/keychainctl.1", encoding: .utf8)
            let first = try #require(page.split(separator: "\n").first)
            #expect(first.hasPrefix(".TH \"KEYCHAINCTL\" 1 \"\(SoftwareVersion.date)\" "))
            #expect(first.hasSuffix(" \"\(SoftwareVersion.text)\" \"PortableKeychain\""))
        }
    }

    /// Only a release has a date, so that no other test sees how one is written.
    @Test func isDatedInTheManual() {
        let expected =
            ".TH \"KEYCHAINCTL\" 1 \"2026-12-31\" \"\(SoftwareVersion.text)\" \"PortableKeychain\""
        #expect(ManualPage.header("keychainctl", date: "2026-12-31") == expected)
    }

    private static func file(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
}
