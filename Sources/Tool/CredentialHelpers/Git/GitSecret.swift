internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// The payload of an item for git.
///
/// The first line is the password. Lines of `key=value` may follow, as in
/// git-credential-osxkeychain with `password_expiry_utc` and `oauth_refresh_token`, so that each
/// helper can read items of the other. A credential of another scheme has an empty password.
struct GitSecret {
    var password: SecretBytes?
    var passwordExpiry: Int64?
    var refreshToken: SecretBytes?
    var authenticationScheme: String?
    var credential: SecretBytes?

    /// The secret that git requests to store; `nil` if it is not complete.
    init?(_ request: GitRequest) {
        let isPreencoded = request.authenticationScheme != nil && request.credential != nil
        guard isPreencoded || (request.username != nil && request.password != nil) else {
            return nil
        }
        password = request.password
        passwordExpiry = request.passwordExpiry
        refreshToken = request.refreshToken
        guard isPreencoded else { return }
        authenticationScheme = request.authenticationScheme
        credential = request.credential
    }

    /// Reads a payload.
    ///
    /// - Parameter payload: The payload.
    /// - Throws: ``Failure`` for a payload that git does not accept: with a line that this helper
    ///   did not write, which git could interpret as another attribute, or with bytes that are not
    ///   text.
    init(payload: SecretBytes) throws(Failure) {
        let isText = payload.withUnsafeBytes {
            UTF8Text.isValid($0) && !$0.contains(0) && !$0.contains(0x0D)
        }
        let lines = SecretText.lines(payload)
        let keys = ["password_expiry_utc=", "oauth_refresh_token=", "authtype=", "credential="]
        guard isText,
            lines.dropFirst().allSatisfy({ line in
                line.withUnsafeBytes { bytes in keys.contains { bytes.starts(with: $0.utf8) } }
            })
        else {
            throw Failure(
                .badInput,
                "the stored secret is not in a form that git accepts",
                advice: "see it with 'keychainctl get'"
            )
        }
        let rest = try GitRequest(lines: Array(lines.dropFirst()))
        authenticationScheme = rest.authenticationScheme
        credential = rest.credential
        passwordExpiry = rest.passwordExpiry
        refreshToken = rest.refreshToken
        password = lines[0].count > 0 || credential == nil ? lines[0] : nil
    }

    /// The payload of an item.
    var payload: SecretBytes {
        SecretText.joined((password.map { [.secret($0)] } ?? []) + attributes)
    }

    /// Whether the password has expired.
    func hasExpired(at now: Int64) -> Bool { passwordExpiry.map { $0 <= now } ?? false }

    /// Whether this is the credential that git rejected; git may omit the password.
    func matches(_ request: GitRequest) -> Bool {
        func agrees(_ rejected: SecretBytes?, _ own: SecretBytes?) -> Bool {
            guard let rejected else { return true }
            return own.map(rejected.matches) ?? false
        }
        return agrees(request.password, password) && agrees(request.credential, credential)
    }

    private var attributes: [SecretText.Piece] {
        var pieces: [SecretText.Piece] = []
        if let authenticationScheme, let credential {
            pieces += [.text("\nauthtype=\(authenticationScheme)")]
            pieces += [.text("\ncredential="), .secret(credential)]
        }
        if let passwordExpiry {
            pieces.append(.text("\npassword_expiry_utc=\(passwordExpiry)"))
        }
        if let refreshToken {
            pieces += [.text("\noauth_refresh_token="), .secret(refreshToken)]
        }
        return pieces
    }
}
