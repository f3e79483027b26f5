#if TPM && os(Linux)
    import Foundation
    import PortableKeychain
    import Testing

    @testable import KeychainTPM

    @Suite("Secrets that a TPM seals", .needsSimulator)
    struct TPMSealingTests {
        private let pin = SecretBytes(utf8: "1234")
        private let secret = SecretBytes(Array(1...64))

        private static let policies: [SecurityTokenPolicy] = [
            .init(), .init(requiresPIN: true), .init(registers: [7]),
            .init(requiresPIN: true, registers: [0, 7, 23]),
        ]

        private func pin(for policy: SecurityTokenPolicy) -> SecretBytes? {
            policy.requiresPIN ? pin : nil
        }

        private func code(_ body: () throws(KeychainError) -> Void) -> KeychainError? {
            do throws(KeychainError) { try body() } catch { return error }
            return nil
        }

        @Test("are unsealed under each policy, also after the machine was off", arguments: policies)
        func opens(policy: SecurityTokenPolicy) throws {
            let chip = try TPMSimulator()
            for secret in [secret, SecretBytes([0]), SecretBytes([UInt8](repeating: 0, count: 32))]
            {
                let blob = try chip.token.seal(secret, policy: policy, pin: pin(for: policy))
                #expect(blob.count <= 400)
                #expect(try chip.token.unseal(blob, pin: pin(for: policy)).matches(secret))
                try chip.restart()
                #expect(try chip.token.unseal(blob, pin: pin(for: policy)).matches(secret))
            }
        }

        /// The wires of a chip on a board can be read with cheap tools.
        ///
        /// The test also looks for a text that is not encrypted, so that an empty record is not a
        /// success.
        @Test("are not visible between processor and chip, nor are PINs and authorizations")
        func areNotSeen() throws {
            let chip = try TPMSimulator(recordsBus: true)
            let token = chip.token
            let pin = SecretBytes(utf8: "correct horse battery")
            var hidden = [secret, pin, try #require(TPMCoding.authorization(pin))]
            for policy in Self.policies {
                let pin = policy.requiresPIN ? pin : nil
                let blob = try token.seal(secret, policy: policy, pin: pin)
                #expect(try token.unseal(blob, pin: pin).matches(secret))
            }
            let authorization = SecretBytes.random(count: 32)
            let key = try token.makeKey(authorization: authorization)
            let other = try token.makeKey(authorization: nil)
            _ = try token.sign(
                [UInt8](repeating: 7, count: 32),
                key: key.blob,
                authorization: authorization
            )
            hidden += [authorization, try #require(TPMCoding.authorization(authorization))]
            hidden.append(
                try token.agree(
                    with: other.publicKey,
                    key: key.blob,
                    authorization: authorization
                )
            )
            try chip.extend(16)
            let bus = try chip.bus()
            #expect(bus.firstRange(of: [1] + [UInt8](repeating: 0, count: 31)) != nil)
            #expect(bus.firstRange(of: other.publicKey[1...32]) != nil)
            for secret in hidden {
                #expect(bus.firstRange(of: secret.withUnsafeBytes { Array($0) }) == nil)
            }
        }

        @Test("leave nothing in the chip, whether they open or not")
        func leavesNothing() throws {
            let chip = try TPMSimulator()
            try chip.allowGuesses(1000, forgetAfter: 1)
            for policy in Self.policies {
                let blob = try chip.token.seal(secret, policy: policy, pin: pin(for: policy))
                // There is room for three objects and three sessions.
                for _ in 0..<4 {
                    _ = try chip.token.unseal(blob, pin: pin(for: policy))
                    guard policy.requiresPIN else { continue }
                    #expect(throws: KeychainError(.authenticationFailed)) {
                        try chip.token.unseal(blob, pin: SecretBytes(utf8: "1235"))
                    }
                }
                var damaged = blob
                damaged[blob.count - 1] ^= 1
                for _ in 0..<4 {
                    #expect(throws: KeychainError(.corrupt)) {
                        try chip.token.unseal(damaged, pin: pin(for: policy))
                    }
                }
            }
        }

        @Test("say after too many wrong PINs for how long the chip refuses the right one")
        func locksOut() throws {
            let chip = try TPMSimulator()
            try chip.allowGuesses(3, forgetAfter: 600)
            let policy = SecurityTokenPolicy(requiresPIN: true)
            let blob = try chip.token.seal(secret, policy: policy, pin: pin)
            for _ in 0..<3 {
                let refusal = code { () throws(KeychainError) in
                    _ = try chip.token.unseal(blob, pin: SecretBytes(utf8: "1"))
                }
                #expect(refusal?.code == .authenticationFailed)
            }
            for _ in 0..<2 {
                let refusal = code { () throws(KeychainError) in
                    _ = try chip.token.unseal(blob, pin: pin)
                }
                #expect(refusal?.code == .notAvailable)
                #expect(refusal?.reason.contains("for up to 10 minutes") == true)
            }
            #expect(
                try TPMConnection(chip.interface).guessing
                    == TPMGuessing(wrong: 3, limit: 3, secondsForEach: 600)
            )
            // Operations without a PIN are not locked out.
            let other = try chip.token.seal(secret, policy: .init(), pin: nil)
            #expect(try chip.token.unseal(other, pin: nil).matches(secret))
            try chip.allowGuesses(3, forgetAfter: 1)
            for _ in 0..<30 where (try? chip.token.unseal(blob, pin: pin)) == nil {
                usleep(200_000)
            }
            #expect(try chip.token.unseal(blob, pin: pin).matches(secret))
        }

        @Test("do not open after a register has changed, until the next start")
        func needsRegisters() throws {
            let chip = try TPMSimulator()
            let policy = SecurityTokenPolicy(requiresPIN: true, registers: [7])
            let blob = try chip.token.seal(secret, policy: policy, pin: pin)
            try chip.extend(8)
            #expect(try chip.token.unseal(blob, pin: pin).matches(secret))
            try chip.extend(7)
            let refusal = code { () throws(KeychainError) in
                _ = try chip.token.unseal(blob, pin: pin)
            }
            #expect(refusal?.code == .notAvailable)
            #expect(refusal?.reason.contains("PCR") == true)
            try chip.restart()
            #expect(try chip.token.unseal(blob, pin: pin).matches(secret))
        }

        @Test("do not open in another chip, or after the chip was cleared")
        func needsItsChip() throws {
            let (chip, other) = (try TPMSimulator(), try TPMSimulator())
            let blob = try chip.token.seal(secret, policy: .init(), pin: nil)
            let refusal = code { () throws(KeychainError) in
                _ = try other.token.unseal(blob, pin: nil)
            }
            #expect(refusal?.code == .corrupt)
            #expect(refusal?.reason.contains("Another TPM") == true)
            try chip.clear()
            #expect(throws: KeychainError(.corrupt)) { try chip.token.unseal(blob, pin: nil) }
        }

        @Test("say what to do when the chip has an owner's password and no key to seal under")
        func ownedChip() throws {
            let chip = try TPMSimulator()
            try chip.setOwnerPassword()
            let refusal = code { () throws(KeychainError) in
                _ = try chip.token.seal(secret, policy: .init(), pin: nil)
            }
            #expect(refusal?.code == .notAvailable)
            #expect(refusal?.reason.contains("0x81000001") == true)
        }

        @Test("end with an error when the chip ends in the middle of a call")
        func survivesADeadChip() async throws {
            let chip = try TPMSimulator()
            let blob = try chip.token.seal(secret, policy: .init(), pin: nil)
            let token = chip.token
            let calls = Task.detached { () -> KeychainError? in
                // Without an end: the chip may be ended late on a busy machine.
                while !Task.isCancelled {
                    do throws(KeychainError) { _ = try token.unseal(blob, pin: nil) } catch {
                        return error
                    }
                }
                return nil
            }
            try await Task.sleep(for: .milliseconds(300))
            chip.kill()
            #expect(await calls.value?.code == .notAvailable)
            #expect(throws: KeychainError(.notAvailable)) { try token.unseal(blob, pin: nil) }
            try chip.start()
            #expect(try token.unseal(blob, pin: nil).matches(secret))
        }

        @Test("never open from a blob with another bit")
        func refusesFlips() throws {
            let chip = try TPMSimulator()
            let blob = try chip.token.seal(secret, policy: .init(), pin: nil)
            for place in stride(from: 0, to: blob.count, by: 5) {
                var flipped = blob
                flipped[place] ^= 1 << UInt8(place % 8)
                let refusal = code { () throws(KeychainError) in
                    _ = try chip.token.unseal(flipped, pin: nil)
                }
                // A flipped kind asks for a PIN.
                #expect(
                    refusal?.code == .corrupt || refusal?.code == .authenticationFailed,
                    "byte \(place): \(String(describing: refusal))"
                )
            }
        }

        @Test("are not sealed by a malformed request")
        func refusesRequests() throws {
            let token = TPM2(interface: "swtpm:path=/nonexistent/s")
            let cases: [(SecretBytes, SecurityTokenPolicy, SecretBytes?)] = [
                (SecretBytes([UInt8]()), .init(), nil),
                (SecretBytes([UInt8](repeating: 1, count: 65)), .init(), nil),
                (secret, .init(), pin), (secret, .init(requiresPIN: true), nil),
                (secret, .init(requiresPIN: true), SecretBytes([UInt8]())),
                (secret, .init(registers: [24]), nil), (secret, .init(registers: [7, 7]), nil),
                (secret, .init(registers: [8, 7]), nil),
            ]
            for (secret, policy, pin) in cases {
                #expect(throws: KeychainError(.invalidParameter)) {
                    try token.seal(secret, policy: policy, pin: pin)
                }
            }
            #expect(throws: KeychainError(.notAvailable)) {
                try token.seal(secret, policy: .init(), pin: nil)
            }
        }
    }
#endif
