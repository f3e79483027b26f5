import Foundation
import PortableSecurity
import Testing

/// From a bundle that the openssl command made, to a signature that it verifies, and back.
@Suite(.enabled(if: OpenSSL.isInstalled, "needs the openssl command"))
struct OpenSSLTests {
    static let keys: [([String], SecKeyAlgorithm)] = [
        (["ec", "-pkeyopt", "ec_paramgen_curve:P-256"], .ecdsaSignatureMessageX962SHA256),
        (["rsa", "-pkeyopt", "rsa_keygen_bits:2048"], .rsaSignatureMessagePKCS1v15SHA256),
    ]

    @Test(arguments: keys.indices)
    func signsForEachOther(index: Int) throws {
        let (options, algorithm) = Self.keys[index]
        try OpenSSL.inFolder { openssl in
            try openssl.run(["genpkey", "-algorithm"] + options + ["-out", "key.pem"])
            try openssl.run([
                "req", "-x509", "-new", "-key", "key.pem", "-subj", "/CN=Open Door",
                "-days", "3", "-out", "cert.pem",
            ])
            try openssl.run([
                "pkcs12", "-export", "-inkey", "key.pem", "-in", "cert.pem",
                "-passout", "pass:sesame", "-out", "bundle.p12",
            ])
            let identity = try imported(try openssl.read("bundle.p12"), "sesame")
            var privateKey: SecKey?
            #expect(SecIdentityCopyPrivateKey(identity, &privateKey) == errSecSuccess)
            let ownKey = try #require(privateKey)
            var certificate: SecCertificate?
            #expect(SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess)
            let message = Data("over the threshold".utf8)
            try openssl.write(message, "message")

            let signature = try #require(
                SecKeyCreateSignature(
                    ownKey,
                    algorithm,
                    message as CFData,
                    nil
                )
            )
            try openssl.write(signature as Data, "ours.sig")
            try openssl.run(["pkey", "-in", "key.pem", "-pubout", "-out", "public.pem"])
            try openssl.run([
                "dgst", "-sha256", "-verify", "public.pem", "-signature", "ours.sig", "message",
            ])

            try openssl.run(["dgst", "-sha256", "-sign", "key.pem", "-out", "its.sig", "message"])
            let ownCertificate = try #require(certificate)
            let publicKey = try #require(SecCertificateCopyKey(ownCertificate))
            let its = try openssl.read("its.sig") as CFData
            #expect(SecKeyVerifySignature(publicKey, algorithm, message as CFData, its, nil))
        }
    }

    private func imported(_ bundle: Data, _ passphrase: String) throws -> SecIdentity {
        var items: CFArray?
        let options = [kSecImportExportPassphrase: passphrase] as CFDictionary
        #expect(SecPKCS12Import(bundle as CFData, options, &items) == errSecSuccess)
        let entries = try #require(items as? [[CFString: Any]])
        return try #require(entries.first?[kSecImportItemIdentity] as? SecIdentity)
    }
}
