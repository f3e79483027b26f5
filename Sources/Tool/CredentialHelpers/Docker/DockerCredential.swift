package import PortableKeychain
package import SafeText

/// A credential that docker stores for a registry.
///
/// The user name `<token>` marks an identity token, which is stored like any other secret.
package struct DockerCredential {
    let serverURL: String
    let username: String
    let secret: SecretBytes

    init(serverURL: String, username: String, secret: SecretBytes) {
        self.serverURL = serverURL
        self.username = username
        self.secret = secret
    }

    /// Reads docker's request to store a credential.
    ///
    /// - Parameter json: An object with `ServerURL`, `Username` and `Secret`.
    /// - Throws: ``DockerProblem``, whose texts docker's client compares.
    package init(json: SecretBytes) throws(DockerProblem) {
        let (server, name, secret) = try Self.members(json)
        guard let server, !server.isEmpty else { throw .missingServer }
        guard let name, !name.isEmpty else { throw .missingUsername }
        let username = name.string
        let bytes = secret?.secret ?? SecretBytes([])
        guard !username.unicodeScalars.contains(where: Escaping.isUnsafe),
            !bytes.withUnsafeBytes({ $0.contains(0) })
        else { throw .other("the credentials contain control characters") }
        self.init(serverURL: server.string, username: username, secret: bytes)
    }

    /// The members, by docker's names; missing ones are `nil`.
    private static func members(
        _ json: SecretBytes
    ) throws(DockerProblem) -> (SourceText?, SourceText?, SourceText?) {
        do {
            let tree = try JSONTree(json)
            guard case .object = tree else { throw JSONTree.OtherType() }
            return (
                try tree.text("ServerURL"), try tree.text("Username"), try tree.text("Secret")
            )
        } catch {
            throw .other("the credentials are not a JSON object with texts")
        }
    }

    /// The answer to docker's request for a credential.
    package var json: JSON {
        .object([
            ("ServerURL", .string(serverURL)), ("Username", .string(username)),
            ("Secret", .secret(secret)),
        ])
    }
}
