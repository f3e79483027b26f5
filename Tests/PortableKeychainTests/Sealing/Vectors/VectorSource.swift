import Crypto
@_spi(Keepers) import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

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
        var slots = [try slot(.device, passcode ? .device : .user)]
        var wrapping = WrappedPresenceKey.wrappingKey(
            root: try #require(roots.user),
            keychain: keychain
        )
        if passcode {
            let locked = try slot(.passcode, .user)
            let hash = try Self.cheap.key(
                passcode: Judge.buffer(Self.passcode),
                salt: locked.salt
            )
            wrapping = locked.keys(hash, binding: nil, keychain: keychain).presence
            slots.append(locked)
        }
        let keys = try classKeys.filter { passcode || !$0.protection.keyClass.needsPasscode }.map {
            try WrappedClassKey.wrap(
                $0,
                roots: roots,
                binding: device.key,
                keychain: keychain,
                entropy: entropy
            )
        }
        // Both versions take the same randomness, so what follows is the same.
        let wrapped = try (presence ?? .random(SeededEntropy(seed: 0).entropy))
            .wrapped(by: wrapping, keychain: keychain, entropy: entropy)
        return Keybag(
            version: presence == nil ? .first : .second,
            keychain: keychain,
            deviceKeyID: device.identifier,
            slots: slots,
            classKeys: keys,
            passcodeGeneration: passcode ? 1 : 0,
            presence: presence == nil ? nil : wrapped
        )
    }

    func seal(_ plain: [UInt8], _ key: SymmetricKey, _ context: [UInt8]) throws -> [UInt8] {
        try plain.withRawBytes { bytes throws(KeychainError) in
            try Box.seal(bytes, key: key, context: context, entropy: entropy)
        }
    }

    /// A slot of the first two versions around the roots.
    func slot(
        _ kind: AccessSlot.Kind,
        _ grade: KeyGrade,
        passcode: [UInt8] = VectorSource.passcode,
        hashing: PasscodeHashing = VectorSource.cheap
    ) throws -> KeySlot {
        let salt = entropy.bytes(Limits.saltLength)
        let isDevice = kind == .device
        let bare = KeySlot(
            kind: kind,
            grade: grade,
            salt: salt,
            parameters: isDevice ? [] : ByteWriter.bytes { hashing.encode(into: &$0) },
            version: .second
        )
        let secret =
            try isDevice
            ? device.key : hashing.key(passcode: Judge.buffer(passcode), salt: salt)
        let box = try bare.sealed(
            KeySlot.Content(roots: roots, binding: nil),
            by: bare.keys(secret, binding: nil, keychain: keychain).slot,
            keychain: keychain,
            entropy: entropy
        )
        return KeySlot(
            kind: kind,
            grade: grade,
            salt: salt,
            parameters: bare.parameters,
            box: box,
            version: .second
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
    /// The bytes that a body writes.
    static func bytes(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
        var writer = ByteWriter()
        body(&writer)
        return writer.bytes
    }
}
