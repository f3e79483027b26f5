import Foundation
import KeychainTesting
import Testing

@testable import PortableKeychain

/// A token that is away, lost or replaced: the commands of a user then, in the order of our own
/// advice.
@Suite("A device key with an absent or lost token")
struct LostTokenTests {
    private let fixture = DeviceKeyFixture()
    private let token = SoftwareToken()
    private let other = RecoveryKey(bytes: .random(count: RecoveryKey.length))

    /// Two keychains whose device key is in the token.
    private func bound() throws -> (keys: [String: RecoveryKey], paper: RecoveryKey) {
        let keys = try fixture.make(["one", "two"])
        let paper = try fixture.binding(token).makeRecoveryCopy()
        try fixture.binding(token).bind(confirmedBy: paper)
        return (keys, paper)
    }

    @Test("changes nothing for a recovery key that does not open the keychain")
    func refusedRecovery() throws {
        let (keys, paper) = try bound()
        let before = fixture.files
        for key in [other, paper, try #require(keys["two"])] {
            for chip in [token, SoftwareToken(), nil] {
                #expect(
                    fixture.code { try fixture.recover("one", key, chip) } == .authenticationFailed
                )
                #expect(fixture.files == before)
            }
        }
        // No device key of any kind, and none is made.
        for name in before.keys { try fixture.remove(name) }
        #expect(fixture.code { try fixture.recover("one", other, nil) } == .authenticationFailed)
        #expect(fixture.files.isEmpty)
    }

    @Test("is restored with the paper key after any refused command")
    func catastrophe() throws {
        let (_, paper) = try bound()
        let binding = fixture.binding(nil)
        _ = fixture.code { try fixture.recover("one", paper, nil) }
        _ = fixture.code { _ = try binding.makeRecoveryCopy() }
        _ = fixture.code { try binding.unbind(recovery: other) }
        _ = fixture.code { try binding.bind(confirmedBy: paper) }
        try binding.unbind(recovery: paper)
        #expect(fixture.opens("one", nil) && fixture.opens("two", nil))
        #expect(binding.state == .plain)
    }

    @Test("opens again when its token is back, after a keychain got a device key of its own")
    func tokenComesBack() throws {
        let (keys, paper) = try bound()
        try fixture.recover("one", try #require(keys["one"]), nil)
        #expect(fixture.opens("one", nil) && !fixture.opens("two", nil))
        #expect(fixture.opens("one", token) && fixture.opens("two", token))
        // The token is asked before what it sealed is removed.
        let away = fixture.binding(SoftwareToken())
        let before = fixture.files
        #expect(fixture.code { try away.unbind() } == .notAvailable)
        #expect(fixture.files == before)
        try fixture.binding(token).unbind()
        #expect(fixture.opens("one", nil) && fixture.opens("two", nil))
        #expect(fixture.binding(nil).hasRecoveryCopy)
        try fixture.binding(token).bind(confirmedBy: paper)
        #expect(fixture.opens("one", token) && fixture.opens("two", token))
    }

    @Test("keeps the plain key of other keychains when it is restored")
    func anotherPlainKey() throws {
        let (_, paper) = try bound()
        let sealed = fixture.files
        // As the bug of earlier versions left it: a new device.key in the place of the lost one.
        for name in sealed.keys { try fixture.remove(name) }
        for name in ["one", "two"] {
            try fixture.remove(name + ".keychain")
        }
        _ = try fixture.make(["new"])
        for (name, content) in sealed { try fixture.put(content, name) }
        #expect(fixture.binding(token).state == .several)
        #expect(fixture.code { try fixture.binding(token).finish() } == .wrongDeviceKey)
        #expect(
            fixture.code { try fixture.binding(token).bind(confirmedBy: paper) }
                == .authenticationFailed
        )
        try fixture.binding(nil).unbind(recovery: paper)
        #expect(fixture.opens("new", nil))
        #expect(fixture.files["device.tpm"] == nil)
        #expect(fixture.files.keys.contains { $0.hasPrefix("device-") && $0.hasSuffix(".key") })
    }

    @Test("is replaced by a new token only if the user says that the old one is lost")
    func replacedToken() throws {
        let (keys, _) = try bound()
        let one = try #require(keys["one"])
        try fixture.recover("one", one, nil)
        let new = SoftwareToken()
        let before = fixture.files
        #expect(fixture.code { try fixture.binding(new).bind(confirmedBy: one) } == .wrongDeviceKey)
        #expect(fixture.files == before)
        try fixture.binding(new).bind(confirmedBy: one, replacingLost: true)
        #expect(fixture.opens("one", new) && !fixture.opens("one", nil))
        #expect(!fixture.opens("two", new))
        // The old one again, with the file that has another name now.
        #expect(fixture.opens("two", token))
        // The recovery key of the keychain is that of its device key too.
        try fixture.binding(nil).unbind(recovery: one)
        #expect(fixture.opens("one", nil))
    }

    @Test("is not unbound if it is in no token")
    func nothingBound() throws {
        _ = try fixture.make(["one"])
        let paper = try fixture.binding(nil).makeRecoveryCopy()
        for recovery in [nil, paper] {
            #expect(
                fixture.code { try fixture.binding(token).unbind(recovery: recovery) }
                    == .invalidParameter
            )
        }
        // The file is lost, and the copy of it is not.
        try fixture.remove("device.key")
        try fixture.binding(nil).unbind(recovery: paper)
        #expect(fixture.opens("one", nil))
    }

    @Test("names the use of a recovery key, and the kinds that were tried")
    func usesOfARecoveryKey() throws {
        let (keys, paper) = try bound()
        let one = try #require(keys["one"])
        func use(_ key: RecoveryKey, _ token: SoftwareToken?) throws
            -> KeychainAccess.RecoveryKeyUse
        {
            try KeychainAccess.use(
                of: key,
                for: .named("one"),
                configuration: fixture.configuration(token)
            )
        }
        #expect(try use(one, token) == .keychain && use(one, nil) == .keychain)
        let own = try Vault.deviceKeyID(of: fixture.folder.path + "/one.keychain")
        #expect(try use(paper, nil) == .deviceKey(own))
        // It would take the device key out of a token that works.
        #expect(fixture.code { _ = try use(paper, token) } == .authenticationFailed)
        #expect(fixture.code { _ = try use(other, nil) } == .authenticationFailed)
        // One key for both: the way that changes less comes first.
        let path = fixture.folder.path + "/one.keychain"
        try fixture.binding(token).setRecoveryCopy(openedBy: one, for: path)
        #expect(try use(one, nil) == .deviceKey(own) && use(one, token) == .keychain)
        #expect(try use(paper, nil) == .deviceKey(own))
        try fixture.binding(token).removeRecoveryCopy(for: path)
        #expect(try use(one, nil) == .keychain)
    }

    @Test("keeps each recovery key if that of a keychain confirms the binding")
    func copiesOfTheirOwn() throws {
        let keys = try fixture.make(["one", "two"])
        let one = try #require(keys["one"])
        let paper = try fixture.binding(token).makeRecoveryCopy()
        try fixture.binding(token).bind(confirmedBy: one)
        let copies = DeviceKeyCopies(KeychainFolder(fixture.configuration(nil)))
        for key in [paper, one] {
            #expect(fixture.code { _ = try copies.opened(by: key, of: nil) } == nil)
        }
        // It goes with the recovery key of its keychain.
        let path = fixture.folder.path + "/one.keychain"
        try fixture.binding(token).removeRecoveryCopy(for: path)
        #expect(fixture.code { _ = try copies.opened(by: one, of: nil) } == .authenticationFailed)
        #expect(fixture.code { _ = try copies.opened(by: paper, of: nil) } == nil)
    }

    @Test("comes back although the keychain to recover is missing or damaged")
    func keychainIsGoneToo() throws {
        let (_, paper) = try bound()
        let own = try Vault.deviceKeyID(of: fixture.folder.path + "/one.keychain")
        let place = fixture.folder.path + "/two.keychain"
        try Data("damage".utf8).write(to: URL(filePath: place))
        func use(_ key: RecoveryKey, _ name: String, _ token: SoftwareToken?) throws
            -> KeychainAccess.RecoveryKeyUse
        {
            try KeychainAccess.use(
                of: key,
                for: .named(name),
                configuration: fixture.configuration(token)
            )
        }
        for (name, code) in [("three", KeychainError.Code.noSuchKeychain), ("two", nil)] {
            #expect(try use(paper, name, nil) == .deviceKey(own), "\(name)")
            // It stays in a token that works, and another recovery key says what is wrong.
            let refused: [(RecoveryKey, SoftwareToken?)] = [(paper, token), (other, nil)]
            for (key, chip) in refused {
                let found = fixture.code { _ = try use(key, name, chip) }
                #expect(found != nil && found != .authenticationFailed, "\(name)")
                if let code { #expect(found == code) }
            }
        }
        try fixture.binding(nil).unbind(recovery: paper, of: own)
        #expect(fixture.opens("one", nil))
        #expect(fixture.code { _ = try use(paper, "three", nil) } == .noSuchKeychain)
    }

    @Test("is not reported as bound while the plain key of a recovery exists")
    func interruptedBinding() throws {
        _ = try bound()
        let binding = fixture.binding(token)
        let name = try #require(binding.sealed?.identifier.hexadecimal)
        try fixture.put(Data(count: 32), "device-\(name).key.old")
        #expect(binding.state == .unfinished)
        try binding.finish()
        #expect(binding.state == .bound)
        #expect(fixture.files.keys.allSatisfy { !$0.hasSuffix(".old") })
    }
}
