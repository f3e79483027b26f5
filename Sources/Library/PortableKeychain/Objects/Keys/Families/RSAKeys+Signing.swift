internal import Crypto
internal import CryptoExtras

extension RSAKeys {
    func sign(
        _ bytes: [UInt8],
        _ scheme: KeyScheme,
        privateKey: SecretBytes
    ) throws(KeychainError) -> [UInt8] {
        guard case .rsaSignature(let padding, let input, let hash) = scheme else {
            throw .wrongAlgorithm
        }
        guard let (filling, function) = Self.ofLibrary(scheme),
            let key = try? signingKey(privateKey: privateKey)
        else {
            return try SystemRSA(privateKey: privateKey).sign(bytes, padding, input, hash)
        }
        // OpenSSL has code for newer processors, and takes half as long where they have AVX-512. The
        // key was checked by swift-crypto. Some systems refuse SHA-1: then swift-crypto signs.
        if SystemCrypto.isPresent,
            let kept = memory?.systemKey({ SystemRSA.KeptKey(privateKey) }),
            let signature = try? SystemRSA(privateKey: privateKey, kept: kept)
                .sign(bytes, padding, input, hash)
        {
            return signature
        }
        return try sign(bytes, input, function, filling, key)
    }

    func isValid(
        _ signature: [UInt8],
        of bytes: [UInt8],
        _ scheme: KeyScheme,
        publicKey: [UInt8]
    ) throws(KeychainError) -> Bool {
        guard case .rsaSignature(let padding, let input, let hash) = scheme else {
            throw .wrongAlgorithm
        }
        guard let (filling, function) = Self.ofLibrary(scheme),
            let key = try? signingKey(publicKey: publicKey)
        else {
            return try SystemRSA(publicKey: publicKey)
                .isValid(signature, of: bytes, padding, input, hash)
        }
        return try isValid(signature, bytes, input, function, filling, key)
    }

    /// The padding and the hash of swift-crypto, if it has both.
    private static func ofLibrary(
        _ scheme: KeyScheme
    ) -> (padding: _RSA.Signing.Padding, function: any HashFunction.Type)? {
        guard scheme.provider == .library, case .rsaSignature(let padding, _, let hash) = scheme,
            let function = hash?.function
        else { return nil }
        return (padding == .pss ? .PSS : .insecurePKCS1v1_5, function)
    }

    private func sign<H: HashFunction>(
        _ bytes: [UInt8],
        _ input: KeyScheme.Input,
        _: H.Type,
        _ padding: _RSA.Signing.Padding,
        _ key: _RSA.Signing.PrivateKey
    ) throws(KeychainError) -> [UInt8] {
        let digest = try H.digest(bytes, input)
        return try KeychainError.attempt(.internalError, "Signing failed.") {
            [UInt8](try key.signature(for: digest, padding: padding).rawRepresentation)
        }
    }

    private func isValid<H: HashFunction>(
        _ signature: [UInt8],
        _ bytes: [UInt8],
        _ input: KeyScheme.Input,
        _: H.Type,
        _ padding: _RSA.Signing.Padding,
        _ key: _RSA.Signing.PublicKey
    ) throws(KeychainError) -> Bool {
        let digest = try H.digest(bytes, input)
        return key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature),
            for: digest,
            padding: padding
        )
    }
}

extension HashFunction {
    /// Hashes a message, or makes the function's own digest of bytes that are one.
    ///
    /// The library signs only digests of its own types. These have no public initializer; but they
    /// start with their bytes and have no other storage, which is checked here for every digest.
    static func digest(
        _ bytes: [UInt8],
        _ input: KeyScheme.Input
    ) throws(KeychainError) -> Digest {
        guard input == .digest else { return hash(data: bytes) }
        guard bytes.count == Digest.byteCount else { throw .wrongDigestLength }
        guard MemoryLayout<Digest>.size >= bytes.count, _isPOD(Digest.self) else {
            throw KeychainError(.unimplemented)
        }
        var digest = hash(data: [UInt8]())
        withUnsafeMutableBytes(of: &digest) { $0.copyBytes(from: bytes) }
        guard digest.elementsEqual(bytes) else { throw KeychainError(.unimplemented) }
        return digest
    }
}
