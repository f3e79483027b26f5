internal import Crypto
internal import CryptoExtras

extension RSAKeys {
    func sign(
        _ bytes: [UInt8],
        _ scheme: KeyScheme,
        privateKey: SecretBytes
    ) throws(KeychainError) -> [UInt8] {
        let (padding, input, function) = try parts(of: scheme)
        return try sign(bytes, input, function, padding, privateKey)
    }

    func isValid(
        _ signature: [UInt8],
        of bytes: [UInt8],
        _ scheme: KeyScheme,
        publicKey: [UInt8]
    ) throws(KeychainError) -> Bool {
        let (padding, input, function) = try parts(of: scheme)
        return try isValid(signature, bytes, input, function, padding, publicKey)
    }

    private func parts(
        of scheme: KeyScheme
    ) throws(KeychainError) -> (_RSA.Signing.Padding, KeyScheme.Input, any HashFunction.Type) {
        guard case .rsaSignature(let padding, let input, let hash) = scheme else {
            throw .wrongAlgorithm
        }
        guard padding != .none, let function = hash?.function else {
            throw KeychainError(.unimplemented)
        }
        return (padding == .pss ? .PSS : .insecurePKCS1v1_5, input, function)
    }

    private func sign<H: HashFunction>(
        _ bytes: [UInt8],
        _ input: KeyScheme.Input,
        _: H.Type,
        _ padding: _RSA.Signing.Padding,
        _ privateKey: SecretBytes
    ) throws(KeychainError) -> [UInt8] {
        let digest = try H.digest(bytes, input)
        return try KeychainError.attempt(.internalError, "Signing failed.") {
            let signature = try signingKey(privateKey: privateKey)
                .signature(for: digest, padding: padding)
            return [UInt8](signature.rawRepresentation)
        }
    }

    private func isValid<H: HashFunction>(
        _ signature: [UInt8],
        _ bytes: [UInt8],
        _ input: KeyScheme.Input,
        _: H.Type,
        _ padding: _RSA.Signing.Padding,
        _ publicKey: [UInt8]
    ) throws(KeychainError) -> Bool {
        let digest = try H.digest(bytes, input)
        let key = try KeychainError.attempt(.internalError, "The key cannot be read.") {
            try signingKey(publicKey: publicKey)
        }
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
    /// start with their bytes and own nothing else, which is checked here for every digest.
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
