internal import PortableKeychain

extension SecurityTokenRule {
    /// A counter only rises, for every holder of its authorization.
    static let counters = [
        SecurityTokenRule("counter/rise", "a counter rises to the requested value, and never falls")
        {
            trial in
            let (token, secret) = (trial.token, SecretBytes.random(count: 32))
            guard let counter = trial.counter(secret) else { return }
            var value = try token.count(counter, atLeast: 0, authorization: secret)
            trial.expect(value > 0, "a value from 1")
            for step in [0, 1, 1, 3] as [UInt64] {
                let next = try token.count(counter, atLeast: value + step, authorization: secret)
                trial.expect(next == value + step, "\(value + step), and found \(next)")
                value = next
                let again = try token.count(counter, atLeast: 0, authorization: secret)
                trial.expect(again == value, "that reading changes nothing")
                let less = try token.count(counter, atLeast: value - 1, authorization: secret)
                trial.expect(less == value, "that nothing sets it back")
            }
            trial.refuses("a value that is far away", as: [.invalidParameter]) {
                try token.count(counter, atLeast: value + 9, authorization: secret)
            }
        },
        SecurityTokenRule("counter/authorization", "another authorization reads and raises nothing")
        {
            trial in
            let (token, secret) = (trial.token, SecretBytes.random(count: 32))
            guard let counter = trial.counter(secret) else { return }
            let value = try token.count(counter, atLeast: 0, authorization: secret)
            for least in [0, value + 1] {
                trial.refuses("another authorization", as: [.authenticationFailed]) {
                    try token.count(counter, atLeast: least, authorization: .random(count: 32))
                }
            }
            trial.expect(
                try token.count(counter, atLeast: 0, authorization: secret) == value,
                "that the value stays"
            )
            trial.refuses("an authorization of 31 bytes", as: [.invalidParameter]) {
                try token.makeCounter(authorization: .random(count: 31))
            }
        },
        SecurityTokenRule("counter/again", "a counter is found again, and a new one starts higher")
        {
            trial in
            let (token, secret) = (trial.token, SecretBytes.random(count: 32))
            guard let counter = trial.counter(secret) else { return }
            let value = try token.count(counter, atLeast: 0, authorization: secret)
            let raised = try token.count(counter, atLeast: value + 2, authorization: secret)
            trial.expect(try token.makeCounter(authorization: secret) == counter, "the same one")
            trial.expect(
                try token.count(counter, atLeast: 0, authorization: secret) == raised,
                "the same value"
            )
            let other = try token.makeCounter(authorization: .random(count: 32))
            trial.expect(other != counter, "another one for another authorization")
            for _ in 0..<2 { try token.removeCounter(counter) }
            trial.refuses("a counter that was removed", as: [.notAvailable]) {
                try token.count(counter, atLeast: 0, authorization: secret)
            }
            let anew = try token.makeCounter(authorization: secret)
            trial.expect(
                try token.count(anew, atLeast: 0, authorization: secret) > raised,
                "more than the one that was removed had"
            )
        },
    ]
}

extension SecurityTokenTrial {
    /// A new counter; `nil` if the token has none.
    fileprivate func counter(_ authorization: SecretBytes) -> [UInt8]? {
        do throws(KeychainError) {
            let counter = try token.makeCounter(authorization: authorization)
            expect(1...64 ~= counter.count, "1 to 64 bytes that identify a counter")
            return counter
        } catch {
            expect(error.code == .notAvailable, "notAvailable where there are no counters")
            return nil
        }
    }
}
