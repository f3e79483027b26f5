internal import ArgumentParser
internal import CredentialHelpers
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl helper cargo`, and `cargo-credential-keychain`.
struct CargoHelperCommand: PlainCommand {
    static let configuration = CommandConfiguration(
        commandName: ProgramName.cargo.commandName,
        abstract: "Store tokens for cargo.",
        discussion: """
            cargo runs this command if ~/.cargo/config.toml contains, under [registry], the line \
            global-credential-providers = ["cargo-credential-keychain"]. They use lines of JSON.

            EXAMPLES
              keychainctl install-links ~/.local/bin
              cargo login
            """
    )

    @Flag(help: "Passed by cargo to every provider; has no effect.") var cargoPlugin = false
    @OptionGroup var options: HelperOptions

    func order() -> KeychainChoice { options.place.choice }

    static let plainOptions = HelperOptions.plain

    static let plainFlags = ["cargo-plugin"]

    static func order(_ words: PlainWords) -> KeychainChoice? {
        words.operands.isEmpty ? KeychainChoice(name: words["keychain"]) : nil
    }

    static func perform(_ place: KeychainChoice) throws {
        let helper = CargoHelper(HelperKeychain(place)) { name in
            try SecretPrompt.ask("Token for \(name): ")
        }
        let input = LineReader()
        Terminal.jsonLine(.object([("v", .array([.number(1)]))]))
        while let request = try request(input) {
            Terminal.jsonLine(helper.answer(request))
        }
    }

    /// Reads the next request, if there is one.
    ///
    /// A malformed request gets an error and ends the session, as in cargo's own providers, so that
    /// a client of another protocol gets one answer instead of one for each line.
    private static func request(_ input: LineReader) throws -> CargoRequest? {
        do {
            guard let line = try input.next() else { return nil }
            return try CargoRequest(line: line)
        } catch let failure as Failure {
            Terminal.jsonLine(CargoProblem.other(failure.message).json)
            throw failure
        } catch let problem as CargoProblem {
            Terminal.jsonLine(problem.json)
            throw Failure(
                .badInput,
                "the request is not one of cargo's credential protocol",
                advice: "nothing was done"
            )
        }
    }
}
