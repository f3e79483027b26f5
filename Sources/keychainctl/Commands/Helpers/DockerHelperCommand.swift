internal import ArgumentParser
internal import CredentialHelpers
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl helper docker`, and `docker-credential-keychain`.
struct DockerHelperCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "docker",
        abstract: "Store passwords and tokens for docker registries.",
        discussion: """
            docker runs this command if ~/.docker/config.json contains the member \
            "credsStore": "keychain". Errors are printed on standard \
            output, where docker reads them.

            EXAMPLES
              keychainctl install-links ~/.local/bin
              docker login registry.example.com
            """
    )

    @Argument(help: "The operation: store, get, erase, list or version.") var action: String
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
        case "version": Terminal.line("\(Keychainctl.configuration.version)")
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

    /// Exits as docker expects: with the error on standard output and status 1.
    private static func end(_ problem: String) -> Never {
        Terminal.line("\(problem)")
        exit(withError: ExitCode(1))
    }
}
