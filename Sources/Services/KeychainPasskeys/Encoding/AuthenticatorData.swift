internal import PortableKeychain

/// The statement of an authenticator that a signature covers (WebAuthn, 6.1).
struct AuthenticatorData {
    /// The flags of the statement.
    struct Flags: OptionSet {
        let rawValue: UInt8

        /// The user said yes to a question of this use.
        static let userPresent = Flags(rawValue: 0x01)
        /// The user proved who they are, for this use.
        static let userVerified = Flags(rawValue: 0x04)
        /// Other devices can have copies of the key.
        static let backupEligible = Flags(rawValue: 0x08)
        /// Other devices have copies of the key.
        static let backedUp = Flags(rawValue: 0x10)
        /// A new key follows.
        static let attested = Flags(rawValue: 0x40)
    }

    /// The model of this authenticator, one of our own: sites show its name to people.
    static let model: [UInt8] = [
        0x5E, 0xE8, 0xA4, 0x81, 0x95, 0xB6, 0x41, 0x87,
        0x93, 0x72, 0x08, 0xEC, 0xB5, 0xD4, 0x6B, 0x95,
    ]

    /// The domain of the site.
    let relyingParty: String
    /// The events of the ceremony, and the kind of the key.
    let flags: Flags
    /// The identifier and the public key of a new passkey.
    var made: (credentialID: [UInt8], key: CBOR)?

    /// Makes a statement.
    ///
    /// - Parameters:
    ///   - passkey: The passkey.
    ///   - isVerified: Whether the user proved who they are.
    ///   - key: The public key of a new passkey, else `nil`.
    init(_ passkey: StoredPasskey, isVerified: Bool, making key: CBOR? = nil) {
        relyingParty = passkey.account.relyingParty
        // It is made after a question only, so the user is present.
        var flags: Flags = .userPresent
        if isVerified { flags.insert(.userVerified) }
        if passkey.account.isBackupEligible { flags.insert(.backupEligible) }
        if passkey.isBackedUp { flags.insert(.backedUp) }
        if let key {
            flags.insert(.attested)
            made = (passkey.account.credentialID, key)
        }
        self.flags = flags
    }

    /// The bytes, with zero as the counter: of copies on several devices, none could count.
    var encoded: [UInt8] {
        var bytes = Fingerprint.sha256(Array(relyingParty.utf8)) + [flags.rawValue, 0, 0, 0, 0]
        if let made {
            let length = UInt16(made.credentialID.count)
            bytes += Self.model + [UInt8(length >> 8), UInt8(length & 0xFF)]
            bytes += made.credentialID + made.key.encoded
        }
        return bytes
    }
}
