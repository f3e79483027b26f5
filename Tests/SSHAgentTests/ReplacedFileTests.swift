import Foundation
@_spi(Keepers) import PortableKeychain
import Testing

@testable import SSHAgent

/// A keychain whose file is replaced while an agent offers its keys.
@Suite struct ReplacedFileTests {
    @Test func theKeysOfTheFileThatIsThereAreOffered() throws {
        let folder = NSTemporaryDirectory() + "/k-" + UUID().uuidString.prefix(8)
        try #require(mkdir(folder, 0o700) == 0)
        let configuration = Keychain.Configuration(folder: folder)
        defer {
            try? Keychain.remove(.standard, configuration: configuration)
            try? FileManager.default.removeItem(atPath: folder)
        }
        let open = { @Sendable () throws(KeychainError) -> Keychain in
            try Keychain.openOrCreate(.standard, configuration: configuration)
        }
        let keys = StoredKeys(keychain: try open(), pattern: [:], reopen: open)
        let fixed = StoredKeys(keychain: try open(), pattern: [:])
        #expect(try keys.all().isEmpty)
        try Keychain.remove(.standard, configuration: configuration)
        let key = try KeyMaterial.generate(.ed25519)
        try open().keys.add(key, for: KeyItem(attributes: [.alias: .string("ssh")]))
        #expect(try keys.all().count == 1)
        #expect(try keys.find(key.publicKey) != nil)
        #expect(throws: KeychainError(.noSuchKeychain)) { try fixed.all() }
        try keys.unlock()
    }
}
