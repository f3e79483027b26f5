import Foundation
import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Keys that a token holds (item-semantics.md §6.9).
@Suite struct TokenKeyTests {
    private let token = SoftwareToken()
    private let user = ScriptedAuthenticator()
    private let keychain: Keychain

    init() throws {
        var configuration = Keychain.Configuration(applicationIdentifier: "app")
        configuration.token = token
        configuration.authenticator = user
        configuration.passcodeHashing = LockingTests.cheap
        keychain = try .inMemory(configuration)
    }

    private let message = Array("message".utf8)

    /// The digest of the message for an algorithm that takes one, or the message.
    private func input(_ scheme: KeyScheme) -> [UInt8]? {
        guard case .ecdsa(_, let input, let hash) = scheme else { return nil }
        switch (input, hash) {
        case (.message, let hash?): return hash.function == nil ? nil : message
        case (.digest, let hash?): return hash.function?.bytes(hashing: message) ?? []
        default: return [UInt8](repeating: 9, count: 40)
        }
    }

    @Test func signsWithEveryAlgorithm() throws {
        let key = try keychain.keys.generate(for: KeyItem(tag: "t"), heldBy: .token)
        var signed = 0
        for algorithm in KeyAlgorithm.allCases {
            guard let scheme = KeyScheme(algorithm), let input = input(scheme) else {
                #expect(!key.supports(.sign, algorithm) || KeyScheme(algorithm) != nil)
                continue
            }
            #expect(key.supports(.sign, algorithm))
            #expect(!key.supports(.verify, algorithm))
            guard !input.isEmpty else { continue }
            let signature = try key.sign(input, algorithm)
            try key.publicKey.verify(signature, of: input, algorithm)
            signed += 1
        }
        #expect(signed >= 20)
    }

