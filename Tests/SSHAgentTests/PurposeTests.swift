import Foundation
import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Testing

@testable import SSHAgent

/// The agent signs for ssh alone, with keys for ssh alone.
@Suite struct PurposeTests {
    private static func key(_ specification: KeySpecification = .ed25519) throws -> SSHPublicKey {
        try #require(SSHPublicKey(KeyMaterial.generate(specification)))
    }

    @Test func recognizesLoginsAndFiles() throws {
        let key = try Self.key()
        #expect(
            try SigningPurpose(AgentMessages.login(key), by: key, flags: 0)
                == .login(session: [1, 2, 3], user: "git", hostKey: nil)
        )
        #expect(
            try SigningPurpose(AgentMessages.login(key, hostKey: [9]), by: key, flags: 0)
                == .login(session: [1, 2, 3], user: "git", hostKey: [9])
        )
        #expect(
            try SigningPurpose(AgentMessages.file(namespace: "git"), by: key, flags: 0)
                == .file(namespace: "git")
        )
    }

    /// Texts that other protocols would accept as signed for them.
    @Test func signsNothingElse() throws {
        let world = try AgentTests.World()
        let material = try world.add("one")
        let key = try #require(SSHPublicKey(material))
        let login = AgentMessages.login(key)
        let refused: [String: [UInt8]] = [
            "nothing": [],
            "a token": Array("eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJtZSJ9".utf8),
            "a digest": [UInt8](repeating: 0x5A, count: 32),
            "a handshake": [UInt8](repeating: 0x20, count: 64)
                + Array("TLS 1.3, client CertificateVerify\0".utf8),
            "a login that is cut": login.dropLast(),
            "a login and more": login + [0],
            "another service": AgentMessages.login(key, service: "ssh-userauth"),
            "another algorithm": AgentMessages.login(key, algorithm: "ssh-rsa"),
            "another key": AgentMessages.login(try Self.key()),
            "no session": AgentMessages.login(key, session: []),
            "a file without a purpose": AgentMessages.file(namespace: ""),
            "a file and more": AgentMessages.file() + [0],
            "a file with another digest": AgentMessages.file().dropLast(),
        ]
        for (name, text) in refused {
            #expect(try world.sign(material, text) == .failure, "\(name)")
        }
        for text in [login, AgentMessages.login(key, hostKey: [9]), AgentMessages.file()] {
            #expect(try world.sign(material, text) != .failure)
        }
    }

    /// The key must sign a login with the algorithm that the login states.
    @Test(
        arguments: [
            ("rsa-sha2-512", 4, true), ("rsa-sha2-256", 2, true), ("rsa-sha2-512", 2, false),
            ("ssh-rsa", 0, false), ("ssh-rsa", 4, false),
        ] as [(String, UInt32, Bool)]
    )
    func comparesAlgorithms(_ algorithm: String, _ flags: UInt32, _ isSigned: Bool) throws {
        let world = try AgentTests.World()
        let material = try world.add("one", .rsa(bits: 2048))
        let key = try #require(SSHPublicKey(material))
        let text = AgentMessages.login(key, algorithm: algorithm)
        #expect(try (world.sign(material, text, flags: flags) != .failure) == isSigned)
    }

    @Test func offersOnlyKeysForSSH() throws {
        let world = try AgentTests.World()
        _ = try world.add("for ssh")
        let other = try world.add("other", .ed25519, nil)
        #expect(world.comments == ["for ssh"])
        #expect(try world.sign(other) == .failure)
    }

    /// A certificate says that its key serves another purpose.
    @Test(arguments: [false, true]) func leavesOutKeysWithACertificate(_ isTold: Bool) throws {
        let world = try AgentTests.World(offersCertified: isTold)
        let key = try world.add("server", .p256)
        let certificate: ItemAttributes = [
            .publicKeyHash: .data(.init(key.applicationLabel)), .label: .string("server"),
        ]
        let request = ItemRequest(.add, itemClass: .certificate, attributes: certificate)
        _ = try world.keychain.answer(to: request)
        _ = try world.add("for ssh")
        #expect(world.comments == (isTold ? ["server", "for ssh"] : ["for ssh"]))
        #expect(try (world.sign(key) != .failure) == isTold)
    }

    /// A newline would let one key look like two.
    @Test func offersNoCommentThatChangesTheList() throws {
        let world = try AgentTests.World()
        _ = try world.add("one\nssh-ed25519 AAAA two\u{1B}[2J\u{202E}")
        let added = try KeyMaterial.generate(.ed25519)
        #expect(
            world.agent.answer(AgentMessages.add(added, comment: "a\nb\u{9B}c")) == .success
        )
        #expect(
            world.comments == [
                #"a\nb\u{9b}c"#, #"one\nssh-ed25519 AAAA two\u{1b}[2J\u{202e}"#,
            ]
        )
    }

    /// The user sees the program, the operation, and the key.
    @Test func asksWithAllThatIsKnown() throws {
        let world = try AgentTests.World(Agent.Rules(confirmsAlways: true))
        let material = try world.add("one")
        let key = try #require(SSHPublicKey(material))
        let host = try Self.key()
        for text in [AgentMessages.login(key, hostKey: host.blob), AgentMessages.file()] {
            let client = AgentClient(program: "/usr/bin/evil\u{1B}[2J (process 7)")
            #expect(try world.sign(material, text, for: client) == .failure)
        }
        let reasons = world.user.questions.map(\.reason)
        #expect(
            reasons.first?.hasPrefix(
                #"/usr/bin/evil\u{1b}[2J (process 7) wants to log in as 'git' on the host with the "#
                    + "key SHA256:"
            ) == true
        )
        #expect(
            reasons.last == #"/usr/bin/evil\u{1b}[2J (process 7) wants to sign data for the "#
                + "purpose 'file' with the key 'one'"
        )
    }

    /// The dialog shows about 900 bytes, of which one letter with many marks must not take all.
    @Test func cutsALetterWithThousandsOfMarks() throws {
        let world = try AgentTests.World(Agent.Rules(confirmsAlways: true))
        let letters = "a" + String(repeating: "\u{301}", count: 3000)
        let material = try world.add(letters)
        let client = AgentClient(program: "/bin/x")
        let text = AgentMessages.file(namespace: letters)
        #expect(try world.sign(material, text, for: client) == .failure)
        let reason = try #require(world.user.questions.last?.reason)
        #expect(reason.utf8.count < 500)
        #expect(reason.contains("with the key"))
    }
}
