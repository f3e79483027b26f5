package import PortableKeychain
internal import SafeText

/// A request of cargo to a credential provider: a line of JSON (the first version of the protocol;
/// The Cargo Book, "Credential Provider Protocol").
package struct CargoRequest {
    let registry: Registry
    /// `get`, `login` or `logout`; future versions may define others.
    let kind: String
    /// The token that was passed to `cargo login`.
    let token: SecretBytes?
    /// The arguments after the provider's name in cargo's configuration.
    let arguments: [String]

    /// The registry of a request.
    struct Registry {
        let indexURL: String
        let name: String?
    }

    /// Reads a line.
    ///
    /// - Throws: ``CargoProblem`` if it is not a request of this version.
    package init(line: SecretBytes) throws(CargoProblem) {
        let version: String
        do {
            let tree = try JSONTree(line)
            guard case .number(let number) = tree["v"], let registry = try tree.object("registry"),
                let index = try registry.text("index-url"), let kind = try tree.text("kind")
            else { throw JSONTree.OtherType() }
            version = number.string
            _ = try tree.text("login-url")
            self.kind = kind.string
            self.registry = Registry(
                indexURL: index.string,
                name: try registry.text("name")?.string
            )
            token = try tree.text("token")?.secret
            arguments = try Self.words(tree["args"])
            guard Int(version) != nil else { throw JSONTree.OtherType() }
        } catch {
            throw .other("the request is not the JSON of cargo's credential protocol")
        }
        guard version == "1" else { throw .other("unsupported protocol version \(version)") }
    }

    private static func words(_ list: JSONTree) throws(JSONTree.OtherType) -> [String] {
        switch list {
        case .null: return []
        case .list(let elements):
            var words: [String] = []
            for element in elements {
                guard case .text(let text) = element else { throw JSONTree.OtherType() }
                words.append(text.string)
            }
            return words
        default: throw JSONTree.OtherType()
        }
    }

    /// The keychain that the user named in cargo's configuration.
    package func keychain() throws(CargoProblem) -> String? {
        guard !arguments.isEmpty else { return nil }
        guard arguments.count == 2, arguments[0] == "--keychain" else {
            throw .other("the only argument of this provider is --keychain NAME")
        }
        return arguments[1]
    }
}
