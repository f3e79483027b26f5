internal import SafeText

/// The errors that a credential helper reports to docker.
///
/// docker's client compares the texts (docker-credential-helpers, `credentials/error.go`), and
/// reads them on standard output.
package enum DockerProblem: Error, Equatable {
    case notFound
    case missingServer
    case missingUsername
    case unknownAction(String)
    case other(String)

    package var text: String {
        switch self {
        case .notFound: "credentials not found in native keychain"
        case .missingServer: "no credentials server URL"
        case .missingUsername: "no credentials username"
        case .unknownAction(let name): "unknown credential action '\(Escaping.escaped(name))'"
        case .other(let problem): problem
        }
    }
}
