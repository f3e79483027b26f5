internal import Crypto
internal import KeychainEssentials

/// Keys of a NIST curve: public `04 ‖ X ‖ Y`, private `04 ‖ X ‖ Y ‖ K` (SEC 1, 2.3.3).
struct NISTKeys<Curve: NISTCurve>: AgreementFamilyInMemory {
    let type = KeyType.ellipticCurve
    var algorithm: KeyAlgorithmIdentifier { .ellipticCurve(Curve.name) }
    /// The length of a coordinate and of the scalar in bytes.
    private var fieldLength: Int { (Curve.sizeInBits + 7) / 8 }
    var publicLength: Int { 1 + 2 * fieldLength }
    /// 128 bits of strength for P-256, 256 beyond (item-semantics.md §6.4).
    var sealingKeyLength: Int { Curve.sizeInBits <= 256 ? 16 : 32 }

    func sizeInBits(publicKey: [UInt8]) -> Int { Curve.sizeInBits }
    func makes(sizeInBits: Int) -> Bool { sizeInBits == Curve.sizeInBits }

    func generate(sizeInBits: Int) throws(KeychainError) -> SecretBytes {
        // Any key, not only the half of them with a compact point.
        var bytes = Curve.SigningKey(compactRepresentable: false).x963Representation
        return SecretBytes(moving: &bytes)
    }

    func publicKey(of privateKey: SecretBytes) -> [UInt8]? {
        guard privateKey.count == publicLength + fieldLength,
            let scalar = try? scalar(of: privateKey, for: Curve.SigningKey.self)
        else { return nil }
        let publicKey = [UInt8](scalar.publicKey.x963Representation)
        // The point in the file must be the scalar's own.
        let fits = privateKey.withUnsafeBytes { $0.prefix(publicLength).elementsEqual(publicKey) }
        return fits ? publicKey : nil
    }

    func isPublicKey(_ bytes: [UInt8]) -> Bool {
        // The curve's own check of the point (SEC 1, 3.2.2.1).
        bytes.count == publicLength
            && (try? Curve.SigningKey.Public(x963Representation: bytes)) != nil
    }

    func performs(_ operation: KeyOperation, _ scheme: KeyScheme, sizeInBits: Int) -> Bool {
        switch (operation, scheme) {
        case (.sign, .ecdsa), (.verify, .ecdsa): true
        default: performsAgreement(operation, scheme)
        }
    }

    func sign(
        _ bytes: [UInt8],
        _ scheme: KeyScheme,
        privateKey: SecretBytes
    ) throws(KeychainError) -> [UInt8] {
        guard case .ecdsa(let encoding, let input, let hash) = scheme else { throw .wrongAlgorithm }
        let digest = try FreeDigest(bytes, input, hash)
        return try KeychainError.attempt(.internalError, "Signing failed.") {
            let signature = try scalar(of: privateKey, for: Curve.SigningKey.self)
                .signature(for: digest)
            return switch encoding {
            case .x962: [UInt8](signature.derRepresentation)
            case .rfc4754: [UInt8](signature.rawRepresentation)
            }
        }
    }

    func isValid(
        _ signature: [UInt8],
        of bytes: [UInt8],
        _ scheme: KeyScheme,
        publicKey: [UInt8]
    ) throws(KeychainError) -> Bool {
        guard case .ecdsa(let encoding, let input, let hash) = scheme else { throw .wrongAlgorithm }
        let digest = try FreeDigest(bytes, input, hash)
        guard let key = try? Curve.SigningKey.Public(x963Representation: publicKey) else {
            return false
        }
        let numbers = try? {
            switch encoding {
            case .x962: try Curve.SigningKey.Signature(derRepresentation: signature)
            case .rfc4754: try Curve.SigningKey.Signature(rawRepresentation: signature)
            }
        }()
        return numbers.map { key.isValidSignature($0, for: digest) } ?? false
    }

    func sharedSecret(_ privateKey: SecretBytes, with publicKey: [UInt8]) throws -> SharedSecret {
        try scalar(of: privateKey, for: Curve.AgreementKey.self).sharedSecretFromKeyAgreement(
            with: Curve.AgreementKey.Public(x963Representation: publicKey)
        )
    }

    private func scalar<Key: NISTPrivateKey>(
        of privateKey: SecretBytes,
        for: Key.Type
    ) throws -> Key {
        try privateKey.withUnsafeBytes {
            try Key(rawRepresentation: UnsafeRawBufferPointer(rebasing: $0.suffix(fieldLength)))
        }
    }

    /// SEC1 (RFC 5915), with the public key and without the curve, which PKCS #8 names outside.
    func inner(privateKey: SecretBytes) throws(KeychainError) -> [UInt8] {
        try privateKey.withArray { bytes throws(KeychainError) in
            try SEC1Key(
                scalar: bytes.suffix(fieldLength),
                curve: nil,
                publicKey: bytes.prefix(publicLength)
            ).der()
        }
    }

    func privateKey(inner: ArraySlice<UInt8>) throws(KeychainError) -> SecretBytes {
        let key = try SEC1Key(der: inner)
        guard key.curve == nil || key.curve == Curve.name else { throw .noKey }
        return try privateKey(scalar: key.scalar, publicKey: key.publicKey)
    }

    /// Joins a scalar and its point, which is computed.
    private func privateKey(
        scalar: ArraySlice<UInt8>,
        publicKey: ArraySlice<UInt8>?
    ) throws(KeychainError) -> SecretBytes {
        guard scalar.count == fieldLength,
            let key = try? scalar.withUnsafeBytes({ try Curve.SigningKey(rawRepresentation: $0) }),
            publicKey.map({ key.publicKey.x963Representation.elementsEqual($0) }) ?? true
        else { throw .noKey }
        var bytes = key.x963Representation
        return SecretBytes(moving: &bytes)
    }
}
