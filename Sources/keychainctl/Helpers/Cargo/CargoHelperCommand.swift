internal import ArgumentParser
internal import PortableKeychain

/// `keychainctl helper cargo`, and `cargo-credential-keychain`.
struct CargoHelperCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cargo",
        abstract: "Keep the tokens of cargo.",
        discussion: """
            cargo runs this itself once its configuration names it, and speaks lines of JSON.

            EXAMPLES
              keychainctl install-links ~/.local/bin
              printf '[registry]\\nglobal-credential-providers = \\
                  ["cargo-credential-keychain"]\\n' >> ~/.cargo/config.toml
              cargo login
            """
    )

    @Flag(help: "What cargo says to every provider; it changes nothing.") var cargoPlugin = false
    @OptionGroup var options: HelperOptions

    func run() throws {
        let helper = CargoHelper(options: options) { name in
            try SecretPrompt.ask("Token for \(name): ")
        }
        let input = LineReader()
        Terminal.line(JSON.object([("v", .array([.number(1)]))]).line)
        while true {
            let answer: JSON
            do throws(Failure) {
                guard let line = try input.next() else { return }
                answer = helper.answer(line)
            } catch {
                Terminal.line(CargoProblem.other(error.message).json.line)
                throw error
            }
            Terminal.line(answer.line)
        }
    }
}
