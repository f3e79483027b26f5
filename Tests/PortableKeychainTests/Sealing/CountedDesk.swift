import Foundation
import KeychainTesting
import Synchronization
import Testing

@testable import PortableKeychain

/// A folder with a keychain, whose device key a token seals and counts.
final class CountedDesk {
    let path = NSTemporaryDirectory() + "pk-\(UUID().uuidString)"
    let token: any SecurityToken
    var configuration: Keychain.Configuration
    private let files = FileManager.default
    private var copies: [String] = []

    init(
        _ token: any SecurityToken = SoftwareToken(),
        keepsKey: Bool = true,
        binds: Bool = true
    ) throws {
        self.token = token
        configuration = Keychain.Configuration(applicationIdentifier: "app", folder: path)
        configuration.passcodeHashing = LockingTests.cheap
        configuration.retention =
            keepsKey ? ProcessKeyRetention(clock: .system) : NoKeyRetention()
        configuration.token = token
        let keychain = try Keychain.create(.standard, configuration: configuration)
        try keychain.set("1", for: GenericPassword(service: "s", account: "a"))
        if binds { try bind() }
    }

    deinit { for folder in copies + [path] { try? files.removeItem(atPath: folder) } }

    var binding: DeviceBinding { DeviceBinding(configuration) }

    func bind() throws { try binding.bind(confirmedBy: binding.makeRecoveryCopy()) }

    func open(
        _ place: Keychain.Place = .standard,
        _ olderFiles: Keychain.Configuration.OlderFiles = .refused
    ) throws -> Keychain {
        var configuration = configuration
        configuration.olderFiles = olderFiles
        return try Keychain.open(place, configuration: configuration)
    }

    func open(_ olderFiles: Keychain.Configuration.OlderFiles) throws -> Keychain {
        try open(.standard, olderFiles)
    }

    func sealed() throws -> SealedDeviceKey {
        try #require(try KeychainFolder(configuration).sealedDeviceKey())
    }

    /// Copies the whole folder.
    func copy() throws -> String {
        let copy = "\(path)-\(copies.count)"
        try files.copyItem(atPath: path, toPath: copy)
        copies.append(copy)
        return copy
    }

    /// Puts a copy in the place of the folder, or of one file of it.
    func putBack(_ copy: String, only name: String? = nil) throws {
        guard let name else {
            try files.removeItem(atPath: path)
            return try files.copyItem(atPath: copy, toPath: path)
        }
        for part in ["", "-wal", "-shm"] {
            try? files.removeItem(atPath: "\(path)/\(name)\(part)")
            guard files.fileExists(atPath: "\(copy)/\(name)\(part)") else { continue }
            try files.copyItem(atPath: "\(copy)/\(name)\(part)", toPath: "\(path)/\(name)\(part)")
        }
    }

    func put(_ data: Data, _ name: String) throws {
        try data.write(to: URL(filePath: "\(path)/\(name)"))
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(path)/\(name)")
    }
}
