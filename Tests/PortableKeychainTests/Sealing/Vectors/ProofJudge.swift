import Crypto

@testable import PortableKeychain

extension Judge {
    /// The result of a sender's message with the key of the user's presence in a keybag.
    static func presence(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let keybag = try Keybag(encoded: vector.bytes)
        let keys = try KeySet(
            keybag: keybag,
            epoch: 1,
            device: DeviceKey(key(vector.hex("device-key")))
        )
        let passcode = vector.text("passcode") == nil ? nil : buffer(vector.hex("passcode"))
        guard let presence = try keys.presence(passcode: passcode) else {
            throw KeychainError(.notAvailable)
        }
        let secret = try presence.secret(
            encapsulated: vector.hex("encapsulated"),
            keychain: keybag.keychain
        )
        return ["gives-secret": secret.hex]
    }

    /// The content of an envelope.
    static func envelope(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let keybag = try Keybag(encoded: vector.hex("keybag"))
        let keys = try KeySet(
            keybag: keybag,
            epoch: 1,
            device: DeviceKey(key(vector.hex("device-key")))
        )
        guard let code = vector.number("class").flatMap({ ClassCode(rawValue: UInt8($0)) }) else {
            throw KeychainError(.corrupt)
        }
        let envelope = buffer(vector.bytes)
        let needs = Envelope.Needs(rawValue: UInt8(vector.number("needs") ?? 0))
        let password = buffer(vector.hex("password"))
        let payload = try Envelope.open(
            envelope,
            needs,
            at: Envelope.Place(
                keychain: keybag.keychain,
                identifier: vector.hex("identifier"),
                classCode: code
            ),
            with: Envelope.Proofs(
                presence: try keys.presence(passcode: nil),
                password: needs.contains(.password)
                    ? try Envelope.derivation(of: password, in: envelope, needs).key() : nil
            )
        )
        return ["gives-payload": payload?.withUnsafeBytes { Array($0).hex } ?? "none"]
    }
}
