import Foundation
import KeychainTesting
import TestRounds
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The items that open when something was lost or stolen: the table of threat-model.md, as attacks.
@Suite(.thorough) struct RecoveryTests {
    private static let passcode = AccessFixture.passcode
    private static let all = Set(Accessibility.allCases)

    /// A keychain with a recovery key.
    private func fixture() throws -> (AccessFixture, RecoveryKey) {
        let fixture = AccessFixture()
        let keychain = try fixture.create()
        let key = keychain.access.newRecoveryKey()
        try keychain.access.setRecoveryKey(
            key,
            confirmedBy: key.text,
            proof: .passcode(Self.passcode)
        )
        let token = NewAccessSlot(.token, secret: AccessFixture.key(.token))
        try keychain.access.change(.add(token), proof: .passcode(Self.passcode))
        return (fixture, key)
    }

    /// A copy of the file in the folder of another user or machine.
    private func stolen(_ fixture: AccessFixture) throws -> AccessFixture {
        let thief = AccessFixture()
        try FileManager.default.createDirectory(
            atPath: thief.folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        for suffix in ["", "-wal"]
        where FileManager.default.fileExists(atPath: fixture.path + suffix) {
            try FileManager.default.copyItem(
                atPath: fixture.path + suffix,
                toPath: thief.path + suffix
            )
        }
        return thief
    }

    /// The passcode is forgotten, on the same machine.
    @Test func opensWithoutThePasscode() throws {
        let (fixture, key) = try fixture()
        defer { fixture.remove() }
        let wrong = RecoveryKey(.system)
        #expect(
            code {
                _ = try KeychainAccess.recover(
                    with: wrong,
                    passcode: secret("new"),
                    configuration: fixture.configuration
                )
            } == .authenticationFailed
        )
        let keychain = try KeychainAccess.recover(
            with: key,
            passcode: secret("new"),
            configuration: fixture.configuration
        )
        #expect(AccessFixture.readable(keychain) == Self.all)
        let presence = try AccessFixture.presence(keychain, .passcode(secret("new")))
        #expect(presence == AccessFixture.payload)
        #expect(try keychain.access.slots().map(\.kind) == [.device, .passcode, .recovery])
        let other = try fixture.open()
        #expect(code { try other.unlock(passcode: Self.passcode) } == .authenticationFailed)
        try other.access.unlock(.recoveryKey(key))
        #expect(AccessFixture.readable(other) == Self.all)
        #expect(try other.verify().problems == [])
    }

