#if NIO
    internal import NIOCore
    internal import NIOSSL
    internal import PortableKeychain

    /// A private key that signs where it is, in a token or in a keychain.
    ///
    /// swift-nio-ssl asks for a signature on an event loop, which must not wait. Keychains and tokens
    /// are slow and may ask a person, so each signature is made on a background thread.
    struct KeychainSigner: NIOSSLCustomPrivateKey, Hashable {
        /// The place of the private half.
        private enum Place: Sendable {
            /// In a token, which signs.
            case token(KeyMaterial)
            /// In a keychain, from which it is read for each signature, and released after it.
            case item(Keychain, KeychainQuery<KeyItem>)
        }

        private let publicKey: KeyMaterial
        private let place: Place
        private let signatures: [TLSSignature]

        /// Signs with a key in a token.
        init(token key: KeyMaterial) throws(KeychainError) {
            try self.init(key.publicKey, .token(key))
        }

        /// Signs with the private key of a keychain that belongs to a public key.
        init(_ publicKey: KeyMaterial, of keychain: Keychain) throws(KeychainError) {
            let query: KeychainQuery = .key(
                keyClass: .privateKey,
                applicationLabel: publicKey.applicationLabel
            )
            try self.init(publicKey, .item(keychain, query))
        }

        private init(_ publicKey: KeyMaterial, _ place: Place) throws(KeychainError) {
            signatures = TLSSignature.all(of: publicKey)
            guard !signatures.isEmpty else { throw .noTLSKey }
            self.publicKey = publicKey
            self.place = place
        }

        var signatureAlgorithms: [SignatureAlgorithm] { signatures.map(\.inTLS) }

        func sign(
            channel: any Channel,
            algorithm: SignatureAlgorithm,
            data: ByteBuffer
        ) -> EventLoopFuture<ByteBuffer> {
            let promise = channel.eventLoop.makePromise(of: ByteBuffer.self)
            let message = [UInt8](data.readableBytesView)
            BackgroundThreads.shared.run {
                do throws(KeychainError) {
                    promise.succeed(ByteBuffer(bytes: try signature(of: message, algorithm)))
                } catch {
                    // swift-nio-ssl drops the error and says that the handshake failed. The handlers of
                    // the channel learn why, and before that.
                    channel.eventLoop.execute {
                        channel.pipeline.fireErrorCaught(error)
                        promise.fail(error)
                    }
                }
            }
            return promise.futureResult
        }

        /// Refuses, as RSA key exchange has no forward secrecy and TLS 1.3 does not have it.
        func decrypt(channel: any Channel, data: ByteBuffer) -> EventLoopFuture<ByteBuffer> {
            channel.eventLoop.makeFailedFuture(
                KeychainError(
                    .unimplemented,
                    reason: "Keys here do not decrypt for TLS. Use a cipher suite with ECDHE."
                )
            )
        }

        private func signature(
            of message: [UInt8],
            _ algorithm: SignatureAlgorithm
        ) throws(KeychainError) -> [UInt8] {
            guard let known = signatures.first(where: { $0.inTLS == algorithm }) else {
                throw .noTLSKey
            }
            return try key().sign(message, known.ofKeys)
        }

        private func key() throws(KeychainError) -> KeyMaterial {
            switch place {
            case .token(let key): return key
            case .item(let keychain, let query):
                guard let key = try keychain.keys.first(matching: query) else {
                    throw KeychainError(.itemNotFound, during: .find)
                }
                return key
            }
        }

        static func == (left: Self, right: Self) -> Bool {
            guard left.publicKey == right.publicKey else { return false }
            return switch (left.place, right.place) {
            case (.token, .token), (.item, .item): true
            default: false
            }
        }

        func hash(into hasher: inout Hasher) { hasher.combine(publicKey) }
    }

    extension KeychainError {
        /// The key makes no signatures of TLS.
        static var noTLSKey: KeychainError {
            KeychainError(
                .invalidParameter,
                reason: """
                    TLS has no signatures by this key. Use a private key of RSA, P-256, P-384, P-521 \
                    or Ed25519.
                    """
            )
        }
    }
#endif
