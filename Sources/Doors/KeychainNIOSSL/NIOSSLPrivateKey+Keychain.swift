#if NIO
    public import NIOSSL
    public import PortableKeychain

    /// The place of the private key of a TLS connection.
    @nonexhaustive public enum TLSKeyPlace: Hashable, Sendable {
        /// In the memory of swift-nio-ssl: it is read once, and copied there.
        ///
        /// The keychain may be locked afterwards. A key in a token is not copied, because it cannot be:
        /// the token signs in each handshake.
        case memory
        /// In the keychain: it is read for each handshake and released after it.
        ///
        /// While the keychain is locked, handshakes fail with `KeychainError.Code.locked`; connections
        /// that exist go on. A key whose access control demands a proof asks for it each time.
        case keychain
    }

    extension NIOSSLPrivateKey {
        /// Makes a private key of swift-nio-ssl from one of a keychain.
        ///
        /// A key in memory is copied into memory of swift-nio-ssl, which that library overwrites when
        /// it releases the key. A key in a token stays there and makes one signature in each
        /// handshake, on a background thread.
        ///
        /// - Parameter key: A private key of RSA, P-256, P-384, P-521 or Ed25519. swift-nio-ssl uses the
        ///   last two only if `verifySignatureAlgorithms` and `signingSignatureAlgorithms` of
        ///   `TLSConfiguration` name them, on both sides.
        /// - Throws: `KeychainError.Code.invalidParameter` for a public key, and for a key that makes no
        ///   signatures of TLS.
        public convenience init(_ key: KeyMaterial) throws(KeychainError) {
            guard !TLSSignature.all(of: key.publicKey).isEmpty else { throw .noTLSKey }
            guard key.tokenID == nil else {
                self.init(customPrivateKey: try KeychainSigner(token: key))
                return
            }
            var bytes = try key.pkcs8().withUnsafeBytes { [UInt8]($0) }
            defer { bytes.withUnsafeMutableBytes { SecretBytes.zero($0) } }
            do {
                try self.init(bytes: bytes, format: .der)
            } catch {
                throw KeychainError(
                    .undecodable,
                    reason: "swift-nio-ssl cannot read this key. Use one of RSA or P-256."
                )
            }
        }

        /// Makes a private key of swift-nio-ssl that stays in a keychain and is read for each
        /// signature (``TLSKeyPlace/keychain``).
        ///
        /// - Parameters:
        ///   - publicKey: The key's public half, such as that of a certificate.
        ///   - keychain: The keychain with the private half; it is not read yet, and may be locked.
        /// - Throws: `KeychainError.Code.invalidParameter` for a key that makes no signatures of TLS.
        public convenience init(
            belongingTo publicKey: KeyMaterial,
            signingIn keychain: Keychain
        ) throws(KeychainError) {
            self.init(customPrivateKey: try KeychainSigner(publicKey.publicKey, of: keychain))
        }
    }
#endif
