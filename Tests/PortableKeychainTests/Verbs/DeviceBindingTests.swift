import Foundation
import KeychainTesting
import TestRounds
import Testing

@_spi(Keepers) @testable import PortableKeychain

@Suite("A device key that a token seals", .thorough)
struct DeviceBindingTests {
    private let folder = OpeningTests.Folder()
    private let token = SoftwareToken()
    private let retention = ProcessKeyRetention(clock: .system)
    private let item = GenericPassword(service: "a", account: "b")

    private func configuration(
        _ token: (any SecurityToken)?,
        keeping: Bool = true
    ) -> Keychain.Configuration {
        var configuration = folder.configuration
        configuration.token = token
        configuration.retention = keeping ? retention : NoKeyRetention()
        return configuration
    }

    private var binding: DeviceBinding { DeviceBinding(configuration(token)) }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.path + "/" + name)
    }

    private func file(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: folder.path + "/" + name))
    }

    private func put(_ data: Data, _ name: String) throws {
        let path = folder.path + "/" + name
        try data.write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    private func opens(_ configuration: Keychain.Configuration) throws -> Bool {
        try holds(Keychain.open(configuration: configuration))
    }

    private func holds(_ keychain: Keychain) throws -> Bool {
        try keychain.secret(for: item)?.matches(SecretBytes(utf8: "s")) == true
    }

    private func make() throws {
        try Keychain.openOrCreate(configuration: configuration(nil)).set("s", for: item)
    }

    private func code(_ body: () throws(KeychainError) -> Void) -> KeychainError.Code? {
        do throws(KeychainError) { try body() } catch { return error.code }
        return nil
    }

    @Test("opens the same keychains, and its file is gone")
    func binds() throws {
        #expect(binding.state == .none)
        try make()
        #expect(binding.state == .plain)
        let recovery = try binding.makeRecoveryCopy()
        try binding.bind(confirmedBy: recovery, registers: [7])
        #expect(binding.state == .bound)
        #expect(!exists("device.key") && !exists("device.key.old"))
        #expect(try opens(configuration(token, keeping: false)))
        #expect(
            code { () throws(KeychainError) in
                try binding.bind(confirmedBy: recovery)
            } == .invalidParameter
        )
        // Another keychain of the folder uses the same key.
        _ = try Keychain.create(.named("other"), configuration: configuration(token))
        #expect(!exists("device.key"))
        try binding.unbind()
        #expect(binding.state == .plain)
        #expect(try opens(configuration(nil, keeping: false)))
        _ = try Keychain.open(.named("other"), configuration: configuration(nil, keeping: false))
    }

    @Test("is unsealed once for all processes until a lock")
    func isKept() throws {
        try make()
        // Binding opens the keychains, and would keep the key for that.
        try DeviceBinding(configuration(token, keeping: false))
            .bind(confirmedBy: binding.makeRecoveryCopy())
        #expect(
            code { () throws(KeychainError) in
                _ = try Keychain.open(configuration: configuration(nil))
            } == .notAvailable
        )
        let keychain = try Keychain.open(configuration: configuration(token))
        #expect(try opens(configuration(nil)))
        try keychain.setPasscode(SecretBytes(utf8: "p"))
        try keychain.lock()
        #expect(
            code { () throws(KeychainError) in
                _ = try Keychain.open(configuration: configuration(nil))
            } == .notAvailable
        )
    }

    @Test("is not removed before the recovery key was tried")
    func needsARecoveryKey() throws {
        try make()
        let other = RecoveryKey(bytes: .random(count: RecoveryKey.length))
        #expect(
            code { () throws(KeychainError) in
                try binding.bind(confirmedBy: other)
            } == .itemNotFound
        )
        let recovery = try binding.makeRecoveryCopy()
        #expect(
            code { () throws(KeychainError) in
                try binding.bind(confirmedBy: other)
            } == .authenticationFailed
        )
        #expect(
            code { () throws(KeychainError) in
                try DeviceBinding(configuration(nil)).bind(confirmedBy: recovery)
            } == .notAvailable
        )
        // A token that gives back something else.
        #expect(
            code { () throws(KeychainError) in
                try DeviceBinding(configuration(ForgettingToken())).bind(confirmedBy: recovery)
            } == .notAvailable
        )
        #expect(binding.state == .plain)
        #expect(try opens(configuration(nil)))
    }

    @Test("is restored with the recovery key if the token was replaced")
    func recovers() throws {
        try make()
        let recovery = try binding.makeRecoveryCopy()
        try binding.bind(confirmedBy: recovery)
        let other = configuration(SoftwareToken(), keeping: false)
        #expect(
            code { () throws(KeychainError) in
                _ = try Keychain.open(configuration: other)
            } == .notAvailable
        )
        #expect(
            code { () throws(KeychainError) in
                try DeviceBinding(other).unbind(
                    recovery: RecoveryKey(bytes: .random(count: RecoveryKey.length))
                )
            } == .authenticationFailed
        )
        #expect(DeviceBinding(other).state == .bound)
        try DeviceBinding(other).unbind(recovery: recovery)
        #expect(try opens(other))
        // With the plain key, it can be bound to the other token.
        try DeviceBinding(other).bind(confirmedBy: recovery)
        #expect(try opens(other))
    }

    @Test("opens keychains after a crash at each step")
    func survivesCrashes() throws {
        try make()
        let plain = try file("device.key")
        let recovery = try binding.makeRecoveryCopy()
        try binding.bind(confirmedBy: recovery)
        let steps: [(name: String, content: Data)] = [
            // Sealed, but not renamed; renamed; overwritten in part, and as a whole.
            ("device.key", plain), ("device.key.old", plain),
            ("device.key.old", Data(count: 20) + plain.dropFirst(20)),
            ("device.key.old", Data(count: plain.count)),
        ]
        for step in steps {
            try put(step.content, step.name)
            #expect(binding.state == .unfinished)
            #expect(try opens(configuration(token, keeping: false)))
            try binding.finish()
            #expect(binding.state == .bound)
            // The same while it is moved back.
            try put(step.content, step.name)
            try binding.unbind()
            #expect(binding.state == .plain && !exists("device.key.old"))
            #expect(try opens(configuration(nil, keeping: false)))
            try binding.bind(confirmedBy: recovery)
        }
    }

    @Test("keeps other files that lie where its own file is removed")
    func otherFilesInTheWay() throws {
        try make()
        let plain = try file("device.key")
        let recovery = try binding.makeRecoveryCopy()
        let another = DeviceKey(entropy: .system).file().withUnsafeBytes { Data($0) }
        var damaged = another
        damaged[20] ^= 1
        for content in [another, damaged, Data(repeating: 7, count: 100)] {
            try put(content, "device.key.old")
            try binding.bind(confirmedBy: recovery)
            #expect(binding.state == .bound)
            #expect(try file("device.key.old") == content)
            // A crash before the plain key is gone, under its name and under the next free one.
            for name in ["device.key", "device.key.old-2"] {
                try put(plain, name)
                #expect(binding.state == .unfinished)
                try binding.finish()
                #expect(binding.state == .bound)
                #expect(!exists(name) && !exists("device.key.old-2"))
                #expect(try file("device.key.old") == content)
            }
            try binding.unbind()
            #expect(try file("device.key.old") == content)
            #expect(try file("device.key") == plain)
        }
    }

    @Test("stays in its file if no name is free under which that is removed")
    func noFreeName() throws {
        try make()
        let plain = try file("device.key")
        let recovery = try binding.makeRecoveryCopy()
        let another = DeviceKey(entropy: .system).file().withUnsafeBytes { Data($0) }
        let names = ["device.key.old"] + (2...9).map { "device.key.old-\($0)" }
        for name in names { try put(another, name) }
        #expect(
            code { () throws(KeychainError) in
                try binding.bind(confirmedBy: recovery)
            } == .notAvailable
        )
        #expect(try file("device.key") == plain && binding.state == .unfinished)
        #expect(try names.allSatisfy { try file($0) == another })
        try FileManager.default.removeItem(atPath: folder.path + "/device.key.old-5")
        try binding.finish()
        #expect(binding.state == .bound && !exists("device.key.old-5"))
    }

    @Test("is not overwritten through another name of its file")
    func hardLink() throws {
        try make()
        let plain = try file("device.key")
        try binding.bind(confirmedBy: binding.makeRecoveryCopy())
        try put(plain, "device.key")
        try FileManager.default.linkItem(
            atPath: folder.path + "/device.key",
            toPath: folder.path + "/device.key.old"
        )
        try binding.unbind()
        #expect(try file("device.key") == plain)
        #expect(!exists("device.key.old"))
    }

    @Test("does not block a new one, made by the recovery key of a keychain")
    func isReplaced() throws {
        try make()
        try binding.bind(confirmedBy: binding.makeRecoveryCopy())
        var keychain: Keychain? = try Keychain.open(configuration: configuration(token))
        let key = RecoveryKey(bytes: .random(count: RecoveryKey.length))
        try keychain?.access.setRecoveryKey(key, confirmedBy: key.text, proof: .device)
        keychain = nil
        let other = configuration(SoftwareToken(), keeping: false)
        let recovered = try KeychainAccess.recover(with: key, passcode: nil, configuration: other)
        #expect(try holds(recovered))
        #expect(try opens(other))
        // The rest of the old binding must not take the new key with it.
        #expect(DeviceBinding(other).state == .bound && DeviceBinding(other).hasOtherKeys)
        #expect(
            code { () throws(KeychainError) in try DeviceBinding(other).finish() } == .notAvailable
        )
        #expect(try opens(other))
    }

    @Test("is refused if its file was changed, and its file is not replaced")
    func damage() throws {
        try make()
        try binding.bind(confirmedBy: binding.makeRecoveryCopy())
        let sealed = try file("device.tpm")
        for place in sealed.indices {
            var flipped = sealed
            flipped[place] ^= 1
            try put(flipped, "device.tpm")
            #expect(
                code { () throws(KeychainError) in
                    _ = try Keychain.openOrCreate(
                        configuration: configuration(token, keeping: false)
                    )
                } == .corrupt
            )
        }
        #expect(!exists("device.key"))
    }

    @Test("opens no changed copy for the recovery key")
    func damagedCopy() throws {
        try make()
        let recovery = try binding.makeRecoveryCopy()
        try binding.bind(confirmedBy: recovery)
        let copy = try file("device.recovery")
        for place in 0..<copy.count {
            var flipped = copy
            flipped[place] ^= 1 << UInt8(place % 8)
            try put(flipped, "device.recovery")
            let found = code { () throws(KeychainError) in try binding.unbind(recovery: recovery) }
            #expect(found != nil, "byte \(place)")
            #expect(!exists("device.key") && exists("device.tpm"))
        }
        try put(copy, "device.recovery")
        try binding.unbind(recovery: recovery)
        #expect(exists("device.key"))
    }
}

/// A token that unseals something else than it sealed.
private struct ForgettingToken: TokenDouble {
    let token = SoftwareToken()

    func seal(
        _ secret: SecretBytes,
        policy: SecurityTokenPolicy,
        pin: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        try token.seal(.random(count: secret.count), policy: policy, pin: pin)
    }
}
