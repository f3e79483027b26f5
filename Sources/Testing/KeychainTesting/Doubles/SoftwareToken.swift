public import PortableKeychain
internal import Synchronization

/// A token in software, for tests: it keeps the rules of a `SecurityToken`, and protects nothing.
///
/// Choose it explicitly, in tests and on machines without a TPM, to run code that makes keys in a
/// token. Any process that can read the memory of this one, or the file of the token, has its keys.
///
/// ```swift
/// import PortableKeychain
///
/// var configuration = Keychain.Configuration()
/// configuration.token = SoftwareToken()
/// let keychain = try Keychain.inMemory(configuration)
/// let key = try keychain.keys.generate(for: KeyItem(tag: "t"), heldBy: .token)
/// ```
public final class SoftwareToken: SecurityToken {
    struct State {
        /// The values of counters with their authorizations, by the identifiers of the counters.
        var counters: [[UInt8]: (authorization: SecretBytes, value: UInt64)] = [:]
        /// The greatest value that any counter had.
        var greatestCount: UInt64 = 0
        var wrongPINs = 0
        var lockedUntil = -Double.infinity
        var registers: [UInt8: UInt8] = [:]
        var isAbsent = false
    }

    /// The number of wrong PINs in a row after which the token refuses all PINs for some time.
    public let guesses: Int
    /// The time for which it refuses them, in seconds.
    public let lockOut: Double

    private let clock: KeychainClock
    /// The key that only this token has; all blobs that it returns are encrypted to its public
    /// half.
    private let identity: KeyMaterial
    let state = Mutex(State())
    /// Whether there are counters: not in a file, of which an old copy could be put back.
    let hasCounters: Bool

    /// Makes a new token, whose keys are gone when it is released.
    ///
    /// - Parameters:
    ///   - guesses: The number of wrong PINs in a row after which all PINs are refused, from 1.
    ///   - lockOut: The time for which they are refused, in seconds.
    ///   - clock: The time.
    public init(guesses: Int = 5, lockOut: Double = 600, clock: KeychainClock = .system) {
        self.guesses = guesses
        self.lockOut = lockOut
        self.clock = clock
        hasCounters = true
        identity = Self.newIdentity
    }

    /// Opens the token of a file, and makes it where there is none.
    ///
    /// The file holds what the token's blobs are opened with. Wrong PINs are counted for each
    /// object. It has no counters.
    ///
    /// - Parameter file: The path, in a folder that belongs to the user alone.
    /// - Throws: `KeychainError.Code.corrupt` for a file that is not that of a token, or a
    ///   failure of the disk.
    public init(file: String) throws(KeychainError) {
        guesses = 5
        lockOut = 600
        clock = .system
        hasCounters = false
        _ = try PrivateFile.create(file, Self.newIdentity.externalRepresentation)
        guard let bytes = try PrivateFile.read(file, atMost: 4096),
            let identity = try? KeyMaterial(
                externalRepresentation: bytes,
                type: .ellipticCurve,
                keyClass: .privateKey
            )
        else {
            throw KeychainError(
                .corrupt,
                reason:
                    "The file of the software token is damaged. Remove it, and its keys with it."
            )
        }
        self.identity = identity
    }

    private static var newIdentity: KeyMaterial {
        do throws(KeychainError) {
            return try KeyMaterial.generate(.p256)
        } catch {
            fatalError("no key for the software token: \(error)")
        }
    }

    /// Whether the token cannot be reached, as one that was unplugged.
    public var isAbsent: Bool {
        get { state.withLock { $0.isAbsent } }
        set { state.withLock { $0.isAbsent = newValue } }
    }

    /// Changes a register, as another state of the machine does.
    ///
    /// - Parameter register: 0 to 23.
    public func extend(_ register: UInt8) {
        state.withLock { $0.registers[register, default: 0] &+= 1 }
    }

    /// Forgets the wrong PINs, and accepts PINs again.
    public func resetLockOut() {
        state.withLock { state in
            state.wrongPINs = 0
            state.lockedUntil = -.infinity
        }
    }

    /// Seals a secret, as a token does.
    public func seal(
        _ secret: SecretBytes,
        policy: SecurityTokenPolicy,
        pin: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        guard (1...64).contains(secret.count), policy.requiresPIN == (pin != nil),
            pin.map({ (1...128).contains($0.count) }) ?? true,
            policy.registers.allSatisfy({ $0 < 24 }), policy.registers.count <= 24
        else { throw Self.wrongUse }
        let values = try present().registers
        return try wrap(
            SoftwareTokenObject(
                kind: .sealed,
                registers: policy.registers.map { ($0, values[$0, default: 0]) },
                authorization: pin,
                content: secret
            )
        )
    }

