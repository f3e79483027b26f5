internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// The options for the secret of an item that is stored.
struct SecretOptions: ParsableArguments {
    @Flag(help: "Store standard input exactly, even if it is empty or ends with a newline.")
    var exact = false

    @Option(
        defaultAsFlag: GeneratedSecret.standard,
        help: ArgumentHelp(
            "Store a random secret and print its entropy: letters and digits, by default "
                + "\(GeneratedSecret.standard), or words, by default 6 (words:8 for another number).",
            valueName: "length|words"
        )
    )
    var generate: String?

    func validate() throws {
        guard let generate else { return }
        guard GeneratedSecret(generate) != nil else {
            throw ValidationError(
                "The value of --generate must be \(GeneratedSecret.expectation)."
            )
        }
        guard !exact else { throw ValidationError("Use either --exact or --generate.") }
    }

    /// The secret: generated, typed, or read from standard input.
    ///
    /// - Returns: The secret, and what to say when it is stored.
    /// - Throws: ``Failure`` if there is none.
    func secret() throws(Failure) -> (secret: SecretBytes, news: String?) {
        guard let length = generate, let generated = GeneratedSecret(length) else {
            return (try SecretInput.secret(isExact: exact), nil)
        }
        return (generated.make(), "Generated: \(generated.summary).")
    }
}
