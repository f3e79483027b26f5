internal import ArgumentParser
internal import CredentialHelpers
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl helper docker`, and `docker-credential-keychain`.
struct DockerHelperCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "docker",
        abstract: "Keep the passwords and tokens of registries.",
        discussion: """
            docker runs this itself once ~/.docker/config.json has the member \
            "credsStore": "keychain". Problems go to standard \
            output, where docker looks for them.

            EXAMPLES
              keychainctl install-links ~/.local/bin
              docker login registry.example.com
            """
    )

    @Argument(help: "What docker wants: store, get, erase, list or version.") var action: String
    @OptionGroup var options: HelperOptions

    func run() throws {
        do {
            try perform()
        } catch let problem as DockerProblem {
            Self.end(problem.text)
        } catch let error as KeychainError {
            Self.end(Failure(error).message)
        } catch let failure as Failure {
            Self.end(failure.message)
        }
    }

    private func perform() throws {
        let helper = DockerHelper(options.keychain)
        switch action {
        case "store": try helper.store(DockerCredential(json: LineReader().rest()))
        case "get": Terminal.jsonLine(try helper.get(Self.serverURL()).json)
        case "erase": try helper.erase(Self.serverURL())
        case "list":
            Terminal.jsonLine(.object(try helper.list().map { ($0, .string($1)) }))
        case "version": Terminal.line(Keychainctl.configuration.version)
        default: throw DockerProblem.unknownAction(action)
        }
    }

    private static func serverURL() throws -> String {
        let text = SecretText.copy(try LineReader().rest()) ?? ""
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let url = words.first else { throw DockerProblem.missingServer }
        guard words.count == 1 else { throw DockerProblem.other("no hostname in URL") }
        return String(url)
    }

    /// Ends as docker expects it: with the problem on standard output, and status 1.
    private static func end(_ problem: String) -> Never {
        Terminal.line(Escaping.escaped(problem))
        exit(withError: ExitCode(1))
    }
}
