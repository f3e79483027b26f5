#if NIO
    internal import NIOCore
    public import NIOSSL
    public import PortableKeychain

    /// Decides by the keychain library's trust evaluation whether a peer's certificate is trusted.
    ///
    /// swift-nio-ssl has an evaluation of its own, which suffices for most programs: its
    /// `TLSConfiguration` takes trust roots. Use this one for the same answers, and the same reasons, as
    /// everywhere else in the keychain's library: it knows the rules of Apple's platforms for servers,
    /// constraints on names, and says which certificate is at fault.
    ///
    /// ```swift
    /// import NIOSSL
    /// import PortableKeychain
    ///
    /// let keychain = try Keychain.default
    /// let roots = try keychain.certificates.all(matching: .certificate(label: "Our root"))
    /// var verification = PeerVerification(.tlsServer(host: "api.example.com"), anchors: roots)
    /// verification.onRefusal = { error in print("refused: \(error)") }
    /// let handler = try NIOSSLClientHandler(
    ///     context: NIOSSLContext(configuration: .makeClientConfiguration()),
    ///     serverHostname: "api.example.com",
    ///     customVerificationCallback: verification.callback
    /// )
    /// ```
    ///
    /// The evaluation runs on a background thread, and replaces that of swift-nio-ssl, with its check of
    /// the host name: name the host in the policy.
    public struct PeerVerification: Sendable {
        /// The purpose of the certificate: a server with its host, or a client.
        public var policy: CertificatePolicy
        /// The certificates that are trusted by themselves.
        public var anchors: [X509Certificate]
        /// Whether the certificates that the operating system trusts are anchors too.
        public var usesSystemAnchors: Bool
        /// Receives the reason why a peer is refused, on a background thread; swift-nio-ssl itself
        /// says only that the handshake failed.
        ///
        /// The error is a `CertificateTrustError`, or a `KeychainError` for a certificate that cannot be
        /// read.
        public var onRefusal: (@Sendable (any Error) -> Void)?

        /// Describes how a peer is checked.
        ///
        /// - Parameters:
        ///   - policy: The purpose for which the certificate must be valid, such as
        ///     `.tlsServer(host: "api.example.com")` or `.tlsClient`.
        ///   - anchors: The certificates that are trusted by themselves, such as the roots of a keychain.
        ///   - usesSystemAnchors: Whether those of the operating system are anchors too. On Linux, they
        ///     are read once from the file of the package ca-certificates, or that of `SSL_CERT_FILE`.
        public init(
            _ policy: CertificatePolicy,
            anchors: [X509Certificate],
            usesSystemAnchors: Bool = false
        ) {
            self.policy = policy
            self.anchors = anchors
            self.usesSystemAnchors = usesSystemAnchors
        }

        /// The callback that `NIOSSLClientHandler` and `NIOSSLServerHandler` take.
        public var callback: NIOSSLCustomVerificationCallback {
            { presented, promise in
                inBackground(presented) { path in
                    promise.succeed(path == nil ? .failed : .certificateVerified)
                }
            }
        }

        /// The callback that also passes the validated chain on, the root last, from which handlers read
        /// who the peer is.
        public var callbackWithMetadata: NIOSSLCustomVerificationCallbackWithMetadata {
            { presented, promise in
                inBackground(presented) { path in
                    let chain = path.map { ValidatedCertificateChain($0) }
                    promise.succeed(
                        chain.map { .certificateVerified(VerificationMetadata($0)) } ?? .failed
                    )
                }
            }
        }

        /// Checks the certificates that a peer presents, now and on this thread.
        ///
        /// - Parameter presented: The peer's certificate, and those that it sends with it.
        /// - Returns: The path: the peer's certificate first, the anchor last.
        /// - Throws: `CertificateTrustError`, or `KeychainError.Code.undecodable` for a certificate that
        ///   cannot be read, and for none at all.
        public func evaluate(_ presented: [NIOSSLCertificate]) throws -> [X509Certificate] {
            guard let first = presented.first else {
                throw KeychainError(.undecodable, reason: "The peer presents no certificate.")
            }
            var question = TrustQuestion(
                policy: policy,
                anchors: anchors,
                // A certificate that cannot be read is not a part of a path: peers send
                // certificates of other kinds too.
                intermediates: presented.dropFirst().compactMap { try? X509Certificate($0) }
            )
            // Without a readable file of them, nothing is trusted for it.
            if usesSystemAnchors { question.systemAnchors = X509Certificate.systemAnchors ?? [] }
            return try X509Certificate(first).evaluateTrust(question)
        }

        private func inBackground(
            _ presented: [NIOSSLCertificate],
            _ answer: @escaping @Sendable ([NIOSSLCertificate]?) -> Void
        ) {
            BackgroundThreads.shared.run {
                do {
                    answer(try evaluate(presented).map { try NIOSSLCertificate($0) })
                } catch {
                    onRefusal?(error)
                    answer(nil)
                }
            }
        }
    }
#endif
