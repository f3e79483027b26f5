#if NIO
    public import NIOSSL
    public import PortableKeychain

    extension TLSConfiguration {
        /// A configuration for clients that prove who they are by an identity of a keychain.
        ///
        /// It is that of `TLSConfiguration.makeClientConfiguration()`, with TLS 1.2 as the lowest
        /// version, and the identity with its chain. Servers are checked, with their host names, against
        /// the certificates of the operating system; set `trustRoots` for an authority of your own
        /// (``NIOSSL/NIOSSLTrustRoots/roots(of:)``).
        ///
        /// ```swift
        /// import NIOSSL
        /// import PortableKeychain
        ///
        /// let keychain = try Keychain.default
        /// var tls = try TLSConfiguration.makeClientConfiguration(
        ///     identity: .identity(label: "worker 7").validOn(),
        ///     in: keychain
        /// )
        /// tls.trustRoots = try .roots(of: keychain)
        /// ```
        ///
        /// - Parameters:
        ///   - query: The identity to use; exactly one must match.
        ///   - keychain: The keychain.
        ///   - place: The place of the private key during the use of the configuration.
        /// - Returns: The configuration.
        /// - Throws: `KeychainError.Code.itemNotFound`, `KeychainError.Code.ambiguous` when several
        ///   identities match, `KeychainError.Code.locked`, and `KeychainError.Code.invalidParameter` for
        ///   a key that makes no signatures of TLS.
        public static func makeClientConfiguration(
            identity query: KeychainQuery<IdentityItem>,
            in keychain: Keychain,
            privateKey place: TLSKeyPlace = .memory
        ) throws(KeychainError) -> TLSConfiguration {
            let identity = try TLSIdentity(query, in: keychain, place)
            var configuration = makeClientConfiguration()
            configuration.certificateChain = identity.chain
            configuration.privateKey = identity.privateKey
            configuration.minimumTLSVersion = .tlsv12
            return configuration
        }

        /// A configuration for servers that prove who they are by an identity of a keychain, and ask
        /// clients for nothing.
        ///
        /// It is that of `TLSConfiguration.makeServerConfiguration(certificateChain:privateKey:)`, with
        /// TLS 1.2 as the lowest version.
        ///
        /// - Parameters:
        ///   - query: The identity to use; exactly one must match.
        ///   - keychain: The keychain.
        ///   - place: The place of the private key during the use of the configuration.
        /// - Returns: The configuration.
        /// - Throws: The same errors as ``makeClientConfiguration(identity:in:privateKey:)``.
        public static func makeServerConfiguration(
            identity query: KeychainQuery<IdentityItem>,
            in keychain: Keychain,
            privateKey place: TLSKeyPlace = .memory
        ) throws(KeychainError) -> TLSConfiguration {
            let identity = try TLSIdentity(query, in: keychain, place)
            var configuration = makeServerConfiguration(
                certificateChain: identity.chain,
                privateKey: identity.privateKey
            )
            configuration.minimumTLSVersion = .tlsv12
            return configuration
        }

        /// A configuration for servers that also demand a certificate of each client (mutual TLS).
        ///
        /// It is that of `TLSConfiguration.makeServerConfigurationWithMTLS(certificateChain:privateKey:
        /// trustRoots:)`, with TLS 1.2 as the lowest version.
        ///
        /// - Parameters:
        ///   - query: The identity to use; exactly one must match.
        ///   - keychain: The keychain.
        ///   - place: The place of the private key during the use of the configuration.
        ///   - trustRoots: The authorities whose clients are let in.
        /// - Returns: The configuration.
        /// - Throws: The same errors as ``makeClientConfiguration(identity:in:privateKey:)``.
        public static func makeServerConfigurationWithMTLS(
            identity query: KeychainQuery<IdentityItem>,
            in keychain: Keychain,
            privateKey place: TLSKeyPlace = .memory,
            trustRoots: NIOSSLTrustRoots
        ) throws(KeychainError) -> TLSConfiguration {
            var configuration = try makeServerConfiguration(
                identity: query,
                in: keychain,
                privateKey: place
            )
            configuration.trustRoots = trustRoots
            configuration.certificateVerification = .noHostnameVerification
            return configuration
        }
    }

    /// An identity of a keychain in the types of swift-nio-ssl.
    private struct TLSIdentity {
        let chain: [NIOSSLCertificateSource]
        let privateKey: NIOSSLPrivateKeySource

        init(
            _ query: KeychainQuery<IdentityItem>,
            in keychain: Keychain,
            _ place: TLSKeyPlace
        ) throws(KeychainError) {
            guard let found = try keychain.identities.only(matching: query) else {
                throw KeychainError(
                    .itemNotFound,
                    during: .find,
                    reason: """
                        The keychain has no such identity. 'keychainctl identity list' shows those \
                        that it has.
                        """
                )
            }
            chain = try NIOSSLCertificateSource.chain(
                try keychain.certificates.chain(of: found.certificate)
            )
            let key =
                switch place {
                case .memory: try NIOSSLPrivateKey(found.privateKey)
                case .keychain:
                    try NIOSSLPrivateKey(
                        belongingTo: found.privateKey.publicKey,
                        signingIn: keychain
                    )
                }
            privateKey = .privateKey(key)
        }
    }
#endif