    /// The root key that lost ways in opened, in an old copy of the file, opens nothing afterwards.
    @Test(arguments: [nil, "new"]) func replacesTheRoot(_ passcode: String?) throws {
        let (fixture, key) = try fixture()
        defer { fixture.remove() }
        func root(_ keychain: Keychain) throws -> SecretBytes {
            let keys = try #require(keychain.vault).freshKeys()
            return SecretBytes(try #require(keys.opening(.recoveryKey(key)).keys.roots.user))
        }
        let old = try root(fixture.open())
        let keychain = try KeychainAccess.recover(
            with: key,
            passcode: passcode.map { secret($0) },
            configuration: fixture.configuration
        )
        #expect(try !root(keychain).matches(old))
    }

    /// The machine is lost: a copy of the file opens elsewhere, also its items for that device
    /// only.
    @Test(arguments: [nil, "new"])
    func opensOnAnotherMachine(_ passcode: String?) throws {
        let (fixture, key) = try fixture()
        defer { fixture.remove() }
        let copy = try stolen(fixture)
        defer { copy.remove() }
        let threatened = try KeychainAccess.passcodeItems(
            of: .standard,
            with: key,
            configuration: copy.configuration
        )
        #expect(threatened.named.count == 1 && threatened.unnamed == 0)
        let keychain = try KeychainAccess.recover(
            with: key,
            passcode: passcode.map { secret($0) },
            configuration: copy.configuration
        )
        let lost: Set<Accessibility> = passcode == nil ? [.whenPasscodeSetThisDeviceOnly] : []
        #expect(AccessFixture.readable(keychain) == Self.all.subtracting(lost))
        let proof: AccessProof = passcode.map { .passcode(secret($0)) } ?? .device
        #expect(try AccessFixture.presence(keychain, proof) == AccessFixture.payload)
        let again = try copy.open()
        #expect(try again.verify().problems == [])
        if let passcode { try again.unlock(passcode: secret(passcode)) }
        #expect(AccessFixture.readable(again) == Self.all.subtracting(lost))
        // The first machine continues with its own file.
        let first = try fixture.open()
        try first.unlock(passcode: Self.passcode)
        #expect(AccessFixture.readable(first) == Self.all)
    }

    /// Without a recovery key nothing is recovered, and nothing changed.
    @Test func needsARecoveryKey() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        _ = try fixture.create()
        let before = try Data(contentsOf: URL(filePath: fixture.path))
        #expect(
            code {
                _ = try KeychainAccess.recover(
                    with: RecoveryKey(.system),
                    passcode: nil,
                    configuration: fixture.configuration
                )
            } == .notAvailable
        )
        #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
    }

    /// M22: a thief with the file and the right passcode, but not the device key, opens nothing.
    ///
    /// The file does not show either whether the passcode is right, as it did before version 3.
    @Test func aStolenFileAndItsPasscodeOpenNothing() throws {
        let (fixture, _) = try fixture()
        defer { fixture.remove() }
        let thief = try stolen(fixture)
        defer { thief.remove() }
        try KeychainFolder(thief.folder).keep(DeviceKey(entropy: .system), asOwn: true)
        #expect(code { _ = try thief.open() } == .wrongDeviceKey)

        let keybag = try #require(fixture.open().vault).freshKeys().keybag
        #expect(try opened(keybag, with: Self.passcode) == 0)
        let source = VectorSource(seed: 3)
        let old = try source.keybag(passcode: true, presence: .random(source.entropy))
        #expect(try opened(old, with: Judge.buffer(VectorSource.passcode)) == 1)
    }

    /// The number of slots that open by all that the file and a passcode give.
    private func opened(_ keybag: Keybag, with passcode: SecretBytes) throws -> Int {
        let known = [
            [], keybag.keychain, keybag.deviceKeyID, keybag.keychain + keybag.deviceKeyID,
            [UInt8](repeating: 0, count: 32), keybag.presence?.publicKey ?? [],
        ]
        var count = 0
        for slot in keybag.slots {
            let hash = try slot.hashing?.key(passcode: passcode, salt: slot.salt)
            let secrets = [hash, Judge.key(slot.salt)].compactMap { $0 } + known.map(Judge.key)
            let opens = secrets.contains { secret in
                known.contains { binding in
                    let keys = slot.keys(
                        secret,
                        binding: Judge.key(binding),
                        keychain: keybag.keychain
                    )
                    let roots = try? slot.unwrap(keychain: keybag.keychain, key: keys.slot)
                    let presence = try? slot.presence(
                        keybag.presence?.publicKey ?? [],
                        keychain: keybag.keychain,
                        key: keys.presence
                    )
                    return roots != nil || presence != nil
                }
            }
            if opens { count += 1 }
        }
        return count
    }

    /// Every byte of a keybag with all kinds of slots, changed: something does not open.
    @Test func noticesEveryChangedByte() throws {
        let source = VectorSource(seed: 8)
        let kinds = AccessSlot.Kind.allCases.filter { $0 != .device }
        let bytes = try source.listedKeybag(kinds).encoded()
        let proofs = try kinds.map { kind -> AccessProof in
            switch kind {
            case .passcode: return .passcode(Judge.buffer(VectorSource.passcode))
            case .recovery:
                return .recoveryKey(RecoveryKey(bytes: Judge.buffer(VectorSource.recoveryKey)))
            case .loginPassword:
                let keybag = try Keybag(encoded: bytes)
                let slot = try #require(keybag.slots.first { $0.kind == kind })
                let password = Judge.buffer(VectorSource.loginPassword)
                return try slot.description.proof(loginPassword: password)
            default:
                let keybag = try Keybag(encoded: bytes)
                let slot = try #require(keybag.slots.first { $0.kind == kind })
                let secret = Judge.buffer(VectorSource.slotSecret(kind))
                return .slot(slot.description.identifier, secret: secret)
            }
        }
        func opens(_ bytes: [UInt8]) throws(KeychainError) {
            let keybag = try Keybag(encoded: bytes)
            let keys = try KeySet(keybag: keybag, epoch: 1, device: source.device)
            for proof in proofs { _ = try keys.opening(proof).presence() }
        }
        try opens(bytes)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 8)
            #expect(throws: KeychainError.self, "byte \(index)") { try opens(changed) }
        }
    }

    /// A service opens its keychain without a question, and shares nothing.
    @Test func opensWithACredential() throws {
        let fixture = AccessFixture()
        defer { fixture.remove() }
        let keychain = try fixture.create()
        let credential = AccessFixture.key(.credential)
        try keychain.access.change(
            .add(NewAccessSlot(.credential, secret: credential)),
            proof: .passcode(Self.passcode)
        )
        try keychain.lock()
        let file = fixture.folder + "/service.key"
        let digits = [UInt8](repeating: 7, count: 32).hex
        let cases: [(content: [UInt8], mode: Int, code: KeychainError.Code?)] = [
            ([UInt8](repeating: 7, count: 32), 0o600, nil),
            ([UInt8](repeating: 7, count: 32), 0o400, nil),
            (Array(digits.utf8), 0o440, nil),
            (Array((digits.uppercased() + "\n").utf8), 0o600, nil),
            (Array((digits + "\n\n").utf8), 0o600, .invalidParameter),
            (Array(digits.dropLast().utf8), 0o600, .invalidParameter),
            (Array(("x" + digits.dropFirst()).utf8), 0o600, .invalidParameter),
            ([], 0o600, .invalidParameter),
            ([UInt8](repeating: 8, count: 32), 0o600, .authenticationFailed),
            ([UInt8](repeating: 7, count: 32), 0o644, .unsafePermissions),
            ([UInt8](repeating: 7, count: 32), 0o660, .unsafePermissions),
        ]
        for (content, mode, expected) in cases {
            try? FileManager.default.removeItem(atPath: file)
            let made = FileManager.default.createFile(
                atPath: file,
                contents: Data(content),
                attributes: [.posixPermissions: mode]
            )
            #expect(made)
            var configuration = fixture.configuration
            configuration.credential = .file(file)
            let service = try Keychain.open(configuration: configuration)
            let found = code {
                _ = try service.perform(
                    ItemRequest(
                        .copyMatching,
                        itemClass: .genericPassword,
                        attributes: [.account: .string("ak")],
                        returning: [.data]
                    )
                )
            }
            #expect(found == expected, "\(content.count) bytes, mode \(String(mode, radix: 8))")
            #expect(try service.lockState == (expected == nil ? .unlocked : .locked))
            #expect(try fixture.open(shared: true).lockState == .locked)
        }
    }
}
