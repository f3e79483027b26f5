internal import Crypto
internal import CryptoExtras
internal import SwiftASN1

/// PBKDF2 with its parameters (RFC 8018, A.2).
struct BundleDerivation {
    let salt: [UInt8]
    let rounds: Int
    /// The length of the key in bytes, where the parameters say it.
    let keyLength: Int?
    private let hash: Hash

    private typealias Hash = (function: KDF.Insecure.PBKDF2.HashFunction, length: Int)

    /// More rounds than any program uses: the time of reading is the writer's choice.
    static let roundsLimit: Int64 = 5_000_000

    /// Reads an `AlgorithmIdentifier`.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` for any other derivation too.
    init(_ node: ASN1Node) throws(KeychainError) {
        var parts = try DERCursor(node, .sequence)
        let identifier = try parts.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
        var inner = try parts.open(.sequence)
        try parts.finish()
        guard identifier == [1, 2, 840, 113549, 1, 5, 12] else { throw .malformed }
        salt = Array(try inner.take(.octetString).primitive(.octetString))
        rounds = try Self.rounds(inner.take(.integer))
        keyLength = try inner.takeIfPresent(.integer).map { node throws(KeychainError) in
            Int(clamping: try node.decoded(Int64.self))
        }
        guard let function = inner.takeIfPresent(.sequence) else {
            hash = (.insecureSHA1, 20)
            try inner.finish()
            return
        }
        try inner.finish()
        var named = try DERCursor(function, .sequence)
        let name = try named.take(.objectIdentifier).decoded(ASN1ObjectIdentifier.self)
        guard let hash = Self.hashes[name] else { throw .malformed }
        self.hash = hash
    }

    /// Reads a number of rounds.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` below 1 and above the limit.
    static func rounds(_ node: ASN1Node) throws(KeychainError) -> Int {
        let rounds = try node.decoded(Int64.self)
        guard (1...roundsLimit).contains(rounds) else { throw .malformed }
        return Int(rounds)
    }

    /// Derives a key.
    func key(_ length: Int, _ passphrase: BundlePassphrase) throws(KeychainError) -> SymmetricKey {
        try passphrase.spend(rounds, toDerive: length, by: hash.length)
        let key = passphrase.text.withArray { text in
            try? KDF.Insecure.PBKDF2.deriveKey(
                from: text,
                salt: salt,
                using: hash.function,
                outputByteCount: length,
                unsafeUncheckedRounds: rounds
            )
        }
        guard let key else { throw .malformed }
        return key
    }

    private static let hashes: [ASN1ObjectIdentifier: Hash] = [
        [1, 2, 840, 113549, 2, 7]: (.insecureSHA1, 20),
        [1, 2, 840, 113549, 2, 8]: (.insecureSHA224, 28),
        [1, 2, 840, 113549, 2, 9]: (.sha256, 32),
        [1, 2, 840, 113549, 2, 10]: (.sha384, 48),
        [1, 2, 840, 113549, 2, 11]: (.sha512, 64),
    ]
}
