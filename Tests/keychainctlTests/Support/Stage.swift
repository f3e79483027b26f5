import ForeignCrypto
import Foundation
import KeychainPasskeys
@_spi(Keepers) import PortableKeychain
import SealedStore
import Testing

/// The functions of the test that a script can call, with `%`.
struct Stage {
    let tool: Tool
    /// The default keychain as other programs use it; `nil` if they open its file.
    var others: Keychain?

    /// Says that the rest of a script cannot run here.
    struct Impossible: Error {}

    /// The tool's configuration, with passcodes that are cheap to check.
    func quick() throws -> Keychain.Configuration {
        var configuration = tool.configuration
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 8,
            parallelism: 1
        )
        return configuration
    }

    /// Adds two items of one name, as programs do, or a version of the tool that did not see the
    /// other one; the local one can require the presence of its user.
    private func addTwins(_ words: [String]) throws {
        let keychain = try Keychain.openOrCreate(.standard, configuration: quick())
        let isGuarded = words.dropFirst(5).contains("guarded")
        for (number, secret) in [words[3], words[4]].enumerated() {
            var item = GenericPassword(service: words[1], account: words[2])
            item.accessGroup = "keychainctl"
            item.attributes[.synchronizable] = .number(Int64(number))
            if isGuarded, number == 0 { item.accessControl = .userPresence() }
            try keychain.add(secret, for: item)
        }
    }

    /// Stores a secret as a program that keeps no history.
    private func setAsOthers(_ service: String, _ secret: String) throws {
        let keychain =
            try others ?? Keychain.open(.standard, configuration: tool.configuration)
        try keychain.set(
            secret,
            for: GenericPassword(service: service, accessGroup: "keychainctl")
        )
    }

    /// Adds an item with an item password.
    ///
    /// Made here, as a password whose hash is quick cannot be set with the tool.
    private func addGuarded(_ service: String, password: String, _ secret: String) throws {
        let context = AuthenticationContext()
        context.setCredential(SecretBytes(utf8: password), for: .applicationPassword)
        var item = GenericPassword(service: service, accessGroup: "keychainctl")
        item.accessControl = .applicationPassword()
        try Keychain.openOrCreate(.standard, configuration: quick())
            .authenticating(with: context).add(secret, for: item)
    }

    /// Creates a keychain that was marked, as the agent does it, and lost its passcode since.
    private func createExclusive(_ name: String) throws {
        let keychain = try Keychain.create(.named(name), configuration: quick())
        let passcode = SecretBytes(utf8: "sesame")
        try keychain.setPasscode(passcode)
        try keychain.setExclusive(true)
        try keychain.removePasscode(passcode)
    }

    /// Adds an item to a new keychain, and deletes it as the tool does, while the clock is a year ahead.
    private func deleteAhead(_ name: String, _ service: String) throws {
        var configuration = tool.configuration
        configuration.clock = KeychainClock { KeychainClock.system.now() + 366 * 86_400 }
        configuration.history = .kept()
        let keychain = try Keychain.create(.named(name), configuration: configuration)
        let item = GenericPassword(service: service, accessGroup: "keychainctl")
        try keychain.add("s3cret", for: item)
        try keychain.delete(item)
    }

    /// Adds a passkey, as a browser does.
    private func addPasskey(_ site: String, _ name: String, synchronized: Bool) throws {
        let account = PasskeyAccount(
            relyingParty: site,
            userHandle: Array(name.utf8),
            userName: name,
            displayName: name.capitalized,
            credentialID: [0xC0, 0xFF, 0xEE],
            created: Date(timeIntervalSinceReferenceDate: 700_000_000)
        )
        let key = try KeyMaterial.generate(.p256)
        try Keychain.openOrCreate(.standard, configuration: tool.configuration).passkeys
            .add(Passkey(account, privateKey: key.pkcs8()), isSynchronizable: synchronized)
    }

    func perform(_ words: [String]) throws {
        let path = words.count > 1 ? "\(tool.folder)/\(words[1])" : tool.folder
        switch words.first {
        case "keychain":
            // Made here, as a passcode whose hash is quick cannot be set with the tool.
            let keychain = try Keychain.create(.named(words[1]), configuration: quick())
            try keychain.setPasscode(SecretBytes(utf8: words[2]))
        case "exclusive": try createExclusive(words[1])
        case "item-with-password": try addGuarded(words[1], password: words[2], words[3])
        case "deleted-ahead": try deleteAhead(words[1], words[2])
        case "history-of-others": try setAsOthers(words[1], words[2])
        case "twins": try addTwins(words)
        case "passkey":
            try addPasskey(words[1], words[2], synchronized: words.contains("synchronized"))
        case "file":
            try Data(words[2].utf8).write(to: URL(fileURLWithPath: path))
            #expect(chmod(path, 0o600) == 0)
        case "bytes":
            let digits = Array(words[2])
            let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(digits[$0...($0 + 1)]), radix: 16)
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        case "sparse":
            // All zeroes, and no room on the disk.
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            #expect(truncate(path, off_t(words[2]) ?? 0) == 0)
        case "mode":
            let facts = try FileManager.default.attributesOfItem(atPath: path)
            let mode = (facts[.posixPermissions] as? NSNumber)?.intValue ?? 0
            #expect(String(mode, radix: 8) == words[2])
        case "folder":
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        case "program":
            // A link: what was just written may be open in a child of another test, and then it
            // cannot be run (ETXTBSY).
            try FileManager.default.createSymbolicLink(
                atPath: path,
                withDestinationPath: Script.path(of: words[1])
            )
        case "security-key":
            // The behaviour of the security key; the tool has one from the first time on.
            #if FIDO2 && os(Linux)
                try tool.installSecurityKey(words.dropFirst().joined(separator: "\n"))
            #else
                throw Impossible()
            #endif
        case "wait": Thread.sleep(forTimeInterval: Double(words[1]) ?? 0)
        case "copy": try Script.file(words[1]).write(to: URL(fileURLWithPath: path))
        case "duplicate":
            try FileManager.default.copyItem(atPath: path, toPath: "\(tool.folder)/\(words[2])")
        case "remove": try FileManager.default.removeItem(atPath: path)
        case "open-to-all": #expect(chmod(path, 0o666) == 0)
        case "open-all": openAll(path)
        case "damage": try damage(path)
        case "damage-item":
            try tool.dropKernelKeys(of: path)
            try damageRow(Int64(words[2]) ?? 0, secret: words.count > 3, of: path)
        case "needs-kernel-keys":
            guard KernelKeyRetention().obstacle == nil else { throw Impossible() }
        case "needs-argon2": guard PasswordStretching.hasArgon2 else { throw Impossible() }
        default: Issue.record("no such fixture: \(words)")
        }
    }

    /// Lets others read a folder and all in it, as 'chmod -R' does.
    private func openAll(_ folder: String) {
        let readable: mode_t = 0o444 | 0o311
        let names = FileManager.default.enumerator(atPath: folder)
        for case let name as String in names ?? .init() {
            #expect(chmod("\(folder)/\(name)", readable) == 0)
        }
        #expect(chmod(folder, readable) == 0)
    }

    /// Overwrites parts of each page of a file after the header's.
    private func damage(_ path: String) throws {
        try tool.dropKernelKeys(of: path)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        let end = try file.seekToEnd()
        for place in stride(from: 4096, to: end, by: 64) {
            try file.seek(toOffset: place)
            try file.write(contentsOf: Data("damage".utf8))
        }
        try file.close()
    }

    /// Changes a byte of the attributes of a row, or of its secret, behind the keychain's back.
    func damageRow(_ id: Int64, secret isSecret: Bool = false, of path: String) throws {
        let store = try SealedStore.open(path)
        defer { store.close() }
        try store.write { rows in
            var damaged: SealedRow?
            try rows.forEachRow(RowQuery(wantsSecret: true)) { row in
                if row.id == id { damaged = row.copy() }
                return true
            }
            var row = try #require(damaged)
            if isSecret {
                var secret = try #require(row.secret)
                secret[20] ^= 1
                row.secret = secret
            } else {
                row.metadata[20] ^= 1
            }
            try rows.update(row)
        }
    }
}
