import Foundation
import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Synchronization
import Testing

@testable import SSHAgent

/// The answers of an agent, without sockets.
@Suite struct AgentTests {
    /// An agent on a keychain in memory, with a user and a clock that the test controls.
    struct World {
        final class Time: Sendable {
            let now = Mutex(ContinuousClock.now)
            let pauses = Mutex<[Duration]>([])
            let complaints = Mutex<[KeychainError]>([])
        }

        let keychain: Keychain
        let user = ScriptedAuthenticator()
        let time = Time()
        let agent: Agent

        init(_ rules: Agent.Rules = Agent.Rules(), offersCertified: Bool = false) throws {
            var configuration = Keychain.Configuration(applicationIdentifier: "tests")
            configuration.authenticator = user
            configuration.passcodeHashing = try PasscodeHashing(
                rounds: 1 << 10,
                blockSize: 8,
                parallelism: 1
            )
            configuration.token = SoftwareToken()
            keychain = try Keychain.inMemory(configuration)
            agent = Agent(
                StoredKeys(
                    keychain: keychain,
                    pattern: [:],
                    offersCertified: offersCertified
                ),
                authenticator: user,
                rules: rules,
                now: { [time] in time.now.withLock { $0 } },
                complain: { [time] error in time.complaints.withLock { $0.append(error) } },
                pause: { [time] pause in time.pauses.withLock { $0.append(pause) } }
            )
        }

        /// Stores a new key.
        func add(
            _ label: String,
            _ specification: KeySpecification = .ed25519,
            _ use: SSHUse? = .local
        ) throws -> KeyMaterial {
            let key = try KeyMaterial.generate(specification)
            try keychain.keys.add(key, for: item(label, use))
            return key
        }

        func item(_ label: String, _ use: SSHUse? = .local) -> KeyItem {
            var attributes: ItemAttributes = [.label: .string(label)]
            use?.put(into: &attributes)
            return KeyItem(attributes: attributes)
        }

        /// Stores a key that requires its user, and its public half, which does not.
        func addProtected(_ label: String, withPublicHalf: Bool = true) throws -> KeyMaterial {
            let key = try KeyMaterial.generate(.ed25519)
            var item = item(label)
            if withPublicHalf { try keychain.keys.add(key.publicKey, for: item) }
            item.accessControl = try AccessControl(.whenUnlocked, constraints: .userPresence)
            try keychain.keys.add(key, for: item)
            return key
        }

        var comments: [String] {
            comments(for: AgentClient(program: "/usr/bin/ssh-add"))
        }

        func comments(for client: AgentClient) -> [String] {
            guard case .identities(let all) = agent.answer(AgentMessages.identities, for: client)
            else { return ["?"] }
            return all.map(\.comment)
        }

        func sign(
            _ key: KeyMaterial,
            _ text: [UInt8] = AgentMessages.file(),
            flags: UInt32 = 0,
            for client: AgentClient = AgentClient(program: "/usr/bin/ssh-keygen")
        ) throws -> AgentReply {
            let publicKey = try #require(SSHPublicKey(key))
            return agent.answer(AgentMessages.sign(publicKey, text, flags: flags), for: client)
        }
    }

    @Test func showsThePrivateKeysThatSSHCanUse() throws {
        let world = try World()
        #expect(world.agent.answer(AgentMessages.identities) == .identities([]))
        let key = try world.add("one")
        _ = try world.add("no ssh", .x25519)
        // A second item of the same key, and a public key alone.
        try world.keychain.keys.add(
            key.publicKey,
            for: world.item("again")
        )
        let other = try KeyMaterial.generate(.ed25519)
        try world.keychain.keys.add(
            other.publicKey,
            for: world.item("theirs")
        )
        #expect(world.comments == ["one"])
        #expect(try world.sign(other) == .failure)
    }

    static let signatures: [(KeySpecification, UInt32, String, KeyAlgorithm)] = [
        (.ed25519, 0, "ssh-ed25519", .edDSASignatureMessageCurve25519SHA512),
        (.p256, 0, "ecdsa-sha2-nistp256", .ecdsaSignatureMessageRFC4754SHA256),
        (.p384, 6, "ecdsa-sha2-nistp384", .ecdsaSignatureMessageRFC4754SHA384),
        (.p521, 0, "ecdsa-sha2-nistp521", .ecdsaSignatureMessageRFC4754SHA512),
        (.rsa(bits: 2048), 2, "rsa-sha2-256", .rsaSignatureMessagePKCS1v15SHA256),
        (.rsa(bits: 2048), 4, "rsa-sha2-512", .rsaSignatureMessagePKCS1v15SHA512),
        (.rsa(bits: 2048), 6, "rsa-sha2-512", .rsaSignatureMessagePKCS1v15SHA512),
    ]

