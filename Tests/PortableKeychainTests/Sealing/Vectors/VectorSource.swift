import Crypto
import KeychainTesting

@testable import PortableKeychain

/// Keys and shorthands from which vectors are made: the same in each run.
struct VectorSource {
    let entropy: KeychainEntropy
    let device: DeviceKey
    let otherDevice: DeviceKey
    let keychain: [UInt8]
    let roots: RootKeys
    /// The keys of all classes.
    let classKeys: [ClassKeys]

    static let passcode = Array("correct horse".utf8)
    // swift-format-ignore: NeverUseForceTry
    static let cheap = try! PasscodeHashing(rounds: 1 << 10, blockSize: 1, parallelism: 1)

    init(seed: UInt64, device: DeviceKey? = nil) {
        let entropy = SeededEntropy(seed: seed).entropy
        self.entropy = entropy
        self.device = device ?? DeviceKey(entropy: entropy)
        otherDevice = DeviceKey(entropy: entropy)
        keychain = entropy.bytes(Limits.identifierLength)
        roots = RootKeys(device: .random(entropy), user: .random(entropy))
        classKeys = ProtectionClass.allCases.map {
            ClassKeys(Protection($0, generation: 1), master: .random(entropy))
        }
    }

    /// The keybag without a passcode, or with one; of the first version unless there is a key of the
    /// user's presence.
    func keybag(passcode: Bool = false, presence: PresenceKey? = nil) throws -> Keybag {
        var keybag = try Keybag.make(
            keychain: keychain,
            device: device,
            roots: roots,
            keys: classKeys.filter { passcode || !$0.protection.keyClass.needsPasscode },
            presence: try presence ?? .random(SeededEntropy(seed: 0).entropy),
            passcode: passcode ? (Judge.buffer(Self.passcode), Self.cheap) : nil,
            passcodeGeneration: passcode ? 1 : 0,
            entropy: entropy
        )
        if presence == nil { keybag.presence = nil }
        return keybag
    }

    func seal(_ plain: [UInt8], _ key: SymmetricKey, _ context: [UInt8]) throws -> [UInt8] {
        try plain.withRawBytes { bytes throws(KeychainError) in
            try Box.seal(bytes, key: key, context: context, entropy: entropy)
        }
    }

    /// A slot around the roots.
    func slot(
        _ kind: KeySlot.Kind,
        _ grade: KeyGrade,
        passcode: [UInt8] = VectorSource.passcode
    ) throws -> KeySlot {
        let salt = entropy.bytes(Limits.saltLength)
        let wrapping =
            switch kind {
            case .device:
                KeySlot.deviceKeyEncryptionKey(device.key, salt: salt, keychain: keychain)
            case .passcode(let hashing):
                try KeySlot.passcodeKeys(
                    Judge.buffer(passcode),
                    hashing,
                    salt: salt,
                    keychain: keychain
                ).slot
            }
        return try KeySlot.wrap(
            roots,
            kind: kind,
            grade: grade,
            keychain: keychain,
            keyEncryptionKey: wrapping,
            salt: salt,
            entropy: entropy
        )
    }
}

extension KeySlot {
    var encoded: [UInt8] {
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.bytes
    }
}

extension ByteWriter {
    /// The bytes of what a body writes.
    static func bytes(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
        var writer = ByteWriter()
        body(&writer)
        return writer.bytes
    }
}
