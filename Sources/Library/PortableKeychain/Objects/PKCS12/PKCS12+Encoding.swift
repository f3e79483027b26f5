internal import Crypto
internal import SwiftASN1

extension PKCS12 {
    /// Writes a bundle of one private key with its certificates.
    ///
    /// Keys and certificates are encrypted with AES-256 under a key that PBKDF2 derives, which
    /// OpenSSL 1.1 and the keychains of Apple's and Microsoft's current systems read.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - privateKey: Its private key.
    ///   - chain: Certificates of its issuers, if they should be with it.
    ///   - friendlyName: A name for people.
    ///   - passphrase: UTF-8 text. All the protection there is: choose a long one.
    /// - Returns: The bundle.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a key that is not the certificate's
    ///   private key, ``KeychainError/Code/authenticationFailed`` for a passphrase that is not
    ///   text.
    public static func encode(
        certificate: X509Certificate,
        privateKey: KeyMaterial,
        chain: [X509Certificate] = [],
        friendlyName: String? = nil,
        passphrase: SecretBytes
    ) throws(KeychainError) -> [UInt8] {
        try encode(
            certificate: certificate,
            privateKey: privateKey,
            chain: chain,
            friendlyName: friendlyName,
            passphrase: passphrase,
            rounds: BundleSeal.standardRounds
        )
    }

    /// Writes a bundle that costs a reader so many rounds for each of its three derivations.
    static func encode(
        certificate: X509Certificate,
        privateKey: KeyMaterial,
        chain: [X509Certificate],
        friendlyName: String?,
        passphrase: SecretBytes,
        rounds: Int
    ) throws(KeychainError) -> [UInt8] {
        guard privateKey.keyClass == .privateKey,
            try certificate.publicKey() == privateKey.publicKey
        else {
            throw KeychainError(.invalidParameter, reason: "This is not the certificate's key.")
        }
        let passphrase = try BundlePassphrase(passphrase)
        let names = names(friendlyName, Array(Insecure.SHA1.hash(data: certificate.der)))
        let key = try BundleSeal(privateKey.pkcs8(), passphrase, rounds: rounds)
        let keys = DERValue.sequence(
            bag(.encryptedKeyBag, .sequence(key.algorithm, .octets(key.ciphertext)), names)
        )
        let bags =
            [certificateBag(certificate, names)]
            + chain.filter { $0 != certificate }.map { certificateBag($0, nil) }
        let certificates = try BundleSeal(
            SecretBytes(DERValue.sequence(bags).bytes),
            passphrase,
            rounds: rounds
        )
        let content = DERValue.sequence(
            .sequence(.identifier(.plainData), .explicit(0, .octets(keys.bytes))),
            .sequence(.identifier(.encryptedData), .explicit(0, encrypted(certificates)))
        )
        return try authenticated(content.bytes, passphrase, rounds).bytes
    }

    private static func bag(
        _ kind: ASN1ObjectIdentifier,
        _ value: DERValue,
        _ names: DERValue?
    ) -> DERValue {
        .sequence([.identifier(kind), .explicit(0, value)] + (names.map { [$0] } ?? []))
    }

    private static func certificateBag(
        _ certificate: X509Certificate,
        _ names: DERValue?
    ) -> DERValue {
        let kind: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 22, 1]
        let value = DERValue.sequence(.identifier(kind), .explicit(0, .octets(certificate.der)))
        return bag(.certificateBag, value, names)
    }

    private static func names(_ friendlyName: String?, _ mark: [UInt8]) -> DERValue {
        // In the order that DER wants for sets: the longer one is last, and tags are equal.
        var attributes = [
            DERValue.sequence(
                .identifier([1, 2, 840, 113549, 1, 9, 21]),
                .set([.octets(mark)])
            )
        ]
        if let friendlyName {
            var units: [UInt8] = []
            for unit in friendlyName.utf16 {
                units.append(UInt8(unit >> 8))
                units.append(UInt8(unit & 255))
            }
            attributes.append(
                .sequence(
                    .identifier([1, 2, 840, 113549, 1, 9, 20]),
                    .set([DERValue(tag: 0x1E, content: units)])
                )
            )
        }
        return .set(attributes.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
    }

    private static func encrypted(_ seal: BundleSeal) -> DERValue {
        .sequence(
            .number(0),
            .sequence(
                .identifier(.plainData),
                seal.algorithm,
                DERValue(tag: 0x80, content: seal.ciphertext)
            )
        )
    }

    private static func authenticated(
        _ content: [UInt8],
        _ passphrase: BundlePassphrase,
        _ rounds: Int
    ) throws(KeychainError) -> DERValue {
        let salt = KeychainEntropy.system.bytes(16)
        let key = try BundleAuthentication.key(
            passphrase,
            salt: salt,
            rounds: rounds,
            by: SHA256.self
        )
        let code = HMAC<SHA256>.authenticationCode(for: content, using: key)
        return .sequence(
            .number(3),
            .sequence(.identifier(.plainData), .explicit(0, .octets(content))),
            .sequence(
                .sequence(
                    .sequence(.identifier([2, 16, 840, 1, 101, 3, 4, 2, 1]), .null),
                    .octets(Array(code))
                ),
                .octets(salt),
                .number(rounds)
            )
        )
    }
}
