/// One way into a keychain: an entry of the keychain's file for a secret that opens its keys.
///
/// ``KeychainAccess/slots()`` returns them. Nothing in a slot is secret.
public struct AccessSlot: Hashable, Sendable {
    /// The secret that opens a slot.
    @nonexhaustive public enum Kind: UInt8, CaseIterable, Sendable {
        /// The device key of this machine.
        case device = 1
        /// The passcode, together with the device key.
        case passcode = 2
        /// A chip that seals a secret of 32 bytes, such as a TPM, together with the device key.
        case token = 3
        /// The same with a PIN, whose wrong guesses the chip counts.
        case tokenWithPIN = 4
        /// A FIDO2 security key (its extension hmac-secret), together with the device key.
        case securityKey = 5
        /// The recovery key, alone.
        case recovery = 6
        /// A secret that the system gives to a service, together with the device key.
        case credential = 7
        /// The password with which the user logs in, hashed as a passcode is, together with the
        /// device key. It does not prove the user's presence.
        case loginPassword = 8
    }

    /// The name of the slot: eight hexadecimal digits, the first bytes of the salt.
    public let identifier: String
    /// The kind of secret that opens it.
    public let kind: Kind
    /// 32 random bytes, different in each slot; of a security key, the salt of hmac-secret.
    @_spi(Keepers) public let salt: [UInt8]
    /// The data that the program which added the slot needs to open it, such as a sealed blob.
    ///
    /// At most 1,024 bytes; empty for the kinds that need nothing, and for a passcode; the cost of
    /// hashing for a login password.
    @_spi(Keepers) public let parameters: [UInt8]

    init(kind: Kind, salt: [UInt8], parameters: [UInt8]) {
        self.kind = kind
        self.salt = salt
        self.parameters = parameters
        identifier = salt.prefix(4).hexadecimal
    }
}

/// A slot that is to be added, with the secret that will open it.
@_spi(Keepers) public struct NewAccessSlot: Sendable {
    /// The kind of secret that opens it: a token, a token with a PIN, a security key, a credential,
    /// or a login password.
    public var kind: AccessSlot.Kind
    /// 32 bytes that no other slot has; `nil` for random ones.
    public var salt: [UInt8]?
    /// The data that are needed to open the slot again: at most 1,024 bytes, none of them secret;
    /// empty for a credential.
    public var parameters: [UInt8]
    /// The secret: 32 bytes that cannot be guessed.
    public var secret: SecretBytes

    /// Makes a slot.
    ///
    /// - Parameters:
    ///   - kind: The kind of secret that opens it.
    ///   - secret: 32 bytes that cannot be guessed.
    ///   - parameters: The data that are needed to open it again, such as a sealed blob; at most
    ///     1,024 bytes.
    ///   - salt: 32 bytes that no other slot has; `nil` for random ones.
    public init(
        _ kind: AccessSlot.Kind,
        secret: SecretBytes,
        parameters: [UInt8] = [],
        salt: [UInt8]? = nil
    ) {
        self.kind = kind
        self.salt = salt
        self.parameters = parameters
        self.secret = secret
    }
}

/// A secret that opens a keychain at present: the proof that a change of its slots requires.
@nonexhaustive public enum AccessProof: Sendable {
    /// No proof besides the device key; enough as long as no other slot locks the keychain.
    case device
    /// The passcode.
    case passcode(SecretBytes)
    /// The secret of 32 bytes of a slot, which is named by its identifier.
    case slot(String, secret: SecretBytes)
    /// The recovery key.
    case recoveryKey(RecoveryKey)
    /// The 32 bytes of a credential, whichever of the keychain's credentials it is.
    case credential(SecretBytes)
}

/// A change of the ways into a keychain.
@nonexhaustive @_spi(Keepers) public enum AccessChange: Sendable {
    /// Sets or changes the passcode (1 to 4,096 bytes); `nil` removes it.
    case passcode(SecretBytes?)
    /// Adds a slot whose secret comes from outside; a login password takes the place of an earlier
    /// one.
    case add(NewAccessSlot)
    /// Sets the recovery key; an earlier one no longer opens anything.
    case recoveryKey(RecoveryKey)
    /// Removes a slot, which is named by its identifier.
    case remove(String)
}
