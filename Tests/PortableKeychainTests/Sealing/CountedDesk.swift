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

/// A token that counts its calls, and fails as if the process ended.
final class BreakingToken: SecurityToken {
    /// Where a process ends that has changed the file of a keychain.
    enum Step: CaseIterable {
        case beforeList, beforeCounter
    }

    private let token = SoftwareToken()
    private let state = Mutex((calls: 0, broken: Step?.none))

    var calls: Int {
        get { state.withLock { $0.calls } }
        set { state.withLock { $0.calls = newValue } }
    }

    var broken: Step? {
        get { state.withLock { $0.broken } }
        set { state.withLock { $0.broken = newValue } }
    }

    private func called() throws(KeychainError) {
        let isBroken = state.withLock { state in
            state.calls += 1
            return state.broken != nil
        }
        if isBroken { throw KeychainError(.notAvailable) }
    }

    func seal(
        _ secret: SecretBytes,
        policy: SecurityTokenPolicy,
        pin: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        try token.seal(secret, policy: policy, pin: pin)
    }

    func unseal(_ blob: [UInt8], pin: SecretBytes?) throws(KeychainError) -> SecretBytes {
        try called()
        return try token.unseal(blob, pin: pin)
    }

    func makeKey(authorization: SecretBytes?) throws(KeychainError) -> SecurityTokenKey {
        try token.makeKey(authorization: authorization)
    }

    func sign(
        _ digest: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        try token.sign(digest, key: key, authorization: authorization)
    }

    func agree(
        with point: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> SecretBytes {
        try token.agree(with: point, key: key, authorization: authorization)
    }

    func makeCounter(authorization: SecretBytes) throws(KeychainError) -> [UInt8] {
        try token.makeCounter(authorization: authorization)
    }

    func count(
        _ counter: [UInt8],
        atLeast least: UInt64,
        authorization: SecretBytes
    ) throws(KeychainError) -> UInt64 {
        try called()
        return try token.count(counter, atLeast: least, authorization: authorization)
    }

    func removeCounter(_ counter: [UInt8]) throws(KeychainError) {
        try token.removeCounter(counter)
    }
}
