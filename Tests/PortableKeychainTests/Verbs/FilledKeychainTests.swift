import Foundation
import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Keychains that are created with their first items, or not at all.
@Suite struct FilledKeychainTests {
    private let folder: String
    private let configuration: Keychain.Configuration
    private let item = GenericPassword(service: "s", account: "a")

    init() throws {
        folder = NSTemporaryDirectory() + "filled-" + UUID().uuidString
        var configuration = Keychain.Configuration(applicationIdentifier: "app", folder: folder)
        configuration.history = .kept()
        self.configuration = configuration
    }

    @discardableResult private func change<R>(
        _ change: (Keychain) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try Keychain.openOrCreate(.named("work"), configuration: configuration, changing: change)
    }

    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    @Test func existWithTheirItems() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let count = try change { keychain throws(KeychainError) in
            #expect(!files.contains("work.keychain"))
            try keychain.add("x", for: item)
            return 1
        }
        #expect(count == 1)
        let keychain = try Keychain.open(.named("work"), configuration: configuration)
        #expect(try keychain.secret(for: item)?.string() == "x")
        let report = try keychain.verify()
        #expect(report.problems.isEmpty && report.rowCount == 1 && report.historyCount == 0)
        try keychain.set("y", for: item)
        try change { keychain throws(KeychainError) in try keychain.delete(item) }
        #expect(
            try Keychain.open(.named("work"), configuration: configuration).secret(for: item) == nil
        )
    }

    /// A killed process leaves a file without a name of a keychain; the next one removes it.
    @Test func areNotThereIfFillingFails() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: KeychainError(.diskFull)) {
            try change { keychain throws(KeychainError) in
                try keychain.add("x", for: item)
                throw KeychainError(.diskFull)
            }
        }
        #expect(files.filter { !$0.hasPrefix("device") } == [])
        try change { keychain throws(KeychainError) in try keychain.add("x", for: item) }
        #expect(files.contains("work.keychain"))
    }
}
