internal import ForeignFormats
internal import KeychainPasskeys
internal import PortableKeychain
internal import KeychainEssentials

/// A passkey to be stored by an import.
struct NewPasskey {
    /// The site and the account; without a date, that of its entry, or 1970.
    let account: PasskeyAccount
    let key: KeyMaterial
    /// The title of its entry, for the user.
    let title: String

    init(_ passkey: ForeignPasskey, of entry: ForeignEntry) {
        var account = passkey.account
        let created = passkey.created ?? entry.created
        if let created { account.created = Date(timeIntervalSince1970: created) }
        self.init(account: account, key: passkey.key, title: entry.title)
    }

    init(account: PasskeyAccount, key: KeyMaterial, title: String) {
        (self.account, self.key, self.title) = (account, key, title)
    }

    /// The parts that make it the same as another one: names and dates do not.
    var identity: PasskeyIdentity { PasskeyIdentity(account, key: key.applicationLabel) }
}

/// A passkey as its site knows it.
struct PasskeyIdentity: Hashable {
    let site: String
    let userHandle: [UInt8]
    let credentialID: [UInt8]
    /// The digest of the public key.
    let key: [UInt8]

    init(_ account: PasskeyAccount, key: [UInt8]) {
        site = account.relyingParty
        userHandle = account.userHandle
        credentialID = account.credentialID
        self.key = key
    }

    init(_ stored: StoredPasskey) {
        self.init(stored.account, key: stored.item.applicationLabel ?? [])
    }

    /// Whether only one of the two can be in a keychain: they are of one account, or a site cannot tell
    /// them apart.
    func excludes(_ other: PasskeyIdentity) -> Bool {
        site == other.site
            && (userHandle == other.userHandle || credentialID == other.credentialID
                || key == other.key)
    }
}

/// The passkeys that a file has brought so far.
///
/// An account may have several: its site may know each of them.
struct PasskeyClaims {
    /// The outcome for a passkey.
    enum Claim {
        case new
        /// The file had the same one.
        case repeated
        /// The file had another one with the same identifier or key.
        case taken
    }

    private struct Place: Hashable {
        var site: String
        var bytes: [UInt8]
    }

    private var byIdentifier: [Place: PasskeyIdentity] = [:]
    private var keys: Set<Place> = []

    /// Notes a passkey, unless it is in conflict with an earlier one of the file.
    mutating func claim(_ passkey: NewPasskey) -> Claim {
        let identity = passkey.identity
        let place = Place(site: identity.site, bytes: identity.credentialID)
        if let known = byIdentifier[place] { return known == identity ? .repeated : .taken }
        guard keys.insert(Place(site: identity.site, bytes: identity.key)).inserted else {
            return .taken
        }
        byIdentifier[place] = identity
        return .new
    }
}
