internal import CryptoExtras
internal import KeychainEssentials

/// RSA keys as the bare numbers that SSH sends (RFC 4253, 6.6).
extension KeyMaterial {
    /// The modulus and the public exponent, big-endian, no zero in front; `nil` for other keys.
    package var rsaNumbers: (modulus: [UInt8], publicExponent: [UInt8])? {
        guard type == .rsa,
            let numbers = try? RSAKeys().signingKey(publicKey: publicBytes).getKeyPrimitives()
        else { return nil }
        return ([UInt8](numbers.modulus), [UInt8](numbers.publicExponent))
    }

    /// Makes a public RSA key of its numbers.
    ///
    /// - Parameters:
    ///   - modulus: Big-endian.
    ///   - publicExponent: Big-endian.
    /// - Throws: ``KeychainError/Code/undecodable`` when no key has such numbers.
    package convenience init(
        rsaModulus modulus: ArraySlice<UInt8>,
        publicExponent: ArraySlice<UInt8>
    ) throws(KeychainError) {
        try Self.checkLength(modulus)
        // RFC 8017, A.1.1.
        let numbers = [modulus, publicExponent].map { DERValue.natural($0) }
        try self.init(publicKey: DERValue.sequence(numbers).bytes, family: RSAKeys())
    }

    /// Makes a private RSA key of 2048 bits or more from its numbers; the other numbers of PKCS #1
    /// are computed.
    ///
    /// - Parameters:
    ///   - modulus: Big-endian, as all.
    ///   - publicExponent: The public exponent.
    ///   - privateExponent: The private exponent.
    ///   - primes: Both primes; their product must be the modulus.
    /// - Throws: ``KeychainError/Code/undecodable`` when no key has such numbers.
    package convenience init(
        rsaModulus modulus: ArraySlice<UInt8>,
        publicExponent: ArraySlice<UInt8>,
        privateExponent: ArraySlice<UInt8>,
        primes: (ArraySlice<UInt8>, ArraySlice<UInt8>)
    ) throws(KeychainError) {
        try Self.checkLength(modulus)
        var bytes = try KeychainError.attempt(.undecodable, "These numbers are no RSA key.") {
            try _RSA.Signing.PrivateKey(
                n: modulus,
                e: publicExponent,
                d: privateExponent,
                p: primes.0,
                q: primes.1
            ).derRepresentation
        }
        try self.init(privateKey: SecretBytes(moving: &bytes), family: RSAKeys())
    }

    /// Numbers that are too long to be a key are not computed with; SSH has no short ones.
    private static func checkLength(_ modulus: ArraySlice<UInt8>) throws(KeychainError) {
        guard modulus.count <= RSAKeys.sizes.upperBound / 8,
            modulus.drop(while: { $0 == 0 }).count >= RSAKeys.sizes.lowerBound / 8
        else { throw .noKey }
    }
}
