/// The words for what the extension asks for.
enum BrowserAction: String, CaseIterable {
    case databaseHash = "get-databasehash"
    case associate
    case testAssociate = "test-associate"
    case logins = "get-logins"
    case countLogins = "get-logins-count"
    case save = "set-login"
    case generate = "generate-password"
    case code = "get-totp"
    case groups = "get-database-groups"
    case newGroup = "create-new-group"
    case lock = "lock-database"
    case registerPasskey = "passkeys-register"
    case usePasskey = "passkeys-get"

    /// The word of the message that exchanges keys, the only one in clear.
    static let exchange = "change-public-keys"

    /// Whether only a browser that the user connected may ask for it.
    var needsAssociation: Bool {
        switch self {
        case .databaseHash, .associate, .testAssociate: false
        default: true
        }
    }
}
