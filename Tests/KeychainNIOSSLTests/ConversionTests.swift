#if NIO
    import KeychainNIOSSL
    import NIOSSL
    import PortableKeychain
    import Testing

    /// Keys and certificates in the types of swift-nio-ssl.
    @Suite struct ConversionTests {
        static let specifications: [(KeySpecification, Bool)] = [
            (.p256, true), (.p384, true), (.p521, true), (.rsa(bits: 2048), true), (.ed25519, true),
            (.x25519, false), (.mlKEM768, false), (.mlDSA65, false),
        ]

        @Test(arguments: specifications)
        func keysThatSignInTLSAreTaken(_ specification: KeySpecification, _ isTaken: Bool) throws {
            let key = try KeyMaterial.generate(specification)
            let keychain = try Keychain.inMemory()
            if isTaken {
                let native = try NIOSSLPrivateKey(key)
                let bytes = try key.pkcs8().withUnsafeBytes { [UInt8]($0) }
                #expect(try native == NIOSSLPrivateKey(bytes: bytes, format: .der))
                let here = try NIOSSLPrivateKey(belongingTo: key.publicKey, signingIn: keychain)
                #expect(try here == NIOSSLPrivateKey(belongingTo: key, signingIn: keychain))
                #expect(here != native)
            } else {
                #expect(throws: KeychainError(.invalidParameter)) { try NIOSSLPrivateKey(key) }
                #expect(throws: KeychainError(.invalidParameter)) {
                    try NIOSSLPrivateKey(belongingTo: key, signingIn: keychain)
                }
            }
            #expect(throws: KeychainError(.invalidParameter)) {
                try NIOSSLPrivateKey(key.publicKey)
            }
        }

        @Test func aKeychainWithoutRootsHasNoTrustRoots() throws {
            #expect(throws: KeychainError(.itemNotFound)) {
                try NIOSSLTrustRoots.roots(of: .inMemory())
            }
        }

        @Test(.enabled(if: Authority.isPresent, "needs openssl 3"))
        func certificatesComeBackUnchanged() throws {
            let authority = try Authority("Ours")
            let certificate = try authority.certificate("a", for: .generate(.p256))
            let theirs = try NIOSSLCertificate(certificate)
            #expect(try X509Certificate(theirs) == certificate)
            let chain = [certificate, authority.middle, authority.root]
            let sent = try NIOSSLCertificateSource.chain(chain)
            #expect(try sent == chain.dropLast().map { .certificate(try NIOSSLCertificate($0)) })
            // A certificate that signed itself is all there is to send.
            let alone = try NIOSSLCertificateSource.chain([authority.root])
            #expect(try alone == [.certificate(NIOSSLCertificate(authority.root))])
        }
    }
#endif
