internal import PortableKeychain

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What docker stores for a registry.
///
/// The user's name `<token>` says that the secret is an identity token; it is kept as any other.
struct DockerCredential: Equatable {
    var serverURL: String
    var username: String
    var secret: String

    init(serverURL: String, username: String, secret: String) {
        self.serverURL = serverURL
        self.username = username
        self.secret = secret
    }

    /// Reads what docker says when it stores a credential.
    ///
    /// - Parameter json: An object with `ServerURL`, `Username` and `Secret`.
    /// - Throws: ``DockerProblem`` in the words that docker's client compares.
    init(json: SecretBytes) throws(DockerProblem) {
        guard
            let read = json.withUnsafeBytes({
                try? JSONDecoder().decode(Form.self, from: Data($0))
            })
        else { throw .other("the credentials are not a JSON object with texts") }
        guard let serverURL = read.ServerURL, !serverURL.isEmpty else { throw .missingServer }
        guard let username = read.Username, !username.isEmpty else { throw .missingUsername }
        let secret = read.Secret ?? ""
        guard !username.unicodeScalars.contains(where: Escaping.isUnsafe),
            !secret.unicodeScalars.contains("\0")
        else { throw .other("the credentials hold control characters") }
        self.init(serverURL: serverURL, username: username, secret: secret)
    }

    /// What docker reads when it asks for a credential.
    var json: JSON {
        .object([
            ("ServerURL", .string(serverURL)), ("Username", .string(username)),
            ("Secret", .string(secret)),
        ])
    }

    /// The members by docker's names.
    private struct Form: Decodable {
        var ServerURL: String?
        var Username: String?
        var Secret: String?
    }
}
