#if TPM && os(Linux)
    import Foundation
    import KeychainTesting
    import PortableKeychain
    import Testing

    @testable import KeychainTPM

    /// A TPM keeps the rules of every token, and holds the keys of a keychain.
    @Suite("The rules of a token, and a TPM", .needsSimulator)
    struct TPMRulesTests {
        /// The chips that a rule has made, which end with it.
        private final class Chips: @unchecked Sendable {
            // A rule runs on one thread.
            var made: [TPMSimulator] = []
        }

        @Test("keeps each rule", arguments: SecurityTokenSuite.rules)
        func keeps(rule: SecurityTokenRule) throws {
            let chips = Chips()
            let suite = SecurityTokenSuite(guesses: 5) { _, register in
                try chips.made.first?.extend(register)
            } makeToken: {
                let chip = try TPMSimulator()
                try chip.allowGuesses(5, forgetAfter: 1000)
                chips.made.append(chip)
                return chip.token
            }
            let failures = try suite.check(rule)
            #expect(failures.isEmpty, "\(failures)")
        }

        @Test("holds the keys of a keychain until it is cleared")
        func holdsKeys() throws {
            let chip = try TPMSimulator()
            let user = ScriptedAuthenticator()
            var configuration = Keychain.Configuration(applicationIdentifier: "app")
            configuration.token = chip.token
            configuration.authenticator = user
            let keychain = try Keychain.inMemory(configuration)
            var item = KeyItem(tag: "guarded")
            item.accessControl = .userPresence()
            let free = try keychain.keys.generate(for: KeyItem(tag: "free"), heldBy: .token)
            let guarded = try keychain.keys.generate(for: item, heldBy: .token)
            let message = Array("message".utf8)
            let algorithms: [KeyAlgorithm] = [
                .ecdsaSignatureMessageX962SHA1, .ecdsaSignatureMessageX962SHA256,
                .ecdsaSignatureMessageRFC4754SHA384, .ecdsaSignatureMessageX962SHA512,
            ]
            for algorithm in algorithms {
                let signature = try free.sign(message, algorithm)
                try free.publicKey.verify(signature, of: message, algorithm)
            }
            let sealing = KeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
            let sealed = try free.publicKey.encrypt(SecretBytes(message), sealing)
            #expect(try free.decrypt(sealed, sealing).matches(SecretBytes(message)))
            #expect(throws: KeychainError(.authenticationRequired)) {
                try guarded.sign(message, algorithms[1])
            }
            user.reply([.confirmed])
            _ = try guarded.sign(message, algorithms[1])
            try chip.restart()
            _ = try free.sign(message, algorithms[1])
            try chip.clear()
            #expect(throws: KeychainError(.corrupt)) { try free.sign(message, algorithms[1]) }
            for tag in ["free", "guarded"] {
                #expect(try keychain.delete(matching: .key(tag: tag)) == 1)
            }
        }
    }
#endif
