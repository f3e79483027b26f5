internal import Crypto
internal import CryptoExtras
internal import KeychainEssentials

/// RSA keys in the forms of PKCS #1 (RFC 8017, A.1).
///
/// swift-crypto reads keys of 1024 to 8192 bits, and makes those whose size is a multiple of 128. The
/// system's OpenSSL uses keys of 512 bits and more, and the paddings that swift-crypto lacks.
struct RSAKeys: KeyFamily {
    /// The sizes that swift-crypto reads.
    static let sizes = 1024...8192
    /// Two primes, of which BoringSSL makes only whole 64-bit words.
    private static let step = 128

    let type = KeyType.rsa
    let algorithm = KeyAlgorithmIdentifier.rsa
    /// The memory about the one key for which this family is used.
    private(set) var memory: RSAKeyMemory?

    var ofOneKey: any KeyFamily {
        var family = self
        family.memory = RSAKeyMemory()
        return family
    }

    func sizeInBits(publicKey: [UInt8]) -> Int {
        (try? RSANumbers(publicKey: publicKey))?.sizeInBits ?? 0
    }

    func makes(sizeInBits: Int) -> Bool {
        Self.sizes.contains(sizeInBits) && sizeInBits.isMultiple(of: Self.step)
    }

    func generate(sizeInBits: Int) throws(KeychainError) -> SecretBytes {
        try KeychainError.attempt(.internalError, "Making the key failed.") {
            let size = _RSA.Signing.KeySize(bitCount: sizeInBits)
            var bytes = try _RSA.Signing.PrivateKey(unsafeKeySize: size).derRepresentation
            return SecretBytes(moving: &bytes)
        }
    }

    func publicKey(of privateKey: SecretBytes) -> [UInt8]? {
        guard let key = try? signingKey(privateKey: privateKey) else {
            return Self.publicKey(ofSmall: privateKey)
        }
        var canonical = key.derRepresentation
        defer { canonical.zero() }
        // The library also reads other forms, and more bytes than there are in the key.
        guard privateKey.withUnsafeBytes({ $0.elementsEqual(canonical) }) else { return nil }
        return [UInt8](key.publicKey.pkcs1DERRepresentation)
    }

    func isPublicKey(_ bytes: [UInt8]) -> Bool {
        guard let key = try? signingKey(publicKey: bytes) else {
            return (try? RSANumbers(publicKey: bytes))?.isSmall ?? false
        }
        return key.pkcs1DERRepresentation.elementsEqual(bytes)
    }

    /// Without OpenSSL, it cannot be checked that the numbers belong together, and they cannot be
    /// used.
    private static func publicKey(ofSmall privateKey: SecretBytes) -> [UInt8]? {
        guard let numbers = try? RSANumbers(privateKey: privateKey), numbers.isSmall else {
            return nil
        }
        let isConsistent = try? SystemRSA(privateKey: privateKey).isConsistent
        return isConsistent == false ? nil : numbers.publicKey
    }

    func inner(privateKey: SecretBytes) throws(KeychainError) -> [UInt8] {
        privateKey.withUnsafeBytes { [UInt8]($0) }
    }

    func privateKey(inner: ArraySlice<UInt8>) throws(KeychainError) -> SecretBytes {
        SecretBytes(count: inner.count) { $0.copyBytes(from: inner) }
    }

    func provider(of scheme: KeyScheme, sizeInBits: Int) -> KeyScheme.Provider {
        sizeInBits < Self.sizes.lowerBound ? .system : scheme.provider
    }

    func performs(_ operation: KeyOperation, _ scheme: KeyScheme, sizeInBits: Int) -> Bool {
        switch (operation, scheme) {
        case (.sign, .rsaSignature(let padding, _, let hash)),
            (.verify, .rsaSignature(let padding, _, let hash)):
            hash.map { sizeInBits >= padding.leastSize(for: $0) } ?? true
        case (.encrypt, .rsaEncryption(let padding, let sealing)),
            (.decrypt, .rsaEncryption(let padding, let sealing)):
            sizeInBits.isMultiple(of: 8)  // As the library wants it.
                && padding.room(in: sizeInBits / 8) >= (sealing ? KeySealing.leastKeyLength : 0)
        default: false
        }
    }

    func reports(_ operation: KeyOperation, as keyClass: KeyClass) -> Bool {
        keyClass == .privateKey ? operation == .verify : operation == .decrypt
    }

    func signingKey(privateKey: SecretBytes) throws -> _RSA.Signing.PrivateKey {
        func read() throws -> _RSA.Signing.PrivateKey {
            try privateKey.withUnsafeBytes {
                try _RSA.Signing.PrivateKey(unsafeDERRepresentation: $0)
            }
        }
        return try memory?.signingKey(read) ?? read()
    }

    func encryptionKey(privateKey: SecretBytes) throws -> _RSA.Encryption.PrivateKey {
        func read() throws -> _RSA.Encryption.PrivateKey {
            try privateKey.withUnsafeBytes {
                try _RSA.Encryption.PrivateKey(unsafeDERRepresentation: $0)
            }
        }
        return try memory?.encryptionKey(read) ?? read()
    }

    func signingKey(publicKey: [UInt8]) throws -> _RSA.Signing.PublicKey {
        try _RSA.Signing.PublicKey(unsafeDERRepresentation: publicKey)
    }
}

extension RSANumbers {
    /// Whether only OpenSSL uses a key of this size.
    fileprivate var isSmall: Bool { sizeInBits < RSAKeys.sizes.lowerBound }
}

extension KeyScheme.SignaturePadding {
    /// The size in bits of the smallest key that can sign a digest.
    fileprivate func leastSize(for hash: KeyHash) -> Int {
        switch self {
        case .none: 0
        // RFC 8017, 9.2: 11 bytes, and the name of the hash in DER.
        case .pkcs1: 8 * (hash.length + (hash == .sha1 ? 15 : 19) + 11)
        // RFC 8017, 9.1.1: room for the digest, a salt of its length and two bytes.
        case .pss: 8 * (2 * hash.length) + 9
        }
    }
}

extension KeyScheme.EncryptionPadding {
    /// The number of bytes that can be encrypted in a block (RFC 8017, 7.1.1 and 7.2.1); negative
    /// if none.
    fileprivate func room(in block: Int) -> Int {
        switch self {
        case .none: block
        case .pkcs1: block - 11
        case .oaep(let hash): block - 2 * hash.length - 2
        }
    }
}
