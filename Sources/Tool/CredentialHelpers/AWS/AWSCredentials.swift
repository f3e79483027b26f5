package import PortableKeychain
package import SafeText
package import KeychainctlKit
internal import KeychainEssentials

/// Access keys for AWS, in the format that its programs read from a `credential_process`
/// ("Sourcing credentials with an external process" in its guide to configuration).
package struct AWSCredentials {
    package let accessKeyID: String
    package let secretAccessKey: SecretBytes
    /// The session token of temporary credentials.
    let sessionToken: SecretBytes?
    /// The expiration of temporary credentials: a date and time in ISO 8601 format.
    let expiration: String?

    /// Creates credentials from typed keys.
    ///
    /// - Throws: ``Failure`` for keys that are empty or contain other than printable ASCII.
    package init(accessKeyID: SecretBytes, secretAccessKey: SecretBytes) throws(Failure) {
        guard Self.isToken(accessKeyID), Self.isToken(secretAccessKey) else {
            throw Self.noCredentials
        }
        self.accessKeyID = SecretText.copy(accessKeyID) ?? ""
        self.secretAccessKey = secretAccessKey
        sessionToken = nil
        expiration = nil
    }

    /// Reads credentials, also in the output of `aws iam create-access-key` and `aws sts …`.
    ///
    /// - Parameter json: An object with `AccessKeyId` and `SecretAccessKey`, or one that contains
    ///   such an object as `AccessKey` or `Credentials`.
    /// - Throws: ``Failure`` for any other text, for control characters, and for an invalid date.
    package init(json: SecretBytes) throws(Failure) {
        guard let form = try? Self.form(json),
            let identifier = form.identifier?.secret, let secret = form.secret?.secret,
            Self.isToken(identifier), Self.isToken(secret),
            form.token.map({ Self.isToken($0.secret) }) ?? true
        else { throw Self.noCredentials }
        accessKeyID = SecretText.copy(identifier) ?? ""
        secretAccessKey = secret
        sessionToken = form.token?.secret
        expiration = form.expiration?.string
        if let expiration, Self.date(expiration) == nil {
            throw Failure(
                .badInput,
                "the expiration is not a valid date",
                advice: "nothing was stored; use a date such as 2030-01-31T12:00:00Z"
            )
        }
    }

    /// Whether the credentials have expired.
    func haveExpired(at now: Date) -> Bool {
        expiration.flatMap(Self.date).map { $0 <= now } ?? false
    }

    /// The JSON that is stored, and that AWS programs read.
    package var json: JSON {
        var members: [(String, JSON)] = [
            ("Version", .number(1)), ("AccessKeyId", .string(accessKeyID)),
            ("SecretAccessKey", .secret(secretAccessKey)),
        ]
        if let sessionToken { members.append(("SessionToken", .secret(sessionToken))) }
        if let expiration { members.append(("Expiration", .string(expiration))) }
        return .object(members)
    }

    private static func date(_ text: String) -> Date? { try? Date(text, strategy: .iso8601) }

    private static func isToken(_ text: SecretBytes) -> Bool {
        text.count > 0 && text.withUnsafeBytes { $0.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
    }

    private static var noCredentials: Failure {
        Failure(
            .badInput,
            "the input is not JSON with AWS credentials",
            advice: "nothing was stored; see --help for the format"
        )
    }

    /// The members, by AWS's names.
    private struct Form {
        let identifier: SourceText?
        let secret: SourceText?
        let token: SourceText?
        let expiration: SourceText?

        init(_ tree: JSONTree) throws(JSONTree.OtherType) {
            identifier = try tree.text("AccessKeyId")
            secret = try tree.text("SecretAccessKey")
            token = try tree.text("SessionToken")
            expiration = try tree.text("Expiration")
        }
    }

    private static func form(_ json: SecretBytes) throws -> Form {
        let tree = try JSONTree(json)
        guard case .object = tree else { throw JSONTree.OtherType() }
        let inner = try [tree.object("Credentials"), tree.object("AccessKey")].map { object in
            try object.map { try Form($0) }
        }
        let outer = try Form(tree)
        return inner.compactMap { $0 }.first ?? outer
    }
}
