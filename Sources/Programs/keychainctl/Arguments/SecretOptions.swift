internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// The options for the secret of an item that is stored.
struct SecretOptions: ParsableArguments {
    @Flag(help: "Store standard input exactly, with a newline at its end.")
    var exact = false

    @Option(
        defaultAsFlag: GeneratedSecret.standard,
        help: ArgumentHelp(
            "Store a random secret: letters and digits, or words, by default 6 (words:8 for "
                + "another number).",
            valueName: "length|words"
        )
    )
    var generate: String?

    @Flag(help: .rare("With --generate: with a symbol, letters of both cases and a digit."))
    var symbols = false

    @Option(
        help: .rare(
            "With --generate: the rules of a website, as in its attribute 'passwordrules'.",
            valueName: "rules"
        )
    )
    var rules: String?

    func validate() throws {
        guard let generate else {
            guard !symbols, rules == nil else {
                throw ValidationError("Use --symbols and --rules with --generate.")
            }
            return
        }
        guard !exact else { throw ValidationError("Use either --exact or --generate.") }
        guard !symbols || rules == nil else {
            throw ValidationError("Use either --symbols or --rules.")
        }
        guard !symbols, rules == nil else { return }
        guard GeneratedSecret(generate) != nil else {
            throw ValidationError(
                "The value of --generate must be \(GeneratedSecret.expectation)."
            )
        }
    }

    /// The kind of secret to generate; `nil` if the secret comes from the user.
    private func generated() throws(Failure) -> GeneratedSecret? {
        guard let generate else { return nil }
        if symbols { return try GeneratedSecret(generate, rules: .symbols) }
        if let rules { return try GeneratedSecret(generate, rules: PasswordRules(rules)) }
        return GeneratedSecret(generate)
    }

    /// The secret: generated, typed, or read from standard input.
    ///
    /// - Returns: The secret, and the message when it is stored.
    /// - Throws: ``Failure`` if there is none.
    func secret() throws(Failure) -> (secret: SecretBytes, news: String?) {
        guard let generated = try generated() else {
            return (try SecretInput.secret(isExact: exact), nil)
        }
        return (generated.make(), "Generated: \(generated.summary).")
    }
}
