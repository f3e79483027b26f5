/// The keys of one algorithm and size: their encodings and operations.
///
/// Private keys come as their external representation and are parsed for each use, so that between
/// uses no cryptographic library holds a copy. RSA is the exception (``RSAKeyMemory``).
protocol KeyFamily: Sendable {
    /// Apple's name for the algorithm.
    var type: KeyType { get }
    /// The algorithm in PKCS #8 and SubjectPublicKeyInfo.
    var algorithm: KeyAlgorithmIdentifier { get }

    /// The family for the uses of one key, for the lifetime of that key.
    var ofOneKey: any KeyFamily { get }
    /// The family of the public halves.
    var ofPublicKeys: any KeyFamily { get }

    /// The size in bits of a public key, or the number of the parameter set.
    func sizeInBits(publicKey: [UInt8]) -> Int
    /// Whether keys of this size can be made.
    func makes(sizeInBits: Int) -> Bool
    /// Makes a private key; the randomness is that of the cryptographic library.
    func generate(sizeInBits: Int) throws(KeychainError) -> SecretBytes
    /// The public key of a private one, or `nil` when this is not a private key of the family.
    func publicKey(of privateKey: SecretBytes) -> [UInt8]?
    /// Whether bytes are a public key of the family.
    func isPublicKey(_ bytes: [UInt8]) -> Bool

    /// The external representation of a private key from the inside of PKCS #8.
    func privateKey(inner: ArraySlice<UInt8>) throws(KeychainError) -> SecretBytes
    /// The inside of PKCS #8, from the external representation.
    func inner(privateKey: SecretBytes) throws(KeychainError) -> [UInt8]

    /// Whether the halves of a pair of this size together can do something.
    func performs(_ operation: KeyOperation, _ scheme: KeyScheme, sizeInBits: Int) -> Bool
    /// The library that carries out a scheme for keys of this size.
    func provider(of scheme: KeyScheme, sizeInBits: Int) -> KeyScheme.Provider
    /// Whether a half reports an operation that only the other one can carry out (item-semantics.md §6.3, 2).
    func reports(_ operation: KeyOperation, as keyClass: KeyClass) -> Bool

    /// Signs a message or digest.
    func sign(
        _ bytes: [UInt8],
        _ scheme: KeyScheme,
        privateKey: SecretBytes
    ) throws(KeychainError) -> [UInt8]
    /// Whether a signature is right.
    func isValid(
        _ signature: [UInt8],
        of bytes: [UInt8],
        _ scheme: KeyScheme,
        publicKey: [UInt8]
    ) throws(KeychainError) -> Bool
    /// Encrypts bytes.
    func encrypt(
        _ plaintext: SecretBytes,
        _ scheme: KeyScheme,
        publicKey: [UInt8]
    ) throws(KeychainError) -> [UInt8]
    /// Decrypts bytes.
    func decrypt(
        _ ciphertext: [UInt8],
        _ scheme: KeyScheme,
        privateKey: SecretBytes
    ) throws(KeychainError) -> SecretBytes
    /// The secret that two keys share, or a secret derived from it.
    func agree(
        _ agreement: KeyScheme.Agreement,
        privateKey: SecretBytes,
        publicKey: [UInt8],
        derivation: KeyDerivation
    ) throws(KeychainError) -> SecretBytes
    /// Makes a secret for the owner of a public key.
    func encapsulate(publicKey: [UInt8]) throws(KeychainError) -> Encapsulation
    /// Receives such a secret.
    func decapsulate(
        _ ciphertext: [UInt8],
        privateKey: SecretBytes
    ) throws(KeychainError) -> SecretBytes
}

/// The common behaviour of most families, and operations that a family lacks. Callers ask
/// ``performs(_:_:sizeInBits:)`` first, so that the latter are not reached.
extension KeyFamily {
    /// Whether the halves of a pair of this size do something with an algorithm, and a library for it is there.
    func offers(_ operation: KeyOperation, _ algorithm: KeyAlgorithm, sizeInBits: Int) -> Bool {
        guard let scheme = KeyScheme(algorithm) else { return false }
        return performs(operation, scheme, sizeInBits: sizeInBits)
            && provider(of: scheme, sizeInBits: sizeInBits).isPresent
    }

    var ofOneKey: any KeyFamily { self }
    var ofPublicKeys: any KeyFamily { self }

    func provider(of scheme: KeyScheme, sizeInBits: Int) -> KeyScheme.Provider { scheme.provider }

    func reports(_ operation: KeyOperation, as keyClass: KeyClass) -> Bool { false }

    func sign(
        _ bytes: [UInt8],
        _ scheme: KeyScheme,
        privateKey: SecretBytes
    ) throws(KeychainError) -> [UInt8] { throw .wrongAlgorithm }

    func isValid(
        _ signature: [UInt8],
        of bytes: [UInt8],
        _ scheme: KeyScheme,
        publicKey: [UInt8]
    ) throws(KeychainError) -> Bool { throw .wrongAlgorithm }

    func encrypt(
        _ plaintext: SecretBytes,
        _ scheme: KeyScheme,
        publicKey: [UInt8]
    ) throws(KeychainError) -> [UInt8] { throw .wrongAlgorithm }

    func decrypt(
        _ ciphertext: [UInt8],
        _ scheme: KeyScheme,
        privateKey: SecretBytes
    ) throws(KeychainError) -> SecretBytes { throw .wrongAlgorithm }

    func agree(
        _ agreement: KeyScheme.Agreement,
        privateKey: SecretBytes,
        publicKey: [UInt8],
        derivation: KeyDerivation
    ) throws(KeychainError) -> SecretBytes { throw .wrongAlgorithm }

    func encapsulate(publicKey: [UInt8]) throws(KeychainError) -> Encapsulation {
        throw .wrongAlgorithm
    }

    func decapsulate(
        _ ciphertext: [UInt8],
        privateKey: SecretBytes
    ) throws(KeychainError) -> SecretBytes { throw .wrongAlgorithm }
}

extension KeychainError {
    /// The half, kind or size of a key does not allow the operation.
    static var wrongAlgorithm: KeychainError {
        KeychainError(.invalidParameter, reason: "This key does not support this algorithm.")
    }
}
