import Foundation
import Testing

@testable import PortableKeychain

/// Payloads as large as a keychain is not made for, and holds all the same.
@Suite struct LargeItemTests {
    @Test func keepsTwentyMegabytesOnDisk() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "large-\(UUID().uuidString)"
        ).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let configuration = Keychain.Configuration(
            applicationIdentifier: "large",
            accessGroups: [],
            folder: folder
        )
        let payload = [UInt8](repeating: 0xA5, count: 20_000_000)
        let item = GenericPassword(service: "backup", account: "disk")
        var keychain = try Keychain.openOrCreate(.standard, configuration: configuration)
        try keychain.set("small", for: GenericPassword(service: "beside"))
        try keychain.add(payload, for: item)

        keychain = try Keychain.open(.standard, configuration: configuration)
        let found = try keychain.secret(matching: .exactly(item))
        #expect(found?.withUnsafeBytes { $0.elementsEqual(payload) } == true)
        #expect(try keychain.items(matching: KeychainQuery<GenericPassword>.all).count == 2)
        // A change of attributes leaves the payload as it lies.
        #expect(try keychain.update(matching: .exactly(item)) { $0.label = "of the disk" } == 1)
        #expect(try keychain.secret(matching: .exactly(item))?.count == payload.count)
        #expect(try keychain.delete(matching: .exactly(item)) == 1)
        #expect(try keychain.secret(matching: .exactly(item))?.count == nil)
        #expect(
            try keychain.secret(matching: .genericPassword(service: "beside"))?.string() == "small"
        )
        #expect(try keychain.verify().problems.isEmpty)
    }
}
