/// A chip, or a program that speaks to one: it seals secrets that only it can open again, and holds
/// P-256 keys whose private half never leaves it.
///
/// A TPM 2.0 is one. The keychain uses a token through this protocol only, so the rules are the
/// same for every token. A token returns opaque bytes of its own (a *blob*), which are worthless
/// without it; the keychain stores them.
///
/// Calls can take a second and may come from any thread; a token serves them one after another. The
/// product `KeychainTPM` has one for a TPM 2.0, and `KeychainTesting` one in software, for tests:
///
/// ```swift
/// import KeychainTesting
///
/// var configuration = Keychain.Configuration(applicationIdentifier: "com.example.tool")
/// configuration.token = SoftwareToken()
/// let keychain = try Keychain.inMemory(configuration)
/// let key = try keychain.keys.generate(for: KeyItem(tag: "signing"), heldBy: .token)
/// let signature = try key.sign(Array("message".utf8), .ecdsa(.sha256))
/// ```
public protocol SecurityToken: Sendable {
    /// Whether this program can have the token make keys; it always seals secrets.
    var makesKeys: Bool { get }

    /// Seals a secret.
    ///
    /// - Parameters:
    ///   - secret: 1 to 64 bytes.
    ///   - policy: The conditions of the token for unsealing it.
    ///   - pin: The PIN that unsealing requires, of 1 to 128 bytes; `nil` exactly if the policy
    ///     requires none.
    /// - Returns: The blob, of at most 1,024 bytes.
    /// - Throws: ``KeychainError/Code/notAvailable`` when the token cannot be used.
    func seal(
        _ secret: SecretBytes,
        policy: SecurityTokenPolicy,
        pin: SecretBytes?
    ) throws(KeychainError) -> [UInt8]

    /// Unseals a secret that this token sealed.
    ///
    /// - Parameters:
    ///   - blob: The result of ``seal(_:policy:pin:)``.
    ///   - pin: The PIN, or `nil` if the policy requires none.
    /// - Returns: The secret.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong PIN, which the token counts;
    ///   ``KeychainError/Code/notAvailable`` when the token cannot be used, refuses all PINs for some
    ///   time after too many wrong ones (the reason says for how long), or the state of the machine
    ///   is not the one of the policy; ``KeychainError/Code/corrupt`` when the blob is damaged or
    ///   belongs to another token.
    func unseal(_ blob: [UInt8], pin: SecretBytes?) throws(KeychainError) -> SecretBytes

    /// Makes a P-256 key whose private half stays in the token.
    ///
    /// - Parameter authorization: A secret of 32 bytes that each use of the key must present, or
    ///   `nil` for none.
    /// - Returns: The key.
    /// - Throws: ``KeychainError/Code/notAvailable`` when the token cannot be used.
    func makeKey(authorization: SecretBytes?) throws(KeychainError) -> SecurityTokenKey

    /// Signs a digest with ECDSA.
    ///
    /// - Parameters:
    ///   - digest: 20, 32, 48 or 64 bytes.
    ///   - key: The blob of the key.
    ///   - authorization: The secret that the key was made with, or `nil`.
    /// - Returns: The signature in DER (X9.62).
    /// - Throws: The same errors as ``unseal(_:pin:)``.
    func sign(
        _ digest: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> [UInt8]

    /// Agrees on a secret with ECDH.
    ///
    /// - Parameters:
    ///   - point: The other's public key: 65 bytes, an uncompressed point (X9.63).
    ///   - key: The blob of the key.
    ///   - authorization: The secret that the key was made with, or `nil`.
    /// - Returns: The shared secret: the x coordinate, 32 bytes.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a point that is not on the curve, and as
    ///   ``unseal(_:pin:)``.
    func agree(
        with point: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> SecretBytes

    /// Makes a counter that is never set back, or finds the one that was made with the same
    /// authorization.
    ///
    /// - Parameter authorization: A secret of 32 bytes that each use of the counter must present.
    /// - Returns: The identifier of the counter, of at most 64 bytes.
    /// - Throws: ``KeychainError/Code/notAvailable`` when the token cannot be used or makes no
    ///   counters.
    func makeCounter(authorization: SecretBytes) throws(KeychainError) -> [UInt8]

    /// Reads a counter, after raising it if it is less than a number.
    ///
    /// - Parameters:
    ///   - counter: The result of ``makeCounter(authorization:)``.
    ///   - least: The least value that the counter is to have, at most 8 more than it has; 0 to only
    ///     read it.
    ///   - authorization: The secret that the counter was made with.
    /// - Returns: The value, which is never less than any before.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for another authorization;
    ///   ``KeychainError/Code/corrupt`` for an identifier of no counter of this token;
    ///   ``KeychainError/Code/notAvailable`` when the token cannot be used, or the counter was
    ///   removed.
    func count(
        _ counter: [UInt8],
        atLeast least: UInt64,
        authorization: SecretBytes
    ) throws(KeychainError) -> UInt64

    /// Removes a counter; nothing happens if there is none.
    ///
    /// - Parameter counter: The result of ``makeCounter(authorization:)``.
    /// - Throws: ``KeychainError/Code/notAvailable`` when the token cannot be used.
    func removeCounter(_ counter: [UInt8]) throws(KeychainError)
}

extension SecurityToken {
    /// Yes, as for most tokens.
    public var makesKeys: Bool { true }

    /// Throws ``KeychainError/Code/notAvailable``, as a token without counters does.
    public func makeCounter(authorization: SecretBytes) throws(KeychainError) -> [UInt8] {
        throw .hasNoCounters
    }

    /// Throws ``KeychainError/Code/notAvailable``, as a token without counters does.
    public func count(
        _ counter: [UInt8],
        atLeast least: UInt64,
        authorization: SecretBytes
    ) throws(KeychainError) -> UInt64 {
        throw .hasNoCounters
    }

    /// Does nothing, as a token without counters does.
    public func removeCounter(_ counter: [UInt8]) throws(KeychainError) {}
}

extension KeychainError {
    fileprivate static var hasNoCounters: KeychainError {
        KeychainError(.notAvailable, reason: "This token has no counters.")
    }
}

/// The conditions of a token for unsealing a secret.
public struct SecurityTokenPolicy: Hashable, Sendable {
    /// Whether a PIN is required, whose wrong guesses the token counts.
    public var requiresPIN: Bool
    /// The platform configuration registers (PCRs) of SHA-256 whose present values are required.
    ///
    /// From 0 to 23, ascending. An update of the firmware changes some of them.
    public var registers: [UInt8]

    /// Makes a policy; by default it requires only the token.
    public init(requiresPIN: Bool = false, registers: [UInt8] = []) {
        self.requiresPIN = requiresPIN
        self.registers = registers
    }
}

/// A P-256 key whose private half never leaves its token.
public struct SecurityTokenKey: Hashable, Sendable {
    /// The key as the token wrapped it, for its own use.
    public let blob: [UInt8]
    /// The public key: 65 bytes, an uncompressed point (X9.63).
    public let publicKey: [UInt8]

    /// Makes a key from the values that a token returned.
    public init(blob: [UInt8], publicKey: [UInt8]) {
        self.blob = blob
        self.publicKey = publicKey
    }
}
