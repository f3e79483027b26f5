internal import ArgumentParser
internal import CredentialHelpers
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl helper docker`, and `docker-credential-keychain`.
struct DockerHelperCommand: PlainCommand {
    static let configuration = CommandConfiguration(
        commandName: ProgramName.docker.commandName,
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

    func order() -> HelperOrder { HelperOrder(action, options) }

    static let plainOptions = HelperOptions.plain

    static func order(_ words: PlainWords) -> HelperOrder? { HelperOrder(words) }

    static func perform(_ order: HelperOrder) throws {
        do {
            try answer(order)
        } catch let problem as DockerProblem {
            end(problem.text)
        } catch let error as KeychainError {
            end(Failure(error).message)
        } catch let failure as Failure {
            end(failure.message)
        }
    }

    private static func answer(_ order: HelperOrder) throws {
        let helper = DockerHelper(HelperKeychain(order.place))
        switch order.operation {
        case "store": try helper.store(DockerCredential(json: LineReader().rest()))
        case "get": Terminal.jsonLine(try helper.get(serverURL()).json)
        case "erase": try helper.erase(serverURL())
        case "list":
            Terminal.jsonLine(.object(try helper.list().map { ($0, .string($1)) }))
        case "version": Terminal.line("\(SoftwareVersion.text)")
        default: throw DockerProblem.unknownAction(order.operation)
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
        Terminal.end(1)
    }
}
