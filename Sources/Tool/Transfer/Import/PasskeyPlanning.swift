internal import KeychainPasskeys
internal import PortableKeychain

/// Compares the passkeys of an import with those of a keychain.
struct PasskeyPlanning {
    private let keychain: Keychain
    /// The passkeys of the file, which do not replace each other.
    private let inFile: Set<PasskeyIdentity>
    /// The passkeys of the keychain, by their sites.
    private var present: [String: [StoredPasskey]] = [:]

    init(_ passkeys: [NewPasskey], _ keychain: Keychain) {
        self.keychain = keychain
        inFile = Set(passkeys.map(\.identity))
    }

    /// The effect of the import on a passkey.
    ///
    /// It is in conflict with those of its account that the file does not have: the site may know either.
    mutating func step(_ passkey: NewPasskey) throws(KeychainError) -> ImportPlan.Step {
        let (site, identity) = (passkey.account.relyingParty, passkey.identity)
        let summary = ["passkey", site, passkey.account.name, passkey.title]
        let stored =
            if let known = present[site] {
                known
            } else {
                try keychain.passkeys.list(relyingParty: site)
            }
        present[site] = stored
        let others = stored.map(PasskeyIdentity.init)
        guard !others.contains(identity) else { return ImportPlan.Step(.same, summary, .steps([])) }
        let former = zip(stored, others)
            .filter { identity.excludes($0.1) && !inFile.contains($0.1) }
            .map(\.0)
        let changes = try PasskeyStore.steps(
            adding: passkey.key,
            of: passkey.account,
            replacing: former
        )
        return ImportPlan.Step(former.isEmpty ? .new : .conflicting, summary, .steps(changes))
    }
}
