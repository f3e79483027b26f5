import Foundation
import KeychainTesting
import Testing

@testable import PortableKeychain

/// A folder whose device key is lost, bound and recovered, with a token that can be replaced.
struct DeviceKeyFixture {
    let folder = OpeningTests.Folder()
    let item = GenericPassword(service: "a", account: "b")

    /// A process that keeps nothing, with a token or none.
    func configuration(_ token: (any SecurityToken)?) -> Keychain.Configuration {
        var configuration = folder.configuration
        configuration.token = token
        configuration.retention = NoKeyRetention()
        configuration.passcodeHashing = LockingTests.cheap
        return configuration
    }

    func binding(_ token: (any SecurityToken)?) -> DeviceBinding {
        DeviceBinding(configuration(token))
    }

    /// Makes keychains with an item and a recovery key each.
    func make(_ names: [String]) throws -> [String: RecoveryKey] {
        var keys: [String: RecoveryKey] = [:]
        for name in names {
            let keychain = try Keychain.create(.named(name), configuration: configuration(nil))
            try keychain.set("s", for: item)
            let key = keychain.access.newRecoveryKey()
            try keychain.access.setRecoveryKey(key, confirmedBy: key.text, proof: .device)
            keys[name] = key
        }
        return keys
    }

    /// Whether a keychain gives its item.
    func opens(_ name: String, _ token: (any SecurityToken)?) -> Bool {
        let keychain = try? Keychain.open(.named(name), configuration: configuration(token))
        return ((try? keychain?.secret(for: item)) ?? nil)?.matches(SecretBytes(utf8: "s")) == true
    }

    func code(_ body: () throws -> Void) -> KeychainError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? KeychainError)?.code ?? .internalError
        }
    }

    @discardableResult
    func recover(
        _ name: String,
        _ key: RecoveryKey,
        _ token: (any SecurityToken)?
    ) throws -> Keychain {
        try KeychainAccess.recover(
            .named(name),
            with: key,
            passcode: nil,
            configuration: configuration(token)
        )
    }

    /// The names in the folder, and the content of each file that belongs to device keys.
    var files: [String: Data] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return Dictionary(
            uniqueKeysWithValues: names.filter {
                $0.hasPrefix("device") || $0.contains(".recovery")
            }
            .map { ($0, FileManager.default.contents(atPath: folder.path + "/" + $0) ?? Data()) }
        )
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: folder.path + "/" + name)
    }

    func put(_ data: Data?, _ name: String) throws {
        let path = folder.path + "/" + name
        try #require(data).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
}
