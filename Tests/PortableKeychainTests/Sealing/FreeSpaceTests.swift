import Foundation
import Testing

@_spi(Bulk) @testable import PortableKeychain

/// The file of a keychain becomes shorter when most of its items are gone.
@Suite struct FreeSpaceTests {
    private static let secret = SecretBytes([UInt8](repeating: 7, count: 2000))
    private static let items = (1...1500).map { GenericPassword(service: "s", account: "\($0)") }

    private func inFolder(_ body: (Keychain, String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("free-space-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let configuration = Keychain.Configuration(applicationIdentifier: "app", folder: folder)
        let keychain = try Keychain.create(.named("full"), configuration: configuration)
        try keychain.addAll(Self.items) { _ in Self.secret }
        try body(keychain, folder + "/full.keychain")
    }

    private func size(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.size] as? NSNumber)?.intValue ?? -1
    }

    @Test func isGivenBackInSteps() throws {
        try inFolder { keychain, path in
            let full = try size(path)
            _ = try keychain.deleteAll(GenericPassword.self)
            #expect(try size(path) < full / 4)
            try keychain.add("x", for: Self.items[0])
            let report = try keychain.verify()
            #expect(report.problems == [] && report.rowCount == 1)
        }
    }

    @Test func whatStaysIsSound() throws {
        try inFolder { keychain, path in
            let full = try size(path)
            try keychain.transaction { changes throws(KeychainError) in
                for item in Self.items.prefix(20) {
                    try changes.delete(matching: .exactly(item))
                }
            }
            #expect(try size(path) == full)
            try keychain.transaction { changes throws(KeychainError) in
                for item in Self.items.dropFirst(39) {
                    try changes.delete(matching: .exactly(item))
                }
            }
            #expect(try size(path) < full / 2)
            #expect(try keychain.items(matching: .genericPassword(service: "s")).count == 19)
            #expect(try keychain.secret(for: Self.items[38])?.matches(Self.secret) == true)
            #expect(try keychain.verify().problems == [])
        }
    }
}
