internal import PortableKeychain

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Keys for the services of AWS, in the form that its programs read from a `credential_process`
/// ("Sourcing credentials with an external process" in its guide to configuration).
struct AWSCredentials: Equatable {
    var accessKeyID: String
    var secretAccessKey: String
    /// Of temporary credentials.
    var sessionToken: String?
    /// When temporary credentials cease to work: a date and time as in ISO 8601.
    var expiration: String?

    init(
        accessKeyID: String,
        secretAccessKey: String,
        sessionToken: String? = nil,
        expiration: String? = nil
    ) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
        self.expiration = expiration
    }

    /// Reads credentials: as they are, or as `aws iam create-access-key` and `aws sts …` print them.
    ///
    /// - Parameter json: An object with `AccessKeyId` and `SecretAccessKey`, or one that has it under
    ///   `AccessKey` or `Credentials`.
    /// - Throws: ``Failure`` for anything else, for control characters, and for a date that is none.
    init(json: SecretBytes) throws(Failure) {
        let answer = json.withUnsafeBytes {
            try? JSONDecoder().decode(Answer.self, from: Data($0))
        }
        guard let answer, let form = answer.Credentials ?? answer.AccessKey ?? answer.form,
            let identifier = form.AccessKeyId, let secret = form.SecretAccessKey,
            [identifier, secret, form.SessionToken ?? "x"].allSatisfy(Self.isToken)
        else {
            throw Failure(
                .badInput,
                "these are not the credentials of AWS in JSON",
                advice: "see --help for the form; nothing was stored"
            )
        }
        self.init(
            accessKeyID: identifier,
            secretAccessKey: secret,
            sessionToken: form.SessionToken,
            expiration: form.Expiration
        )
        if let expiration, Self.date(expiration) == nil {
            throw Failure(
                .badInput,
                "the expiration is no date",
                advice: "write it as 2030-01-31T12:00:00Z; nothing was stored"
            )
        }
    }

    /// Whether they have ceased to work.
    func haveExpired(at now: Date) -> Bool {
        expiration.flatMap(Self.date).map { $0 <= now } ?? false
    }

    /// What AWS programs read, and what is stored.
    var json: JSON {
        var members: [(String, JSON)] = [
            ("Version", .number(1)), ("AccessKeyId", .string(accessKeyID)),
            ("SecretAccessKey", .string(secretAccessKey)),
        ]
        if let sessionToken { members.append(("SessionToken", .string(sessionToken))) }
        if let expiration { members.append(("Expiration", .string(expiration))) }
        return .object(members)
    }

    private static func date(_ text: String) -> Date? { try? Date(text, strategy: .iso8601) }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// The members by AWS's names.
    private struct Form: Decodable {
        var AccessKeyId: String?
        var SecretAccessKey: String?
        var SessionToken: String?
        var Expiration: String?
    }

    private struct Answer: Decodable {
        var Credentials: Form?
        var AccessKey: Form?
        let form: Form?

        private enum CodingKeys: String, CodingKey { case Credentials, AccessKey }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            Credentials = try members.decodeIfPresent(Form.self, forKey: .Credentials)
            AccessKey = try members.decodeIfPresent(Form.self, forKey: .AccessKey)
            form = try Form(from: decoder)
        }
    }
}
