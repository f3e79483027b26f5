internal import Crypto
internal import CryptoExtras

/// The cost of hashing a passcode, which is the cost of each guess: the parameters of scrypt (RFC
/// 7914).
///
/// Programs keep ``standard``. In tests, the least cost saves a third of a second for each passcode:
///
/// ```swift
/// var configuration = Keychain.Configuration(applicationIdentifier: "tests")
/// configuration.passcodeHashing = try PasscodeHashing(rounds: 1 << 10, blockSize: 8, parallelism: 1)
/// let keychain = try Keychain.inMemory(configuration)
/// ```
public struct PasscodeHashing: Hashable, Sendable {
    /// The CPU and memory cost N: a power of two, 2^10 or more; below 2^16 where r is 1.
    package let rounds: UInt32
    /// The block size r, 1 to 32; memory is 128 · N · r bytes.
    package let blockSize: UInt32
    /// The parallelism p, 1 to 16; time grows with N · r · p, which is at most 2^22.
    package let parallelism: UInt32

    /// Makes parameters.
    ///
    /// - Parameters:
    ///   - rounds: N, a power of two, 2^10 or more; below 2^16 where r is 1.
    ///   - blockSize: r, 1 to 32.
    ///   - parallelism: p, 1 to 16.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when a parameter is out of bounds, or
    ///   N · r · p is more than 2^22: four times the standard cost, and 512 MiB.
    public init(rounds: UInt32, blockSize: UInt32, parallelism: UInt32) throws(KeychainError) {
        guard Self.allows(rounds, blockSize, parallelism) else {
            throw KeychainError(
                .invalidParameter,
                reason: "The scrypt parameters are out of bounds. Use the standard ones."
            )
        }
        self.init(checked: rounds, blockSize, parallelism)
    }

    /// The default: N = 2^17, r = 8, p = 1, which takes 128 MiB and about a third of a second.
    public static let standard = PasscodeHashing(checked: 1 << 17, 8, 1)

    private init(checked rounds: UInt32, _ blockSize: UInt32, _ parallelism: UInt32) {
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// Reads stored parameters, which are not trusted.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` when a parameter is out of bounds.
    init(storedIn reader: inout ByteReader) throws(KeychainError) {
        let (rounds, blockSize, parallelism): (UInt32, UInt32, UInt32) =
            (try reader.integer(), try reader.integer(), try reader.integer())
        guard Self.allows(rounds, blockSize, parallelism) else {
            throw KeychainError(
                .corrupt,
                reason: "The hashing cost of a passcode is out of bounds. Restore a backup."
            )
        }
        self.init(checked: rounds, blockSize, parallelism)
    }

    /// Reads the stored parameters of a slot, which are nothing else.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` for another length, or a parameter out of bounds.
    init(encoded: [UInt8]) throws(KeychainError) {
        self = try encoded.withRawBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let hashing = try PasscodeHashing(storedIn: &reader)
            try reader.finish()
            return hashing
        }
    }

    /// The parameters as a slot stores them.
    var encoded: [UInt8] {
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.bytes
    }

    static let encodedLength = 3 * MemoryLayout<UInt32>.size

    func encode(into writer: inout ByteWriter) {
        writer.integer(rounds)
        writer.integer(blockSize)
        writer.integer(parallelism)
    }

    static func allows(_ rounds: UInt32, _ blockSize: UInt32, _ parallelism: UInt32) -> Bool {
        rounds >= 1 << 10 && rounds.nonzeroBitCount == 1
            && (1...32).contains(blockSize)
            // RFC 7914, 2: N < 2^(128 · r / 8), which can fail only for r = 1 here.
            && (blockSize > 1 || rounds < 1 << 16)
            && (1...Limits.scryptParallelism).contains(Int(parallelism))
            && Int(rounds) * Int(blockSize) * Int(parallelism) <= Limits.scryptCost
    }

    func key(passcode: SecretBytes, salt: [UInt8]) throws(KeychainError) -> SymmetricKey {
        guard (1...Limits.passcodeLength).contains(passcode.count) else {
            throw KeychainError(
                .invalidParameter,
                reason: "The passcode must have 1 to \(Limits.passcodeLength) bytes."
            )
        }
        let attendance = RequestAttendance.current
        try attendance?.before()
        defer { attendance?.after() }
        let key: SymmetricKey? = passcode.withUnsafeBytes { bytes in
            // With parameters in these bounds, only a lack of memory makes it fail.
            try? KDF.Scrypt.deriveKey(
                from: bytes,
                salt: salt,
                outputByteCount: Limits.keyLength,
                rounds: Int(rounds),
                blockSize: Int(blockSize),
                parallelism: Int(parallelism)
            )
        }
        guard let key else { throw KeychainError(.outOfMemory) }
        return key
    }
}
