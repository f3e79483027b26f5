import Vaults

private struct Token: Codable, Equatable {
    var value: String
    var scopes: [String]
}

/// Keeps tokens in an actor, from many tasks: the answers are no, then the passcode.
func checkVaults() async throws {
    let vault = TokenVault(service: "vault")
    do {
        _ = try await vault.token(Token.self, for: "anna")
        check(false, "a token of nobody")
    } catch {
        check(error == .missing, "nobody kept one")
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<16 {
            group.addTask {
                let token = Token(value: "t\(number)", scopes: ["read"])
                try await vault.store(token, for: "user \(number % 4)")
            }
        }
        try await group.waitForAll()
    }
    let users = try await vault.users()
    check(users == ["user 0", "user 1", "user 2", "user 3"], "four users")
    let token = try await vault.token(Token.self, for: "user 1")
    check(token.scopes == ["read"] && token.value.hasPrefix("t"), "one of the tokens")
    do {
        try await vault.forget()
        check(false, "the user declined")
    } catch TokenVault.Failure.declined {
        check(true, "the user declined")
    }
    try await vault.forget()
    let left = try await vault.users()
    check(left.isEmpty, "nothing is left")
}
