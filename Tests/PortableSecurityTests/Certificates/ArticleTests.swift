import Foundation
import PortableSecurity
import Testing

/// The code of the article on keys and certificates in Apple's words, from a key to a signature.
@Suite(.enabled(if: OpenSSL.isInstalled, "needs the openssl command"))
struct ArticleTests {
    @Test func makesAKeyGetsACertificateAndSigns() throws {
        try isolated { _ in
            try OpenSSL.inFolder { openssl in
                let made = try #require(newKey())
                let certificate = try issued(for: made, openssl)
                let status = SecItemAdd([kSecValueRef as String: certificate] as CFDictionary, nil)
                #expect(status == errSecSuccess)

                let identity = try #require(found(labeled: "server.example"))
                var privateKey: SecKey?
                #expect(SecIdentityCopyPrivateKey(identity, &privateKey) == errSecSuccess)
                let key = try #require(privateKey)
                #expect(CFEqual(key, made))
                let message = Data("hello".utf8)
                let signature = SecKeyCreateSignature(
                    key,
                    .ecdsaSignatureMessageX962SHA256,
                    message as CFData,
                    nil
                )
                try openssl.write(message, "message")
                try openssl.write(try #require(signature) as Data, "signature")
                try openssl.run(["x509", "-in", "cert.pem", "-pubkey", "-noout", "-out", "pub.pem"])
                try openssl.run([
                    "dgst", "-sha256", "-verify", "pub.pem", "-signature", "signature", "message",
                ])
            }
        }
    }

    private func newKey() -> SecKey? {
        let attributes: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeySizeInBits as String: 256,
            kSecPrivateKeyAttrs as String: [
                kSecAttrIsPermanent as String: true,
                kSecAttrApplicationTag as String: Data("com.example.server".utf8),
            ],
        ]
        return SecKeyCreateRandomKey(attributes as CFDictionary, nil)
    }

    /// The work of an authority: the point and the scalar become a SEC 1 key that openssl signs
    /// with (RFC 5915).
    private func issued(for key: SecKey, _ openssl: OpenSSL) throws -> SecCertificate {
        let bytes = try #require(SecKeyCopyExternalRepresentation(key, nil)) as Data
        let (point, scalar) = (bytes.prefix(65), bytes.suffix(32))
        let curve = Data([0xA0, 0x0A, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7])
        let outer = Data([0xA1, 0x44, 3, 0x42, 0]) + point
        let der = Data([0x30, 0x77, 2, 1, 1, 4, 32]) + scalar + curve + outer
        try openssl.write(der, "key.der")
        try openssl.run(["ec", "-inform", "DER", "-in", "key.der", "-out", "key.pem"])
        try openssl.run([
            "req", "-x509", "-new", "-key", "key.pem", "-subj", "/CN=server.example", "-days", "3",
            "-out", "cert.pem",
        ])
        try openssl.run(["x509", "-in", "cert.pem", "-outform", "DER", "-out", "cert.der"])
        let certificate = SecCertificateCreateWithData(nil, try openssl.read("cert.der") as CFData)
        return try #require(certificate)
    }

    private func found(labeled label: String) -> SecIdentity? {
        let query: [String: Any] = [
            kSecClass as String: kSecClassIdentity,
            kSecAttrLabel as String: label,
            kSecReturnRef as String: true,
        ]
        var found: CFTypeRef?
        guard SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess else {
            return nil
        }
        return found as? SecIdentity
    }
}
