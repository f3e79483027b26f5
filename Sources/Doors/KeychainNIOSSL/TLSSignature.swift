#if NIO
    internal import NIOSSL
    internal import PortableKeychain

    /// A signature algorithm of TLS with the keychain's name for it (RFC 8446, 4.2.3).
    struct TLSSignature {
        let inTLS: SignatureAlgorithm
        let ofKeys: KeyAlgorithm

        private init(_ inTLS: SignatureAlgorithm, _ ofKeys: KeyAlgorithm) {
            self.inTLS = inTLS
            self.ofKeys = ofKeys
        }

        /// The algorithms of a key, the best first; none for keys that sign nothing in TLS.
        ///
        /// Signatures with SHA-1 are not among them, and a curve has the digest that TLS 1.3 gives it.
        static func all(of publicKey: KeyMaterial) -> [TLSSignature] {
            switch (publicKey.type, publicKey.sizeInBits) {
            case (.ellipticCurve, 256):
                [Self(.ecdsaSecp256R1Sha256, .ecdsaSignatureMessageX962SHA256)]
            case (.ellipticCurve, 384):
                [Self(.ecdsaSecp384R1Sha384, .ecdsaSignatureMessageX962SHA384)]
            case (.ellipticCurve, 521):
                [Self(.ecdsaSecp521R1Sha512, .ecdsaSignatureMessageX962SHA512)]
            case (.ed25519, _): [Self(.ed25519, .edDSASignatureMessageCurve25519SHA512)]
            // TLS 1.3 has no PKCS #1 signatures; peers with TLS 1.2 may know no others.
            case (.rsa, _):
                [
                    Self(.rsaPssRsaeSha256, .rsaSignatureMessagePSSSHA256),
                    Self(.rsaPssRsaeSha384, .rsaSignatureMessagePSSSHA384),
                    Self(.rsaPssRsaeSha512, .rsaSignatureMessagePSSSHA512),
                    Self(.rsaPkcs1Sha256, .rsaSignatureMessagePKCS1v15SHA256),
                    Self(.rsaPkcs1Sha384, .rsaSignatureMessagePKCS1v15SHA384),
                    Self(.rsaPkcs1Sha512, .rsaSignatureMessagePKCS1v15SHA512),
                ].filter { publicKey.supports(.verify, $0.ofKeys) }
            default: []
            }
        }
    }
#endif
