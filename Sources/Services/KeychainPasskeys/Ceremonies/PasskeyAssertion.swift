package import PortableKeychain
package import SafeText

/// A site's request to sign in with a passkey: its options in, a credential out (WebAuthn, 5.1.4 and
/// 6.3.3).
///
/// Making it checks the options and the page, without asking the user. ``credential(in:asking:)``
/// asks, and signs.
package struct PasskeyAssertion: Sendable {
    /// The domain of the site.
    package var site: String { common.relyingParty.identifier }
    /// The degree to which the site wants its user verified.
    package let verification: UserVerification

    private let common: PasskeyOptions
    /// The passkeys that the site takes.
    private let allowed: [[UInt8]]
    /// Whether the site named no passkeys; a list of other kinds alone names some, and none fits.
    private let acceptsAny: Bool

    /// Reads options (`PublicKeyCredentialRequestOptionsJSON`).
    ///
    /// - Parameters:
    ///   - options: The JSON, at most 256 KiB.
    ///   - page: The page that asks.
    /// - Throws: ``PasskeyError/Code/malformedOptions``, ``PasskeyError/Code/originNotAllowed``, or
    ///   ``PasskeyError/Code/relyingPartyMismatch``.
    package init(_ options: SecretBytes, for page: PasskeyPage) throws(PasskeyError) {
        try self.init(OptionReader.tree(options), for: page)
    }

    /// Reads options that are parsed already.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - page: The page that asks.
    /// - Throws: The same errors as ``init(_:for:)-(SecretBytes,_)``.
    package init(_ options: JSONTree, for page: PasskeyPage) throws(PasskeyError) {
        let options = try OptionReader(options, "publicKey")
        common = try PasskeyOptions(options, claiming: options.text("rpId"), for: page)
        allowed = try options.credentialIDs("allowCredentials") ?? []
        acceptsAny = try options.objects("allowCredentials")?.isEmpty ?? true
        verification = UserVerification(reading: try options.text("userVerification"))
    }

    /// Asks the user, and signs.
    ///
    /// - Parameters:
    ///   - keychain: The keychain with the passkeys.
    ///   - asker: Asks the user. Where the user proves who they are, the keychain's authenticator asks.
    /// - Returns: The answer to the site.
    /// - Throws: ``PasskeyError``.
    package func credential(
        in keychain: Keychain,
        asking asker: some PasskeyAsker
    ) throws(PasskeyError) -> PublicKeyCredential {
        let check = try UserCheck(keychain, asker, verification)
        let fitting = try PasskeyError.wrapping { () throws(KeychainError) in
            try keychain.passkeys.list(relyingParty: site).filter { passkey in
                acceptsAny || allowed.contains(passkey.account.credentialID)
            }
        }
        let question = PasskeyQuestion(
            kind: fitting.isEmpty ? .missing : .signIn,
            site: site,
            accounts: fitting.map(\.account.name)
        )
        guard !fitting.isEmpty else {
            try check.tell(question)
            throw PasskeyError(
                .noPasskey,
                "The keychain has no passkey for this site that fits. Sign in in another way."
            )
        }
        let passkey = fitting[try check.confirm(question)]
        return try PasskeyError.wrapping { () throws(KeychainError) in
            let key = try keychain.passkeys.key(of: passkey, in: check.context)
            guard let algorithm = PasskeyAlgorithm(key) else {
                throw KeychainError(.undecodable, during: .find)
            }
            let clientData = common.clientData(.assertion)
            let data = AuthenticatorData(passkey, isVerified: check.verifies).encoded
            let message = data + Fingerprint.sha256(clientData)
            return PublicKeyCredential(
                passkey,
                [
                    ("clientDataJSON", .bytes(clientData)),
                    ("authenticatorData", .bytes(data)),
                    ("signature", .bytes(try algorithm.sign(message, by: key))),
                    ("userHandle", .bytes(passkey.account.userHandle)),
                ]
            )
        }
    }
}
