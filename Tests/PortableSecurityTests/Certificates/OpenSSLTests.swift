import Foundation
import PortableSecurity
import Testing

/// Keys and certificates from a bundle that the openssl command made, to a signature that it
/// verifies, and back.
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

    /// Apple's order is the certificate, its issuer, and so on; the file has the root first.
    @Test func readsAChainOfThree() throws {
        try OpenSSL.inFolder { openssl in
            var issuer: [String] = []
            for (name, rights) in [("root", "TRUE"), ("middle", "TRUE"), ("leaf", "FALSE")] {
                let kind = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
                try openssl.run(["genpkey"] + kind + ["-out", "\(name).key"])
                try openssl.run(
                    ["req", "-x509", "-new", "-key", "\(name).key", "-subj", "/CN=\(name)"]
                        + ["-days", "3", "-out", "\(name).pem"] + issuer
                        + ["-addext", "basicConstraints=critical,CA:\(rights)"]
                )
                issuer = ["-CA", "\(name).pem", "-CAkey", "\(name).key"]
            }
            let issuers = try openssl.read("root.pem") + openssl.read("middle.pem")
            try openssl.write(issuers, "issuers.pem")
            try openssl.run([
                "pkcs12", "-export", "-inkey", "leaf.key", "-in", "leaf.pem", "-certfile",
                "issuers.pem", "-passout", "pass:sesame", "-out", "bundle.p12",
            ])
            let entry = try entry(of: try openssl.read("bundle.p12"), "sesame")
            let chain = try #require(entry[kSecImportItemCertChain] as? [SecCertificate])
            let names = chain.map { SecCertificateCopySubjectSummary($0).map { $0 as String } }
            #expect(names == ["leaf", "middle", "root"])
            let trust = try #require(entry[kSecImportItemTrust] as? SecTrust)
            #expect(SecTrustGetCertificateCount(trust) == 3)
            #expect(!SecTrustEvaluateWithError(trust, nil))
            SecTrustSetAnchorCertificates(trust, [chain[2]] as CFArray)
            #expect(SecTrustEvaluateWithError(trust, nil))
            #expect(SecTrustCopyCertificateChain(trust) as? [SecCertificate] == chain)
        }
    }

    private func imported(_ bundle: Data, _ passphrase: String) throws -> SecIdentity {
        let entry = try entry(of: bundle, passphrase)
        return try #require(entry[kSecImportItemIdentity] as? SecIdentity)
    }

    private func entry(of bundle: Data, _ passphrase: String) throws -> [CFString: Any] {
        var items: CFArray?
        let options = [kSecImportExportPassphrase: passphrase] as CFDictionary
        #expect(SecPKCS12Import(bundle as CFData, options, &items) == errSecSuccess)
        return try #require((items as? [[CFString: Any]])?.first)
    }
}
