package import KeychainEssentials

/// The site and the account that a passkey is for, and the names that both use.
package struct PasskeyAccount: Hashable, Sendable {
    /// The longest identifier of a credential in bytes (WebAuthn, 4).
    package static let longestCredentialID = 1023
    /// The longest user handle in bytes (WebAuthn, 5.4.3).
    package static let longestUserHandle = 64
    /// The longest name of a user in bytes of UTF-8.
    package static let longestName = 1024
    /// The seconds before and after 1970 in which passkeys are made: no date beyond is meant.
    private static let farthest = 4e12

    /// The identifier of the relying party: the domain of the site in ASCII, such as `example.com`.
    package var relyingParty: String
    /// The bytes by which the site knows the account, 1 to 64.
    package var userHandle: [UInt8]
    /// The name of the account, such as an address; it may be empty.
    package var userName: String
    /// The name of the person; it may be empty.
    package var displayName: String
    /// The bytes by which the site knows the passkey, 1 to 1,023.
    package var credentialID: [UInt8]
    /// The moment at which the passkey was made.
    package var created: Date
    /// Whether the site knows that other devices can have copies, which stays so for ever
    /// (WebAuthn, 6.1.3).
    package var isBackupEligible: Bool

    /// Makes an account.
    ///
    /// - Parameters:
    ///   - relyingParty: The domain of the site in ASCII.
    ///   - userHandle: The bytes by which the site knows the account, 1 to 64.
    ///   - userName: The name of the account.
    ///   - displayName: The name of the person.
    ///   - credentialID: The bytes by which the site knows the passkey, 1 to 1,023.
    ///   - created: The moment at which it was made.
    ///   - isBackupEligible: Whether the site knows that other devices can have copies.
    package init(
        relyingParty: String,
        userHandle: [UInt8],
        userName: String,
        displayName: String = "",
        credentialID: [UInt8],
        created: Date,
        isBackupEligible: Bool = true
    ) {
        self.relyingParty = relyingParty
        self.userHandle = userHandle
        self.userName = userName
        self.displayName = displayName
        self.credentialID = credentialID
        self.created = created
        self.isBackupEligible = isBackupEligible
    }

    /// The name of the account for people: the user name, else the display name.
    package var name: String { userName.isEmpty ? displayName : userName }

    /// The label of the item, which lists show that know nothing of passkeys.
    package var label: String { name.isEmpty ? relyingParty : "\(relyingParty) (\(name))" }

    /// Whether all parts have the lengths that a site and a keychain allow.
    package var isWellFormed: Bool {
        (1...Self.longestUserHandle).contains(userHandle.count)
            && (1...Self.longestCredentialID).contains(credentialID.count)
            && userName.utf8.count <= Self.longestName
            && displayName.utf8.count <= Self.longestName
            && abs(created.timeIntervalSince1970) < Self.farthest
            && WebHost(name: relyingParty)?.isDomain == true
    }
}
