internal import PortableKeychain
internal import SafeText

/// The answer of a credential provider.
enum CargoAnswer {
    case token(SecretBytes)
    case login
    case logout

    /// The line for cargo.
    var json: JSON {
        let members: [(String, JSON)] =
            switch self {
            case .token(let token):
                // The token does not change, so cargo may use one answer for its whole run.
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
