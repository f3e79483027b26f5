internal import PortableKeychain

extension SecurityTokenRule {
    /// A sealed secret is unsealed under its policy, and not otherwise.
    static let sealing = [
        SecurityTokenRule("seal/any", "a sealed secret of 1 to 64 bytes is unsealed unchanged") {
            trial in
            for count in [1, 31, 32, 33, 64] {
                let secret = SecretBytes.random(count: count)
                let blob = try trial.token.seal(secret, policy: .init(), pin: nil)
                trial.expect(blob.count <= 1024, "a blob of at most 1,024 bytes")
                for _ in 0..<2 {
                    trial.expect(
                        try trial.token.unseal(blob, pin: nil).matches(secret),
                        "the secret of \(count) bytes"
                    )
                }
                let again = try trial.token.seal(secret, policy: .init(), pin: nil)
                trial.expect(blob != again, "that equal secrets have different blobs")
            }
        },
        SecurityTokenRule("seal/limits", "a secret that cannot be sealed is refused") { trial in
            let (token, secret) = (trial.token, SecretBytes.random(count: 32))
            let pin = SecretBytes(utf8: "1234")
            for count in [0, 65] {
                trial.refuses("a secret of \(count) bytes") {
                    try token.seal(.random(count: count), policy: .init(), pin: nil)
                }
            }
            trial.refuses("a PIN that the policy does not require") {
                try token.seal(secret, policy: .init(), pin: pin)
            }
            trial.refuses("a missing PIN") {
                try token.seal(secret, policy: .init(requiresPIN: true), pin: nil)
            }
            for count in [0, 129] {
                trial.refuses("a PIN of \(count) bytes") {
                    try token.seal(
                        secret,
                        policy: .init(requiresPIN: true),
                        pin: .random(count: count)
                    )
                }
            }
        },
        SecurityTokenRule("seal/pin", "the right PIN opens, and another one does not") { trial in
            let secret = SecretBytes.random(count: 32)
            for count in [1, 4, 32, 33, 128] {
                // A new token each time: some count wrong PINs until time has passed.
                let token = try trial.suite.makeToken()
                let pin = SecretBytes.random(count: count)
                let blob = try token.seal(
                    secret,
                    policy: .init(requiresPIN: true),
                    pin: pin
                )
                trial.refuses("a wrong PIN", as: [.authenticationFailed]) {
                    try token.unseal(blob, pin: .random(count: count % 128 + 1))
                }
                trial.expect(
                    try token.unseal(blob, pin: pin).matches(secret),
                    "the secret for a PIN of \(count) bytes"
                )
            }
            let pin = SecretBytes(utf8: "1234")
            let blob = try trial.token.seal(secret, policy: .init(requiresPIN: true), pin: pin)
            trial.refuses("no PIN") { try trial.token.unseal(blob, pin: nil) }
        },
        SecurityTokenRule(
            "seal/guesses",
            "wrong PINs are counted: too many lock the right one out, and nothing without a PIN"
        ) { trial in
            let (token, secret) = (trial.token, SecretBytes.random(count: 32))
            let pin = SecretBytes(utf8: "1234")
            let guarded = try token.seal(secret, policy: .init(requiresPIN: true), pin: pin)
            let free = try token.seal(secret, policy: .init(), pin: nil)
            let key = try token.makeKey(authorization: nil)
            var isLockedOut = false
            for _ in 0...trial.suite.guesses where !isLockedOut {
                do throws(KeychainError) {
                    _ = try token.unseal(guarded, pin: SecretBytes(utf8: "4321"))
                    trial.fail("that a wrong PIN is refused")
                } catch {
                    isLockedOut = error.code == .notAvailable
                    trial.expect(
                        isLockedOut || error.code == .authenticationFailed,
                        "authenticationFailed or notAvailable, and found \(error)"
                    )
                }
            }
            trial.expect(isLockedOut, "a lock-out after \(trial.suite.guesses) wrong PINs")
            trial.refuses("the right PIN while locked out", as: [.notAvailable]) {
                try token.unseal(guarded, pin: pin)
            }
            trial.expect(
                try token.unseal(free, pin: nil).matches(secret),
                "that a secret without a PIN opens while locked out"
            )
            _ = try token.sign([UInt8](repeating: 7, count: 32), key: key.blob, authorization: nil)
        },
        SecurityTokenRule("seal/damage", "a damaged blob opens nothing") { trial in
            let blob = try trial.token.seal(.random(count: 32), policy: .init(), pin: nil)
            for damaged in trial.damaged(blob) {
                trial.refuses("a damaged blob", as: [.corrupt]) {
                    try trial.token.unseal(damaged, pin: nil)
                }
            }
        },
        SecurityTokenRule("seal/other", "another token opens nothing") { trial in
            let blob = try trial.token.seal(.random(count: 32), policy: .init(), pin: nil)
            let other = try trial.suite.makeToken()
            trial.refuses("a blob of another token", as: [.corrupt]) {
                try other.unseal(blob, pin: nil)
            }
        },
        SecurityTokenRule("seal/registers", "another state of the machine opens nothing") { trial in
            guard let extend = trial.suite.extend else { return }
            let (token, secret) = (trial.token, SecretBytes.random(count: 32))
            let pin = SecretBytes(utf8: "1234")
            let free = try token.seal(secret, policy: .init(registers: [8]), pin: nil)
            let bound = try token.seal(secret, policy: .init(registers: [7, 8]), pin: nil)
            let both = SecurityTokenPolicy(requiresPIN: true, registers: [7])
            let guarded = try token.seal(secret, policy: both, pin: pin)
            trial.expect(try token.unseal(bound, pin: nil).matches(secret), "the secret")
            trial.expect(try token.unseal(guarded, pin: pin).matches(secret), "the secret")
            trial.refuses("a wrong PIN in the right state", as: [.authenticationFailed]) {
                try token.unseal(guarded, pin: SecretBytes(utf8: "4321"))
            }
            try extend(token, 7)
            trial.refuses("another state", as: [.notAvailable]) {
                try token.unseal(bound, pin: nil)
            }
            trial.refuses("another state", as: [.notAvailable]) {
                try token.unseal(guarded, pin: pin)
            }
            trial.expect(
                try token.unseal(free, pin: nil).matches(secret),
                "the secret that is bound to another register"
            )
        },
    ]
}
