import Foundation

@testable import PortableKeychain

/// One way in which bytes of strangers are read; the fuzzers and `CorpusTests` drive it.
enum ObjectReader: String, CaseIterable, Sendable {
    case certificate
    case name
    case privateKey
    case publicKey
    case pem
    /// A key whose passphrase is "p".
    case encryptedKey
    /// Two bytes choose type and half, the rest is the external representation.
    case external
    /// A whole bundle, whose passphrase is "p".
    case bundle
    /// The part of a bundle that is read only after its code was right, which no fuzzer achieves by
    /// itself.
    case bundlePart
    /// An answer of an authority about revocation.
    case ocspResponse

    /// The codes that a failure may have; any other one is a bug, as is a trap.
    var codes: Set<KeychainError.Code> {
        switch self {
        case .external: [.invalidParameter]
        case .bundle, .encryptedKey: [.undecodable, .authenticationFailed]
        default: [.undecodable]
        }
    }

    /// Reads bytes, and reads all properties of the result.
    ///
    /// - Returns: The reason why the bytes were refused, or `nil`.
    func read(_ bytes: [UInt8]) -> KeychainError.Code? {
        do throws(KeychainError) {
            switch self {
            case .certificate: try Self.ask(try X509Certificate(der: bytes))
            case .name: _ = try DistinguishedName(der: bytes).normalized
            case .privateKey: try Self.ask(try KeyMaterial(pkcs8: Self.secret(bytes)))
            case .publicKey: try Self.ask(try KeyMaterial(subjectPublicKeyInfo: bytes))
            case .pem: try Self.ask(try KeyMaterial(pem: Self.secret(bytes)))
            case .encryptedKey:
                try Self.ask(try EncryptedKey(der: bytes).key(passphrase: Self.secret([0x70])))
            case .external: try Self.external(bytes)
            case .ocspResponse: Self.ask(try OCSPResponse(der: bytes))
            case .bundle: try Self.bundle(bytes)
            case .bundlePart:
                var contents = SafeContents()
                try contents.read(bytes[...], try BundlePassphrase(Self.secret([0x70])))
            }
            return nil
        } catch {
            return error.code
        }
    }

    private static func external(_ bytes: [UInt8]) throws(KeychainError) {
        let types: [KeyType] = [.rsa, .ellipticCurve, .ed25519, .x25519, .mlKEM, .mlDSA]
        let type = types[Int(bytes.first ?? 0) % types.count]
        let keyClass: KeyClass = bytes.dropFirst().first == 1 ? .privateKey : .publicKey
        try ask(
            try KeyMaterial(
                externalRepresentation: secret(Array(bytes.dropFirst(2))),
                type: type,
                keyClass: keyClass
            )
        )
    }

    private static func bundle(_ bytes: [UInt8]) throws(KeychainError) {
        let bundle = try PKCS12(bytes, passphrase: secret([0x70]))
        for identity in bundle.identities { try ask(identity.privateKey) }
        for certificate in bundle.certificates { try ask(certificate) }
    }

    private static func ask(_ certificate: X509Certificate) throws(KeychainError) {
        _ = (certificate.subjectSummary, certificate.commonName, certificate.emailAddresses)
        _ = (certificate.dnsNames, certificate.keyUsage, certificate.extendedKeyUsage)
        _ = (certificate.subjectKeyIdentifier, certificate.normalizedIssuer)
        _ = try certificate.publicKey()
    }

    private static func ask(_ response: OCSPResponse) {
        for certificate in response.certificates {
            _ = response.answers(about: certificate, issuedBy: certificate, at: Date())
        }
    }

    private static func ask(_ key: KeyMaterial) throws(KeychainError) {
        if key.keyClass == .privateKey { _ = try key.pkcs8() }
        _ = try key.publicKey.subjectPublicKeyInfo()
        _ = (key.applicationLabel, key.sizeInBits)
    }

    private static func secret(_ bytes: [UInt8]) -> SecretBytes {
        SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
    }
}
