import KeychainTesting
import PortableKeychain
import Testing

/// The token in software keeps the rules of every token.
@Suite struct SoftwareTokenTests {
    private static let suite = SecurityTokenSuite(guesses: 5) { token, register in
        (token as? SoftwareToken)?.extend(register)
    } makeToken: {
        SoftwareToken()
    }

    @Test(arguments: SecurityTokenSuite.rules)
    func keeps(rule: SecurityTokenRule) throws {
        let failures = try Self.suite.check(rule)
        #expect(failures.isEmpty, "\(failures)")
    }

    @Test func theSuiteFindsWhatBreaksARule() throws {
        let broken = SecurityTokenSuite(guesses: 5) { ForgetfulToken() }
        let failed = try SecurityTokenSuite.rules.filter { try !broken.check($0).isEmpty }.map(\.id)
        #expect(failed == ["seal/pin", "seal/guesses", "key/authorization"])
    }

    @Test func aLockOutEndsInTime() throws {
        let clock = FixedClock()
        let token = SoftwareToken(guesses: 2, lockOut: 60, clock: clock.clock)
        let pin = SecretBytes(utf8: "1234")
        let secret = SecretBytes.random(count: 32)
        let blob = try token.seal(secret, policy: .init(requiresPIN: true), pin: pin)
        for _ in 0..<2 {
            #expect(throws: KeychainError(.authenticationFailed)) {
                try token.unseal(blob, pin: SecretBytes(utf8: "x"))
            }
        }
        clock.advance(by: 59)
        let refusal = #expect(throws: KeychainError.self) { try token.unseal(blob, pin: pin) }
        #expect(refusal?.code == .notAvailable)
        #expect(refusal?.reason.contains("1 seconds") == true)
        clock.advance(by: 2)
        #expect(try token.unseal(blob, pin: pin).matches(secret))
    }

    @Test func anAbsentTokenDoesNothing() throws {
        let token = SoftwareToken()
        let key = try token.makeKey(authorization: nil)
        token.isAbsent = true
        #expect(throws: KeychainError(.notAvailable)) {
            try token.sign([UInt8](repeating: 0, count: 32), key: key.blob, authorization: nil)
        }
        #expect(throws: KeychainError(.notAvailable)) { try token.makeKey(authorization: nil) }
        token.isAbsent = false
        _ = try token.sign([UInt8](repeating: 0, count: 32), key: key.blob, authorization: nil)
    }
}

/// A token that accepts every PIN and every authorization.
private struct ForgetfulToken: SecurityToken {
    let token = SoftwareToken()

    func seal(
        _ secret: SecretBytes,
        policy: SecurityTokenPolicy,
        pin: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        _ = try token.seal(secret, policy: policy, pin: pin)
        return try token.seal(secret, policy: .init(registers: policy.registers), pin: nil)
    }

    func unseal(_ blob: [UInt8], pin: SecretBytes?) throws(KeychainError) -> SecretBytes {
        try token.unseal(blob, pin: nil)
    }

    func makeKey(authorization: SecretBytes?) throws(KeychainError) -> SecurityTokenKey {
        try token.makeKey(authorization: nil)
    }

    func sign(
        _ digest: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        try token.sign(digest, key: key, authorization: nil)
    }

    func agree(
        with point: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> SecretBytes {
        try token.agree(with: point, key: key, authorization: nil)
    }
}