    /// The authorization of a stored key is in its item alone.
    @Test func hasAHandleOnlyIfItIsNotStored() throws {
        let key = try keychain.makeTokenKey(.p256)
        let handle = try #require(key.tokenHandle)
        #expect(try keychain.tokenKey(of: handle) == key)
        #expect(key.publicKey.tokenHandle == nil)
        #expect(try KeyMaterial.generate(.p256).tokenHandle == nil)
        let stored = try keychain.keys.generate(for: KeyItem(tag: "t"), heldBy: .token)
        #expect(stored.tokenHandle == nil)
        let found = try #require(try keychain.keys.only(matching: .key(tag: "t")))
        #expect(found.tokenHandle == nil)
        for count in [0, 32, 98, 99, 5000] {
            #expect(throws: KeychainError(.undecodable)) {
                try keychain.tokenKey(
                    of: SecretBytes(count: count) {
                        $0.initializeMemory(as: UInt8.self, repeating: 1)
                    }
                )
            }
        }
    }

    @Test func agreesAndDecryptsAsKeysInMemoryDo() throws {
        let key = try keychain.keys.generate(for: KeyItem(tag: "t"), heldBy: .token)
        let peer = try KeyMaterial.generate(.p256)
        let secret = SecretBytes(utf8: "s3cret")
        var (agreed, decrypted) = (0, 0)
        for algorithm in KeyAlgorithm.allCases {
            switch KeyScheme(algorithm) {
            case .keyExchange:
                guard key.supports(.keyExchange, algorithm) else { continue }
                // 70 bytes: more than one round of each hash.
                let ours = try key.keyExchange(
                    algorithm,
                    with: peer.publicKey,
                    requestedSize: 70,
                    sharedInfo: [1, 2]
                )
                let theirs = try peer.keyExchange(
                    algorithm,
                    with: key.publicKey,
                    requestedSize: 70,
                    sharedInfo: [1, 2]
                )
                #expect(ours.matches(theirs), "\(algorithm)")
                agreed += 1
            case .ecies:
                guard key.supports(.decrypt, algorithm) else { continue }
                var sealed = try key.publicKey.encrypt(secret, algorithm)
                #expect(try key.decrypt(sealed, algorithm).matches(secret), "\(algorithm)")
                sealed[sealed.count - 1] ^= 1
                #expect(throws: KeychainError(.invalidParameter)) {
                    try key.decrypt(sealed, algorithm)
                }
                decrypted += 1
            default: continue
            }
        }
        #expect(agreed >= 10 && decrypted >= 16)
    }

    @Test func isFoundAndUsedByAnotherReader() throws {
        let made = try keychain.keys.generate(
            for: KeyItem(tag: "t"),
            storesPublicKey: true,
            heldBy: .token
        )
        #expect(made.tokenID == "com.apple.setoken" && made.publicKey.tokenID == nil)
        let found = try #require(
            try keychain.keys.only(matching: .key(tag: "t", keyClass: .privateKey))
        )
        #expect(found == made && found.publicKey == made.publicKey)
        try made.publicKey.verify(
            try found.sign(message, .ecdsaSignatureMessageX962SHA256),
            of: message,
            .ecdsaSignatureMessageX962SHA256
        )
        let items = try keychain.items(matching: .key(tag: "t"))
        #expect(items.map(\.tokenID) == ["com.apple.setoken", nil])
        let attributes = try #require(items.first).attributes
        let flags: [(AttributeKey, Int64)] = [
            (.isExtractable, 0), (.wasNeverExtractable, 1), (.isSensitive, 1), (.isModifiable, 0),
            (.canSign, 1), (.canDecrypt, 0), (.canDerive, 1), (.keySizeInBits, 256), (.type, 73),
        ]
        for (key, value) in flags { #expect(attributes[key] == .number(value), "\(key.name)") }
        let request = ItemRequest(
            .copyMatching,
            itemClass: .key,
            attributes: [.tokenID: .string("com.apple.setoken")],
            limit: .all,
            returning: .reference
        )
        #expect(try keychain.perform(request).count == 1)
        #expect(try keychain.delete(matching: .key(tag: "t", keyClass: .privateKey)) == 1)
        #expect(throws: KeychainError(.itemNotFound)) {
            try found.sign(message, .ecdsaSignatureMessageX962SHA256)
        }
    }

    @Test func nothingGivesTheKeyAway() throws {
        let key = try keychain.keys.generate(for: KeyItem(tag: "t"), heldBy: .token)
        #expect(throws: KeychainError(.unimplemented)) { try key.pkcs8() }
        #expect(throws: KeychainError(.unimplemented)) { try key.pem() }
        #expect(key.externalRepresentation.matches(try #require(try data())))
        #expect(!"\(key)".contains("setoken") && "\(key)".contains("in a token"))
        let search = ItemRequest(.copyMatching, itemClass: .key, returning: [.data, .attributes])
        let answer = try #require(try keychain.perform(search).items.first)
        let authorization = try authorization()
        #expect(answer.secret?.matches(authorization) == false)
        for (_, value) in try #require(answer.attributes) {
            guard case .data(let data) = value else { continue }
            #expect(authorization.withUnsafeBytes { data.range(of: Data($0)) } == nil)
        }
        // Kept answers do not give it away either.
        for _ in 0..<3 { #expect(try data()?.matches(authorization) == false) }
    }

    private func data() throws -> SecretBytes? {
        let search = ItemRequest(.copyMatching, itemClass: .key, returning: .data)
        return try keychain.perform(search).items.first?.secret
    }

    /// The payload of the only key, as the item has it.
    private func authorization() throws -> SecretBytes {
        let keeper = try #require(keychain.keeper as? LocalKeeper)
        let request = ItemRequest(.copyMatching, itemClass: .key, returning: .data)
        let answer = try keeper.answering(request) { state throws(KeychainError) in
            state.opensAuthorization = true
            return try keeper.copyMatching(request, state)
        }
        return try #require(answer.items.first?.secret)
    }

    @Test func theUserIsAskedForEachUse() throws {
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        var item = KeyItem(tag: "t")
        item.accessControl = try AccessControl(
            .whenUnlockedThisDeviceOnly,
            constraints: [.userPresence, .privateKeyUsage]
        )
        let made = try keychain.keys.generate(for: item, heldBy: .token)
        let found = try #require(try keychain.keys.only(matching: .key(tag: "t")))
        #expect(user.questions.isEmpty, "finding it asks nobody")
        for key in [made, found] {
            user.reply([.secret("1234"), .canceled])
            _ = try key.sign(message, .ecdsaSignatureMessageX962SHA256)
            #expect(throws: KeychainError(.userCanceled)) {
                try key.sign(message, .ecdsaSignatureMessageX962SHA256)
            }
        }
        #expect(user.questions.count == 4)
        let quiet = AuthenticationContext()
        quiet.interactionNotAllowed = true
        let silent = try #require(
            try keychain.authenticating(with: quiet).keys.only(matching: .key(tag: "t"))
        )
        #expect(throws: KeychainError(.authenticationRequired)) {
            try silent.sign(message, .ecdsaSignatureMessageX962SHA256)
        }
        let skipping = KeychainQuery<KeyItem>.key(tag: "t").interaction(.skip)
        let skipped = try #require(try keychain.keys.only(matching: skipping))
        #expect(throws: KeychainError(.authenticationRequired)) {
            try skipped.sign(message, .ecdsaSignatureMessageX962SHA256)
        }
        #expect(user.questions.count == 4, "who skips what needs the user is asked nothing later")
        let context = AuthenticationContext()
        context.setCredential(SecretBytes(utf8: "1234"), for: .passcode)
        let proven = try #require(
            try keychain.authenticating(with: context).keys.only(matching: .key(tag: "t"))
        )
        for _ in 0..<2 { _ = try proven.sign(message, .ecdsaSignatureMessageX962SHA256) }
        #expect(user.questions.count == 4)
        try keychain.lock()
        context.setCredential(nil, for: .passcode)
        #expect(throws: KeychainError(.locked)) {
            try proven.sign(message, .ecdsaSignatureMessageX962SHA256)
        }
    }

    /// The proof is not a question that a program can leave out: the item holds the authorization
    /// only in its envelope, and the token refuses without it.
    @Test func theTokenItselfRefusesWithoutTheProof() throws {
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        var item = KeyItem(tag: "t")
        item.accessControl = .userPresence()
        let key = try keychain.keys.generate(for: item, heldBy: .token)
        let blob = try #require(key.tokenKeys?.key.blob)
        let digest = [UInt8](repeating: 1, count: 32)
        user.reply([])
        #expect(throws: KeychainError(.authenticationRequired)) { try authorization() }
        #expect(throws: KeychainError(.authenticationFailed)) {
            try token.sign(digest, key: blob, authorization: nil)
        }
        user.reply([.secret("1234")])
        _ = try token.sign(digest, key: blob, authorization: authorization())
    }

    @Test func anOwnPasswordGuardsAKeyToo() throws {
        var item = KeyItem(tag: "t")
        item.accessControl = try AccessControl(
            .whenUnlocked,
            constraints: [.applicationPassword, .privateKeyUsage]
        )
        user.reply([.secret("own")])
        let key = try keychain.keys.generate(for: item, heldBy: .token)
        user.reply([.secret("wrong"), .secret("own")])
        _ = try key.sign(message, .ecdsaSignatureMessageX962SHA256)
        #expect(user.questions.count == 3)
    }

    @Test func labelsAndProtectionChange() throws {
        try keychain.setPasscode(SecretBytes(utf8: "1234"))
        let key = try keychain.keys.generate(for: KeyItem(tag: "t"), heldBy: .token)
        let query = KeychainQuery<KeyItem>.key(tag: "t")
        _ = try keychain.update(matching: query) { $0.label = "new" }
        _ = try keychain.update(matching: query) {
            $0.accessControl = .userPresence(.whenUnlockedThisDeviceOnly)
        }
        user.reply([.secret("1234")])
        _ = try key.sign(message, .ecdsaSignatureMessageX962SHA256)
        #expect(user.questions.count == 1)
        user.reply([.secret("1234")])
        _ = try keychain.update(matching: query) { $0.accessibility = .whenUnlocked }
        #expect(try keychain.items(matching: query).map(\.label) == ["new"])
    }

    @Test func backupsLeaveItOut() throws {
        try keychain.keys.generate(for: KeyItem(tag: "t"), heldBy: .token)
        let keeper = try #require(keychain.keeper as? LocalKeeper)
        #expect(try keeper.backupContent().items.isEmpty)
    }

    @Test func anIdentityUsesItsKeyInTheToken() throws {
        // The certificate of a key in a token is made elsewhere: here a search for the pair is
        // enough, with the hash of another certificate's key.
        let fixture = try #require(CertificateFixture.all.first)
        let certificate = try X509Certificate(der: fixture.der)
        try keychain.certificates.add(certificate)
        var item = KeyItem(tag: "t")
        item.attributes[.applicationLabel] = .data(Data(certificate.publicKeyHash))
        let key = try keychain.keys.generate(for: item, heldBy: .token)
        let search = ItemRequest(
            .copyMatching,
            itemClass: .identity,
            returning: [.reference, .data]
        )
        let found = try #require(try keychain.perform(search).items.first)
        guard case .identity(_, let half) = found.object else {
            Issue.record("no identity")
            return
        }
        #expect(half == key)
        #expect(found.secret?.matches(key.externalRepresentation) == true)
        _ = try half.sign(message, .ecdsaSignatureMessageX962SHA256)
    }

    @Test func storedFormsOfKeysAreChecked() {
        let key = SecurityTokenKey(blob: [7, 8], publicKey: [4] + [UInt8](repeating: 1, count: 64))
        #expect(SecurityTokenKey(encoded: key.encoded) == key)
        let table: [[UInt8]] = [
            [], [1], Array(key.encoded.prefix(66)), [2] + key.encoded.dropFirst(),
            Array(key.encoded.prefix(66)) + [UInt8](repeating: 0, count: 1025),
        ]
        for bytes in table { #expect(SecurityTokenKey(encoded: bytes) == nil) }
        #expect(KeyMaterial(key, in: token, .held(.random(count: 32))) == nil, "no point")
    }
}
