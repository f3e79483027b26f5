internal import PortableKeychain
internal import SafeText

/// What a credential provider answers.
enum CargoAnswer {
    case token(SecretBytes)
    case login
    case logout

    /// The line for cargo.
    var json: JSON {
        let members: [(String, JSON)] =
            switch self {
            case .token(let token):
                // The token stays the same, so that one answer serves all of cargo's run.
                [
                    ("kind", .string("get")), ("token", .secret(token)),
                    ("cache", .string("session")), ("operation_independent", .bool(true)),
                ]
            case .login: [("kind", .string("login"))]
            case .logout: [("kind", .string("logout"))]
            }
        return .object([("Ok", .object(members))])
    }
}
