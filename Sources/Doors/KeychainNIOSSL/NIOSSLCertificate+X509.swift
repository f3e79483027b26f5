#if NIO
    public import NIOSSL
    public import PortableKeychain

    extension NIOSSLCertificate {
        /// Makes a certificate of swift-nio-ssl from one of a keychain.
        ///
        /// - Parameter certificate: The certificate.
        /// - Throws: `KeychainError.Code.undecodable` for a certificate that swift-nio-ssl cannot read.
        public convenience init(_ certificate: X509Certificate) throws(KeychainError) {
            do {
                try self.init(bytes: certificate.der, format: .der)
            } catch {
                throw KeychainError(
                    .undecodable,
                    reason: """
                        swift-nio-ssl cannot read this certificate. Ask its issuer for one that \
                        keeps to RFC 5280.
                        """
                )
            }
        }
    }

    extension X509Certificate {
        /// Makes a certificate of the keychain library from one of swift-nio-ssl.
        ///
        /// - Parameter certificate: The certificate, such as that of a peer.
        /// - Throws: `KeychainError.Code.undecodable` for a certificate that cannot be read here.
        public init(_ certificate: NIOSSLCertificate) throws(KeychainError) {
            guard let bytes = try? certificate.toDERBytes() else {
                throw KeychainError(.undecodable, reason: "swift-nio-ssl gives no bytes of it.")
            }
            try self.init(der: bytes)
        }
    }

    extension NIOSSLCertificateSource {
        /// A chain as TLS sends it: without the root, which the peer must have anyway.
        ///
        /// - Parameter certificates: The certificate of the server or client, then its issuers, as
        ///   `keychain.certificates.chain(of:)` returns them.
        /// - Returns: The certificates for `TLSConfiguration.certificateChain`.
        /// - Throws: `KeychainError.Code.undecodable`, as ``NIOSSL/NIOSSLCertificate/init(_:)``.
        public static func chain(
            _ certificates: [X509Certificate]
        ) throws(KeychainError) -> [NIOSSLCertificateSource] {
            let issuers = certificates.dropFirst().filter { !$0.isRoot }
            return try (certificates.prefix(1) + issuers).map { certificate throws(KeychainError) in
                .certificate(try NIOSSLCertificate(certificate))
            }
        }
    }

    extension NIOSSLTrustRoots {
        /// The roots that the owner of a keychain put into it.
        ///
        /// A root is the certificate of an authority that signed itself. The certificates of the
        /// operating system are not among them.
        ///
        /// - Parameter keychain: The keychain; locked or not, where the roots are as readable as
        ///   certificates are by default.
        /// - Returns: The trust roots.
        /// - Throws: `KeychainError.Code.itemNotFound` for a keychain without roots, which would make
        ///   every peer untrusted; `KeychainError.Code.locked`.
        public static func roots(of keychain: Keychain) throws(KeychainError) -> NIOSSLTrustRoots {
            let roots = try keychain.certificates.all().filter(\.isRoot)
            guard !roots.isEmpty else {
                throw KeychainError(
                    .itemNotFound,
                    during: .find,
                    reason: """
                        The keychain has no root certificate. Import that of your authority with \
                        'keychainctl certificate import'.
                        """
                )
            }
            return .certificates(
                try roots.map { root throws(KeychainError) in try NIOSSLCertificate(root) }
            )
        }
    }
#endif
