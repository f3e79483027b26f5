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
    init(line: SecretBytes) throws(CargoProblem) {
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
