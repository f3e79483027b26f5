internal import PortableKeychain

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What cargo says to a credential provider, one line of JSON each (the first version of the
/// protocol; The Cargo Book, "Credential Provider Protocol").
struct CargoRequest: Decodable {
    var v: Int
    var registry: Registry
    /// `get`, `login` or `logout`; there may be others one day.
    var kind: String
    /// The token that `cargo login` was given.
    var token: String?
    var loginURL: String?
    /// What the user wrote behind the provider's name in cargo's configuration.
    var args: [String]?

    /// The registry that is meant.
    struct Registry: Decodable {
        var indexURL: String
        var name: String?

        private enum CodingKeys: String, CodingKey {
            case indexURL = "index-url"
            case name
        }
    }

    private enum CodingKeys: String, CodingKey {
        case v, registry, kind, token, args
        case loginURL = "login-url"
    }

    /// Reads a line.
    init(line: SecretBuffer) throws(CargoProblem) {
        guard
            let request = line.withUnsafeBytes({
                try? JSONDecoder().decode(Self.self, from: Data($0))
            })
        else { throw .other("the request is not the JSON of cargo's credential protocol") }
        guard request.v == 1 else { throw .other("unsupported protocol version \(request.v)") }
        self = request
    }

    /// The keychain that the user named in cargo's configuration.
    func keychain() throws(CargoProblem) -> String? {
        guard let args, !args.isEmpty else { return nil }
        guard args.count == 2, args[0] == "--keychain" else {
            throw .other("the only argument that this provider takes is --keychain NAME")
        }
        return args[1]
    }
}

/// What a credential provider answers.
enum CargoAnswer {
    case token(String)
    case login
    case logout

    /// The line for cargo.
    var json: JSON {
        let members: [(String, JSON)] =
            switch self {
            case .token(let token):
                // The token stays the same, so that one answer serves all of cargo's run.
                [
                    ("kind", .string("get")), ("token", .string(token)),
                    ("cache", .string("session")), ("operation_independent", .bool(true)),
                ]
            case .login: [("kind", .string("login"))]
            case .logout: [("kind", .string("logout"))]
            }
        return .object([("Ok", .object(members))])
    }
}

/// Why a credential provider does not do what it was asked.
enum CargoProblem: Error, Equatable {
    /// cargo may ask another provider.
    case notFound
    case urlNotSupported
    case operationNotSupported
    case other(String)

    /// The line for cargo.
    var json: JSON {
        let members: [(String, JSON)] =
            switch self {
            case .notFound: [("kind", .string("not-found"))]
            case .urlNotSupported: [("kind", .string("url-not-supported"))]
            case .operationNotSupported: [("kind", .string("operation-not-supported"))]
            case .other(let message):
                [
                    ("kind", .string("other")), ("message", .string(message)),
                    ("caused-by", .array([])),
                ]
            }
        return .object([("Err", .object(members))])
    }
}
