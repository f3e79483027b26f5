internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// The answer of a helper to `get`, in git's line format.
enum GitAnswer {
    /// The lines for a credential; `nil` if git cannot use it.
    ///
    /// - Parameters:
    ///   - username: The account of the item.
    ///   - secret: The stored secret.
    ///   - request: The request of git.
    ///   - now: The current time in seconds since 1970.
    /// - Returns: The lines. For an expired password, only the refresh token is returned, with
    ///   which another helper can get a new password: git before 2.40 would try the expired one.
    /// - Throws: ``Failure`` for an account name that git could interpret as more attributes.
    static func lines(
        username: String,
        _ secret: GitSecret,
        to request: GitRequest,
        now: Int64
    ) throws(Failure) -> SecretBytes? {
        guard !username.utf8.contains(where: { [0x00, 0x0A, 0x0D].contains($0) }) else {
            throw Failure(
                .badInput,
                "the account of the stored password contains a control character",
                advice: "see it with 'keychainctl list', and delete it"
            )
        }
        var pieces: [SecretText.Piece] = []
        let isCurrent = !secret.hasExpired(at: now)
        if isCurrent, request.capabilities.contains("authtype"), let credential = secret.credential,
            let scheme = secret.authenticationScheme
        {
            // git uses the two only after this helper has announced the capability.
            pieces += [.text("capability[]=authtype\nauthtype=\(scheme)\ncredential=")]
            pieces += [.secret(credential), .text("\n")]
        } else if isCurrent, let password = secret.password {
            pieces += [.text("username=\(username)\npassword="), .secret(password), .text("\n")]
        } else {
            guard secret.refreshToken != nil else { return nil }
            pieces += [.text("username=\(username)\n")]
        }
        if isCurrent, let expiry = secret.passwordExpiry {
            pieces += [.text("password_expiry_utc=\(expiry)\n")]
        }
        if let token = secret.refreshToken {
            pieces += [.text("oauth_refresh_token="), .secret(token), .text("\n")]
        }
        return SecretText.joined(pieces)
    }
}