    @Test(arguments: signatures)
    func signs(
        _ specification: KeySpecification,
        _ flags: UInt32,
        _ name: String,
        _ algorithm: KeyAlgorithm
    ) throws {
        let world = try World()
        let key = try world.add("key", specification)
        guard case .signature(let bytes) = try world.sign(key, flags: flags) else {
            Issue.record("no signature")
            return
        }
        var reader = SSHReader(bytes[...])
        #expect(try reader.text() == name)
        var signature = Array(try reader.string())
        try reader.finish()
        if specification.type == .ellipticCurve {
            var numbers = SSHReader(signature[...])
            let length = (key.sizeInBits + 7) / 8
            signature = try [numbers.natural(), numbers.natural()].flatMap {
                Array(repeating: 0, count: length - $0.count) + $0
            }
            try numbers.finish()
        }
        try key.publicKey.verify(signature, of: AgentMessages.file(), algorithm)
    }

    /// No flags would mean SHA-1.
    @Test(arguments: [0, 1, 8] as [UInt32]) func makesNoSignatureWithSHA1(_ flags: UInt32) throws {
        let world = try World()
        #expect(try world.sign(world.add("key", .rsa(bits: 2048)), flags: flags) == .failure)
    }

    @Test func asksAtEachUseOfKeysThatRequireAuthentication() throws {
        let world = try World()
        let key = try world.addProtected("guarded")
        _ = try world.addProtected("unknown", withPublicHalf: false)
        #expect(world.comments == ["guarded"])
        #expect(world.user.questions.isEmpty)
        world.user.reply([.confirmed, .canceled, .confirmed])
        #expect(try world.sign(key) != .failure)
        #expect(try world.sign(key) == .failure)
        #expect(try world.sign(key) != .failure)
        #expect(world.user.questions.map(\.kind) == [.presence, .presence, .presence])
        #expect(world.user.questions.allSatisfy { $0.reason.contains("'guarded'") })
    }

    @Test func offersKeysInATokenAndAsksTheirUsers() throws {
        let world = try World()
        let free = try world.keychain.keys.generate(for: world.item("free"), heldBy: .token)
        var item = world.item("guarded")
        item.accessControl = try AccessControl(
            .whenUnlocked,
            constraints: [.userPresence, .privateKeyUsage]
        )
        let guarded = try world.keychain.keys.generate(for: item, heldBy: .token)
        #expect(world.comments == ["free", "guarded"])
        try check(try world.sign(free), "ecdsa-sha2-nistp256", free)
        #expect(world.user.questions.isEmpty)
        world.user.reply([.confirmed, .canceled])
        try check(try world.sign(guarded), "ecdsa-sha2-nistp256", guarded)
        #expect(try world.sign(guarded) == .failure)
        #expect(world.user.questions.map(\.kind) == [.presence, .presence])
        #expect(world.user.questions.allSatisfy { $0.reason.contains("'guarded'") })
    }

    private func check(_ reply: AgentReply, _ name: String, _ key: KeyMaterial) throws {
        guard case .signature(let signature) = reply else {
            Issue.record("no signature")
            return
        }
        var reader = SSHReader(signature[...])
        #expect(try reader.text() == name)
        try SSHSignature.verify(signature[...], of: AgentMessages.file(), with: key.publicKey)
    }

    @Test func asksBeforeEachUseOfAnyKeyWhenTold() throws {
        let world = try World(Agent.Rules(confirmsAlways: true))
        let key = try world.add("one")
        #expect(try world.sign(key) == .failure)
        world.user.reply([.confirmed])
        #expect(try world.sign(key) != .failure)
        #expect(try world.sign(key) == .failure)
    }

