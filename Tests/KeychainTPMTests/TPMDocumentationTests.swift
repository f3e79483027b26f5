#if TPM && os(Linux)
    import Foundation
    import KeychainTPM
    @_spi(Keepers) import PortableKeychain
    import TestRounds
    import Testing

    /// The code that the documentation of KeychainTPM prints, with a chip in software.
    @Suite("The documentation of KeychainTPM", .thorough, .needsSimulator)
    struct TPMDocumentationTests {
        @Test("prints code that works")
        func page() throws {
            let simulator = try TPMSimulator()
            let chip = simulator.token
            guard TPM2.isSupported else { fatalError("Build with the trait TPM.") }
            var configuration = Keychain.Configuration(applicationIdentifier: "app")
            configuration.token = chip
            let keychain = try Keychain.inMemory(configuration)
            let key = try keychain.keys.generate(for: KeyItem(tag: "signing"), heldBy: .token)
            let message = Array("message".utf8)
            let signature = try key.sign(message, .ecdsa(.sha256))
            try key.publicKey.verify(signature, of: message, .ecdsa(.sha256))

            let secret = SecretBytes.random(count: 32)
            let pin = SecretBytes(utf8: "2468")
            let blob = try chip.seal(secret, policy: .init(requiresPIN: true), pin: pin)
            try keychain.setPasscode(SecretBytes(utf8: "correct horse"))
            let slot = NewAccessSlot(.tokenWithPIN, secret: secret, parameters: blob)
            let proof = AccessProof.passcode(SecretBytes(utf8: "correct horse"))
            try keychain.access.change(.add(slot), proof: proof)
            try keychain.lock()
            let slots = try keychain.access.slots().filter { $0.kind == .tokenWithPIN }
            for found in slots {
                let opened = try chip.unseal(found.parameters, pin: pin)
                try keychain.access.unlock(.slot(found.identifier, secret: opened))
            }
            #expect(try keychain.lockState == .unlocked)
        }
    }
#endif
