import Foundation
import KeychainTesting
import PortableKeychain

/// A keychain in a folder of its own, with the passcode 1234, which can be opened with one token after
/// another.
final class KeychainFile {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("valet-\(UUID())")
    private var path: String { folder.appendingPathComponent("test.keychain").path }

    init() throws {
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Opens the keychain, unlocked, or makes it.
    func keychain(_ token: SoftwareToken?, _ user: ScriptedAuthenticator) throws -> Keychain {
        var configuration = try Self.configuration(token, user)
        configuration.folder = folder.path
        let passcode = SecretBytes(utf8: "1234")
        guard FileManager.default.fileExists(atPath: path) else {
            let keychain = try Keychain.create(.file(path), configuration: configuration)
            try keychain.setPasscode(passcode)
            return keychain
        }
        let keychain = try Keychain.open(.file(path), configuration: configuration)
        try keychain.unlock(passcode: passcode)
        return keychain
    }

    /// The bytes of the keychain and of its log.
    func bytes() throws -> [Data] {
        try ["", "-wal"].compactMap { suffix in
            let url = URL(fileURLWithPath: path + suffix)
            guard FileManager.default.fileExists(atPath: url.path) else { return nil }
            return try Data(contentsOf: url)
        }
    }

    static func configuration(
        _ token: SoftwareToken?,
        _ user: ScriptedAuthenticator
    ) throws -> Keychain.Configuration {
        var configuration = Keychain.Configuration(applicationIdentifier: "com.example.app")
        configuration.authenticator = user
        configuration.token = token
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 8,
            parallelism: 1
        )
        configuration.retention = NoKeyRetention()
        return configuration
    }
}