    @Test func usesAddedKeysUnderTheirConditions() throws {
        let world = try World()
        let key = try KeyMaterial.generate(.ed25519)
        #expect(world.agent.answer(AgentMessages.add(key)) == .success)
        #expect(world.comments == ["added"])
        #expect(try world.sign(key) != .failure)
        // Asked for, from now on.
        #expect(world.agent.answer(AgentMessages.add(key, constraints: [2])) == .success)
        #expect(try world.sign(key) == .failure)
        world.user.reply([.confirmed])
        #expect(try world.sign(key) != .failure)
        // For ten seconds.
        let brief: [UInt8] = [1, 0, 0, 0, 10]
        #expect(world.agent.answer(AgentMessages.add(key, constraints: brief)) == .success)
        world.time.now.withLock { $0 += .seconds(9) }
        #expect(world.comments == ["added"])
        world.time.now.withLock { $0 += .seconds(1) }
        #expect(try world.sign(key) == .failure)
        #expect(world.comments == [])
        // The keychain has seen nothing of it.
        #expect(try StoredKeys(keychain: world.keychain, pattern: [:]).all().isEmpty)
    }

    /// A condition that is not known, among them hosts (255); and one cut short.
    @Test(
        arguments: [[3, 0, 0, 0, 1], [255, 0, 0, 0, 1, 0x78], [2, 9], [1, 0, 0]] as [[UInt8]]
    )
    func takesNoKeyWithLessProtectionThanAskedFor(_ constraints: [UInt8]) throws {
        let world = try World()
        let key = try KeyMaterial.generate(.ed25519)
        let message = AgentMessages.add(key, constraints: constraints)
        #expect(world.agent.answer(message) == .failure)
        #expect(world.comments == [])
    }

    @Test func forgetsKeysAndLeavesThemInTheKeychain() throws {
        let world = try World()
        let (one, _) = (try world.add("one"), try world.add("two"))
        let added = try KeyMaterial.generate(.ed25519)
        #expect(world.agent.answer(AgentMessages.add(added)) == .success)
        let remove = AgentMessages.remove(try #require(SSHPublicKey(one)))
        #expect(world.agent.answer(remove) == .success)
        #expect(world.agent.answer(remove) == .failure)
        #expect(world.comments == ["added", "two"])
        #expect(try world.sign(one) == .failure)
        #expect(world.agent.answer(AgentMessages.removeAll) == .success)
        #expect(world.comments == [])
        // Given again, it is there again.
        #expect(world.agent.answer(AgentMessages.add(one)) == .success)
        #expect(try world.sign(one) != .failure)
        #expect(try StoredKeys(keychain: world.keychain, pattern: [:]).all().count == 2)
    }

    @Test func doesNothingWhileLocked() throws {
        let world = try World()
        let key = try world.add("one")
        let blob = try #require(SSHPublicKey(key))
        #expect(world.agent.answer(AgentMessages.unlock("pass")) == .failure)
        #expect(world.agent.answer(AgentMessages.lock("pass")) == .success)
        #expect(world.comments == [])
        #expect(try world.sign(key) == .failure)
        for message in [
            AgentMessages.lock("other"), AgentMessages.add(key), AgentMessages.remove(blob),
            AgentMessages.removeAll,
        ] { #expect(world.agent.answer(message) == .failure) }
        for guess in ["", "pas", "passs"] {
            #expect(world.agent.answer(AgentMessages.unlock(guess)) == .failure)
        }
        // Guessing takes longer and longer.
        #expect(
            world.time.pauses.withLock { $0 }.suffix(3) == [
                .milliseconds(100), .milliseconds(200), .milliseconds(300),
            ]
        )
        #expect(world.agent.answer(AgentMessages.unlock("pass")) == .success)
        #expect(world.comments == ["one"])
    }

    @Test func hasRoomForSoManyKeys() throws {
        let world = try World()
        var replies: [AgentReply] = []
        for _ in 0...AddedKeys.most {
            let key = try KeyMaterial.generate(.ed25519)
            replies.append(world.agent.answer(AgentMessages.add(key)))
        }
        #expect(replies.filter { $0 == .success }.count == AddedKeys.most)
        #expect(replies.last == .failure)
    }

    @Test func showsNothingOfALockedKeychain() throws {
        let world = try World()
        _ = try world.add("one")
        try world.keychain.setPasscode(SecretBytes(utf8: "1234"))
        try world.keychain.lock()
        #expect(world.comments == [])
        #expect(world.time.complaints.withLock { $0 }.first?.code == .locked)
    }
}
