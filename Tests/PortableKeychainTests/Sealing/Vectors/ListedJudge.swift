import Crypto

@_spi(Keepers) @testable import PortableKeychain

/// The engine's results for slots and keybags of the third version.
extension Judge {
    static func listedSlot(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let slot = try vector.bytes.withRawBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let slot = try KeySlot(from: &reader, .third)
            try reader.finish()
            return slot
        }
        let keychain = vector.hex("keychain")
        let device = DeviceKey(key(vector.hex("device-key")))
        let secret: SymmetricKey
        if let hashing = slot.hashing {
            let name = slot.kind == .passcode ? "passcode" : "login-password"
            secret = try hashing.key(passcode: buffer(vector.hex(name)), salt: slot.salt)
        } else if vector.text("recovery-key") != nil {
            secret = RecoveryKey(bytes: buffer(vector.hex("recovery-key"))).secret
        } else {
            secret = key(vector.hex("secret"))
        }
        let keys = slot.keys(secret, binding: device.binding(keychain), keychain: keychain)
        let content = try slot.unwrap(keychain: keychain, key: keys.slot)
        return [
            "gives-device-root": content.roots.device.hex,
            "gives-user-root": content.roots.user?.hex ?? "none",
            "gives-binding": content.binding?.hex ?? "none",
        ]
    }

    static func listedKeybag(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let keybag = try Keybag(encoded: vector.bytes)
        var keys = try KeySet(
            keybag: keybag,
            epoch: 1,
            device: DeviceKey(key(vector.hex("device-key")))
        )
        var opened: OpenedSlot?
        if let proof = try proof(vector, keybag) {
            opened = try keys.opening(proof)
        } else if !keybag.canBeLocked {
            opened = try keys.opening(.device)
        }
        keys = opened?.keys ?? keys
        let presence = try opened?.presence()
        var gives = [
            "gives-keychain": keybag.keychain.hex,
            "gives-secret": try presence?.secret(
                encapsulated: vector.hex("encapsulated"),
                keychain: keybag.keychain
            ).hex ?? "locked",
        ]
        for wrapped in keybag.classKeys {
            let keyClass = wrapped.protection.keyClass
            gives["gives-class-\(keyClass.rawValue)"] =
                keys.classKeys(keyClass)?.master.hex ?? "locked"
        }
        return gives
    }

    /// The secret of the vector to open a slot with.
    private static func proof(
        _ vector: Vector,
        _ keybag: Keybag
    ) throws(KeychainError) -> AccessProof? {
        if vector.text("passcode") != nil { return .passcode(buffer(vector.hex("passcode"))) }
        if vector.text("recovery-key") != nil {
            return .recoveryKey(RecoveryKey(bytes: buffer(vector.hex("recovery-key"))))
        }
        if vector.text("login-password") != nil {
            let slot = keybag.slots.first { $0.kind == .loginPassword }
            return try slot?.description.proof(
                loginPassword: buffer(vector.hex("login-password"))
            )
        }
        return vector.text("slot").map { .slot($0, secret: buffer(vector.hex("secret"))) }
    }
}
