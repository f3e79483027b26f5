public import PortableKeychain
internal import Synchronization

/// The machine's TPM 2.0, as a token that seals secrets and holds keys.
///
/// It speaks to the chip through the system's library `tpm2-tss`. Build with the package trait
/// `TPM`, which needs that library; without the trait, every call throws
/// `KeychainError.Code.notAvailable`.
///
/// A PIN that a secret is sealed with is counted by the chip: after too many wrong ones it refuses
/// all of them for some time. The authorization of a key is not counted.
public struct TPM2: SecurityToken {
    /// The library's way to reach the chip, as `tpm2-tss` writes it.
    public let interface: String

    /// Calls of one process wait for each other: a chip without a resource manager has little room.
    private static let turn = Mutex(())

    /// Names a chip; nothing is opened until the first call.
    ///
    /// - Parameter interface: The way to reach the chip, such as `device:/dev/tpmrm0`, or for a
    ///   simulator `swtpm:path=/run/tpm.sock`. Environment variables are not read. A program that
    ///   names a simulator should ignore the signal SIGPIPE, which it receives if the simulator
    ///   ends.
    public init(interface: String = "device:/dev/tpmrm0") { self.interface = interface }

    /// Whether this program was built with the trait `TPM`.
    public static var isSupported: Bool {
        #if TPM && os(Linux)
            true
        #else
            false
        #endif
    }

    /// Seals a secret under the machine's storage root key.
    public func seal(
        _ secret: SecretBytes,
        policy: SecurityTokenPolicy,
        pin: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        let registers = policy.registers
        guard 1...64 ~= secret.count, policy.requiresPIN == (pin != nil),
            pin.map({ 1...128 ~= $0.count }) ?? true,
            registers.allSatisfy({ $0 < TPMBlob.registerCount }),
            registers == Array(Set(registers)).sorted()
        else { throw KeychainError(.invalidParameter) }
        #if TPM && os(Linux)
            return try inTurn { connection throws(KeychainError) in
                try TPMSession(connection).create(
                    pin == nil ? .secret : .secretWithPIN,
                    registers: registers,
                    secret: secret,
                    authorization: pin
                ).encoded
            }
        #else
            throw Self.absent
        #endif
    }

    /// Unseals a secret.
    public func unseal(_ blob: [UInt8], pin: SecretBytes?) throws(KeychainError) -> SecretBytes {
        let blob = try TPMBlob(blob)
        guard blob.kind != .key else { throw TPMBlob.damaged }
        guard (blob.kind == .secretWithPIN) == (pin != nil), pin?.isEmpty != true else {
            throw KeychainError(.authenticationFailed, reason: "The TPM requires a PIN, or none.")
        }
        #if TPM && os(Linux)
            return try inTurn { connection throws(KeychainError) in
                try TPMSession(connection, parent: blob.parent).unseal(blob, pin: pin)
            }
        #else
            throw Self.absent
        #endif
    }

    /// Makes a P-256 key.
    public func makeKey(authorization: SecretBytes?) throws(KeychainError) -> SecurityTokenKey {
        #if TPM && os(Linux)
            return try inTurn { connection throws(KeychainError) in
                let blob = try TPMSession(connection).create(.key, authorization: authorization)
                return SecurityTokenKey(blob: blob.encoded, publicKey: blob.publicKey)
            }
        #else
            throw Self.absent
        #endif
    }

    /// Signs a digest with ECDSA.
    public func sign(
        _ digest: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        guard [20, 32, 48, 64].contains(digest.count) else {
            throw KeychainError(.invalidParameter)
        }
        let blob = try Self.key(key)
        #if TPM && os(Linux)
            // ECDSA on P-256 uses the first 32 bytes of a digest, as a number (SEC 1, 4.1.3). So
            // the chip need not know the hash function.
            let padding = [UInt8](repeating: 0, count: max(0, 32 - digest.count))
            return try inTurn { connection throws(KeychainError) in
                let pair = try TPMSession(connection, parent: blob.parent).sign(
                    padding + digest.prefix(32),
                    blob,
                    authorization: authorization
                )
                return TPMSignature.encoded(pair.r, pair.s)
            }
        #else
            throw Self.absent
        #endif
    }

    /// Agrees on a secret with ECDH.
    public func agree(
        with point: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> SecretBytes {
        guard point.count == 65, point.first == 4 else { throw TPMFailure.notOnCurve }
        let blob = try Self.key(key)
        #if TPM && os(Linux)
            return try inTurn { connection throws(KeychainError) in
                try TPMSession(connection, parent: blob.parent).agree(
                    point,
                    blob,
                    authorization: authorization
                )
            }
        #else
            throw Self.absent
        #endif
    }

    /// Makes a counter in the chip's permanent memory (NV), or finds it.
    public func makeCounter(authorization: SecretBytes) throws(KeychainError) -> [UInt8] {
        guard authorization.count == 32 else { throw KeychainError(.invalidParameter) }
        #if TPM && os(Linux)
            return try inTurn { connection throws(KeychainError) in
                try TPMSession(connection).makeCounter(authorization: authorization).encoded
            }
        #else
            throw Self.absent
        #endif
    }

    /// Reads a counter, and raises it.
    public func count(
        _ counter: [UInt8],
        atLeast least: UInt64,
        authorization: SecretBytes
    ) throws(KeychainError) -> UInt64 {
        let counter = try TPMCounter(counter)
        #if TPM && os(Linux)
            return try inTurn { connection throws(KeychainError) in
                try TPMSession(connection, parent: counter.parent).count(
                    counter,
                    atLeast: least,
                    authorization: authorization
                )
            }
        #else
            throw Self.absent
        #endif
    }

    /// Removes a counter from the chip.
    public func removeCounter(_ counter: [UInt8]) throws(KeychainError) {
        let counter = try TPMCounter(counter)
        #if TPM && os(Linux)
            try inTurn { connection throws(KeychainError) in
                try TPMSession(connection, parent: counter.parent).remove(counter)
            }
        #else
            throw Self.absent
        #endif
    }

    private static func key(_ bytes: [UInt8]) throws(KeychainError) -> TPMBlob {
        let blob = try TPMBlob(bytes)
        guard blob.kind == .key else { throw TPMBlob.damaged }
        return blob
    }

    #if TPM && os(Linux)
        private func inTurn<Result: Sendable>(
            _ body: (TPMConnection) throws(KeychainError) -> Result
        ) throws(KeychainError) -> Result {
            try Self.turn.withLock { _ throws(KeychainError) in
                try body(try TPMConnection(interface))
            }
        }
    #else
        private static var absent: KeychainError {
            KeychainError(
                .notAvailable,
                reason: "This program was built without TPM support: the package trait 'TPM'."
            )
        }
    #endif
}
