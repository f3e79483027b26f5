internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// What the payload of an item holds for git.
///
/// The first line is the password. Lines of `key=value` may follow: that is how
/// git-credential-osxkeychain keeps `password_expiry_utc` and `oauth_refresh_token`, and each helper
/// reads what the other wrote. A credential of another scheme has an empty password.
struct GitSecret {
    var password: SecretBytes?
    var passwordExpiry: Int64?
    var refreshToken: SecretBytes?
    var authenticationScheme: String?
    var credential: SecretBytes?

    /// What git asks to store; `nil` when it is not complete.
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
    /// - Throws: ``Failure`` for one that git cannot take: with a line that this helper did not
    ///   write, which could pass for another attribute, or with bytes that are no text.
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
                "the secret that is stored for this host is none that git can take",
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

    /// Whether the password has ceased to work.
    func hasExpired(at now: Int64) -> Bool { passwordExpiry.map { $0 <= now } ?? false }

    /// Whether a credential that git rejected is this one; git may say nothing about it.
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
