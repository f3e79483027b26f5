@_spi(Keepers) package import PortableKeychain
package import SafeText
internal import KeychainEssentials

/// A site's request for a new passkey: its options in, a credential out (WebAuthn, 5.1.3 and 6.3.2).
///
/// Making it checks the options and the page, without asking the user.
/// ``credential(in:asking:storing:)`` asks, and stores the passkey.
///
/// ```swift
/// let registration = try PasskeyRegistration(options, for: PasskeyPage("https://example.com"))
/// let credential = try registration.credential(in: keychain, asking: asker)
/// let answer = credential.json.secretLine
/// ```
package struct PasskeyRegistration: Sendable {
    /// The place of the private key of a new passkey.
    package enum Place: Hashable, Sendable {
        /// In the keychain of this device.
        case keychain
        /// In the keychain, as an item of the synchronized set.
        case synchronized
        /// In the token of the keychain's configuration, which it never leaves.
        case token
    }

    /// The domain of the site.
    package var site: String { common.relyingParty.identifier }
    /// The degree to which the site wants its user verified.
    package let verification: UserVerification

    private let common: PasskeyOptions
    private let userHandle: [UInt8]
    private let userName: String
    private let displayName: String
    private let algorithms: [Int64]
    private let excluded: [[UInt8]]
    private let attachment: AuthenticatorAttachment?
    private let asksForProperties: Bool

    /// Reads options (`PublicKeyCredentialCreationOptionsJSON`).
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
        let party = try options.object("rp")
        common = try PasskeyOptions(options, claiming: party?.text("id"), for: page)
        guard let user = try options.object("user"),
            let parameters = try options.objects("pubKeyCredParams")
        else { throw OptionReader.missing("user or pubKeyCredParams") }
        userHandle = try user.neededBytes("id", 1...PasskeyAccount.longestUserHandle)
        userName = try user.text("name") ?? ""
        displayName = try user.text("displayName") ?? ""
        var algorithms: [Int64] = []
        for parameter in parameters where try parameter.isPublicKey {
            algorithms.append(try parameter.neededNumber("alg"))
        }
        // An empty list stands for ES256 and RS256 (WebAuthn, 5.1.3).
        self.algorithms = parameters.isEmpty ? [PasskeyAlgorithm.es256.rawValue] : algorithms
        excluded = try options.credentialIDs("excludeCredentials") ?? []
        let selection = try options.object("authenticatorSelection")
        attachment = try selection?.text("authenticatorAttachment")
            .flatMap(AuthenticatorAttachment.init)
        verification = UserVerification(reading: try selection?.text("userVerification"))
        asksForProperties = try options.object("extensions")?.truth("credProps") ?? false
    }

    /// Asks the user, makes a passkey, and stores it.
    ///
    /// - Parameters:
    ///   - keychain: The keychain that stores it.
    ///   - asker: Asks the user. Where the user proves who they are, the keychain's authenticator asks.
    ///   - place: The place of the private key.
    ///   - world: The time and the randomness for the identifier of the credential.
    /// - Returns: The answer to the site.
    /// - Throws: ``PasskeyError``; then nothing was stored.
    package func credential(
        in keychain: Keychain,
        asking asker: some PasskeyAsker,
        storing place: Place = .keychain,
        world: PasskeyWorld = PasskeyWorld()
    ) throws(PasskeyError) -> PublicKeyCredential {
        guard attachment != .crossPlatform else {
            throw PasskeyError(
                .otherAuthenticator,
                "The site wants a security key. Use one, as the browser offers it."
            )
        }
        let algorithm = try algorithm(for: place)
        let check = try UserCheck(keychain, asker, verification)
        let known = try PasskeyError.wrapping { () throws(KeychainError) in
            // Not after the questions, whose answers would be lost.
            try keychain.requireUnlocked()
            return try keychain.passkeys.list(relyingParty: site)
        }
        if let passkey = known.first(where: { excluded.contains($0.account.credentialID) }) {
            try check.tell(question(.excluded, passkey.account.name))
            throw PasskeyError(
                .excluded,
                "You have a passkey for this account already. Sign in with it."
            )
        }
        let former = known.filter { $0.account.userHandle == userHandle }
        let account = PasskeyAccount(
            relyingParty: site,
            userHandle: userHandle,
            userName: userName,
            displayName: displayName,
            credentialID: world.entropy.bytes(32),
            created: Date(timeIntervalSinceReferenceDate: world.clock.now()),
            isBackupEligible: place != .token
        )
        let name = former.first?.account.name ?? account.name
        _ = try check.confirm(question(former.isEmpty ? .register : .replace, name))
        return try PasskeyError.wrapping { () throws(KeychainError) in
            let key =
                place == .token
                ? try keychain.makeTokenKey(algorithm.specification)
                : try KeyMaterial.generate(algorithm.specification)
            let stored = try keychain.passkeys.store(
                key,
                of: account,
                isSynchronizable: place == .synchronized,
                replacing: former
            )
            return try answer(stored, algorithm, key.publicKey, isVerified: check.verifies)
        }
    }

    /// The first of the site's algorithms that there is.
    private func algorithm(for place: Place) throws(PasskeyError) -> PasskeyAlgorithm {
        let possible = algorithms.compactMap(PasskeyAlgorithm.init(rawValue:))
            // A token makes keys on P-256 only.
            .filter { place != .token || $0 == .es256 }
        guard let first = possible.first else {
            throw PasskeyError(
                .noSupportedAlgorithm,
                """
                The site takes neither ES256 nor, outside of a chip, EdDSA. Use another way to sign in \
                there.
                """
            )
        }
        return first
    }

    private func question(_ kind: PasskeyQuestion.Kind, _ name: String) -> PasskeyQuestion {
        PasskeyQuestion(kind: kind, site: site, accounts: [name])
    }

    private func answer(
        _ passkey: StoredPasskey,
        _ algorithm: PasskeyAlgorithm,
        _ key: KeyMaterial,
        isVerified: Bool
    ) throws(KeychainError) -> PublicKeyCredential {
        let data = AuthenticatorData(passkey, isVerified: isVerified, making: algorithm.cose(key))
            .encoded
        let attestation = CBOR.named([
            ("fmt", .text("none")), ("attStmt", .map([])), ("authData", .bytes(data)),
        ])
        return PublicKeyCredential(
            passkey,
            saysDiscoverable: asksForProperties,
            [
                ("clientDataJSON", .bytes(common.clientData(.registration))),
                ("attestationObject", .bytes(attestation.encoded)),
                ("authenticatorData", .bytes(data)),
                ("publicKey", .bytes(try key.subjectPublicKeyInfo())),
                ("publicKeyAlgorithm", .number(algorithm.rawValue)),
                ("transports", .texts(["internal"])),
            ]
        )
    }
}