    /// Unseals a secret, and counts wrong PINs.
    public func unseal(_ blob: [UInt8], pin: SecretBytes?) throws(KeychainError) -> SecretBytes {
        let object = try open(blob, .sealed)
        guard let right = object.authorization else {
            guard pin == nil else { throw Self.wrongUse }
            return try content(of: object)
        }
        let now = clock.now()
        // Counted before it is compared, so that two guesses at the same time count twice.
        let wait = state.withLock { state -> Double? in
            if state.lockedUntil > now { return state.lockedUntil - now }
            if state.wrongPINs >= guesses { state.wrongPINs = 0 }
            state.wrongPINs += 1
            if state.wrongPINs >= guesses { state.lockedUntil = now + lockOut }
            return nil
        }
        if let wait {
            throw KeychainError(
                .notAvailable,
                reason: """
                    The software token refuses all PINs for \(Int(wait.rounded(.up))) seconds, after \
                    too many wrong ones. Wait, and then enter the right one.
                    """
            )
        }
        guard let pin, pin.matches(right) else { throw KeychainError(.authenticationFailed) }
        resetLockOut()
        return try content(of: object)
    }

    /// Makes a key.
    public func makeKey(
        authorization: SecretBytes?
    ) throws(KeychainError) -> SecurityTokenKey {
        guard authorization.map({ $0.count == 32 }) ?? true else { throw Self.wrongUse }
        _ = try present()
        let key = try KeyMaterial.generate(.p256)
        let object = SoftwareTokenObject(
            kind: .key,
            registers: [],
            authorization: authorization,
            content: key.externalRepresentation
        )
        return SecurityTokenKey(
            blob: try wrap(object),
            publicKey: key.publicKey.externalRepresentation.withUnsafeBytes { [UInt8]($0) }
        )
    }

    /// Signs a digest.
    public func sign(
        _ digest: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        guard [20, 32, 48, 64].contains(digest.count) else { throw Self.wrongUse }
        return try self.key(key, authorization).sign(digest, .ecdsaSignatureDigestX962)
    }

    /// Agrees on a secret.
    public func agree(
        with point: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> SecretBytes {
        let peer = try KeyMaterial(
            externalRepresentation: SecretBytes(point),
            type: .ellipticCurve,
            keyClass: .publicKey
        )
        return try self.key(key, authorization).keyExchange(.ecdhKeyExchangeStandard, with: peer)
    }

    private func key(
        _ blob: [UInt8],
        _ authorization: SecretBytes?
    ) throws(KeychainError) -> KeyMaterial {
        let object = try open(blob, .key)
        switch (object.authorization, authorization) {
        case (nil, nil): break
        case (let right?, let given?) where right.matches(given): break
        default: throw KeychainError(.authenticationFailed)
        }
        return try KeyMaterial(
            externalRepresentation: object.content,
            type: .ellipticCurve,
            keyClass: .privateKey
        )
    }

    private func content(of object: SoftwareTokenObject) throws(KeychainError) -> SecretBytes {
        let values = try present().registers
        guard object.registers.allSatisfy({ values[$0, default: 0] == $1 }) else {
            throw KeychainError(
                .notAvailable,
                reason: "The state of the machine is another one than when the secret was sealed."
            )
        }
        return object.content
    }

    @discardableResult
    func present() throws(KeychainError) -> State {
        let state = state.withLock { $0 }
        guard !state.isAbsent else {
            throw KeychainError(
                .notAvailable,
                reason: "The software token is absent. Try again when it is back."
            )
        }
        return state
    }

    private func wrap(_ object: SoftwareTokenObject) throws(KeychainError) -> [UInt8] {
        try identity.publicKey.encrypt(object.bytes, .eciesEncryptionStandardX963SHA256AESGCM)
    }

    private func open(
        _ blob: [UInt8],
        _ kind: SoftwareTokenObject.Kind
    ) throws(KeychainError) -> SoftwareTokenObject {
        _ = try present()
        guard
            let bytes = try? identity.decrypt(blob, .eciesEncryptionStandardX963SHA256AESGCM),
            let object = SoftwareTokenObject(bytes), object.kind == kind
        else {
            throw KeychainError(
                .corrupt,
                reason: "This is damaged, or belongs to another token than this software token."
            )
        }
        return object
    }

    static var wrongUse: KeychainError {
        KeychainError(.invalidParameter, reason: "A token does not take this.")
    }
}
