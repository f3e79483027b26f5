@_spi(Keepers) package import PortableKeychain
internal import KeychainEssentials

extension Keychain {
    /// The passkeys of this keychain.
    package var passkeys: PasskeyStore { PasskeyStore(self) }
}

/// The passkeys of a keychain: finds, stores and removes them.
///
/// A passkey is an item of its private key (item-semantics.md §9). Nothing here asks whether a site may
/// have one: ``PasskeyRegistration`` and ``PasskeyAssertion`` do.
package struct PasskeyStore: Sendable {
    /// The keychain.
    package let keychain: Keychain

    init(_ keychain: Keychain) { self.keychain = keychain }

    /// The passkeys of one site or of all sites.
    ///
    /// - Parameter relyingParty: The domain of the site in ASCII, which a lookup token finds; `nil` for
    ///   all sites, for which every private key is read.
    /// - Returns: The passkeys, the newest first.
    /// - Throws: ``KeychainError/Code/locked``, and as other searches.
    package func list(relyingParty: String? = nil) throws(KeychainError) -> [StoredPasskey] {
        var attributes: ItemAttributes = [
            .keyClass: .string(KeyClass.privateKey.rawValue),
            .accessGroup: .string(PasskeyAccount.accessGroup),
            .synchronizable: SynchronizationScope.any.value,
        ]
        attributes[.applicationTag] = relyingParty.map(PasskeyAccount.tag)
        let request = ItemRequest(
            .copyMatching,
            itemClass: .key,
            attributes: attributes,
            limit: .all,
            returning: [.attributes, .persistentReference]
        )
        let found = try keychain.answer(to: request)?.items ?? []
        return found.compactMap(StoredPasskey.init)
            .sorted { $0.account.created > $1.account.created }
    }

    /// The passkeys of one account of a site, the newest first: one, or several if devices made them
    /// before they synchronized.
    package func list(of account: PasskeyAccount) throws(KeychainError) -> [StoredPasskey] {
        try list(relyingParty: account.relyingParty).filter {
            $0.account.userHandle == account.userHandle
        }
    }

    /// Stores a passkey of another program.
    ///
    /// - Parameters:
    ///   - passkey: The passkey.
    ///   - isSynchronizable: Whether the item belongs to the synchronized set.
    ///   - replacing: Whether it takes the place of other passkeys of the same account, which the site
    ///     may still know; ask before.
    /// - Returns: The passkey as stored.
    /// - Throws: ``KeychainError/Code/duplicateItem`` if the account has one and it is not to be replaced,
    ///   ``KeychainError/Code/undecodable`` for a private key that is not PKCS #8,
    ///   ``KeychainError/Code/invalidParameter`` for a key of another kind, and for an account whose
    ///   parts are too long, ``KeychainError/Code/locked``.
    @discardableResult
    package func add(
        _ passkey: Passkey,
        isSynchronizable: Bool = false,
        replacing: Bool = false
    ) throws(KeychainError) -> StoredPasskey {
        let key = try KeyMaterial(pkcs8: passkey.privateKey)
        guard PasskeyAlgorithm(key) != nil else {
            throw KeychainError(
                .invalidParameter,
                during: .add,
                reason: "A passkey is a key on P-256 or Ed25519. Keys of other kinds cannot be one."
            )
        }
        let former = try list(of: passkey.account)
        guard former.isEmpty || replacing else {
            throw KeychainError(
                .duplicateItem,
                during: .add,
                reason: "The account has a passkey already. Replace it, or keep it."
            )
        }
        return try store(
            key,
            of: passkey.account,
            isSynchronizable: isSynchronizable,
            replacing: former
        )
    }

    /// Stores a key as a passkey in place of others: all of it, or nothing.
    func store(
        _ key: KeyMaterial,
        of account: PasskeyAccount,
        isSynchronizable: Bool,
        replacing former: [StoredPasskey]
    ) throws(KeychainError) -> StoredPasskey {
        let steps = try Self.steps(
            adding: key,
            of: account,
            isSynchronizable: isSynchronizable,
            replacing: former
        )
        let answers = try keychain.performTogether(steps)
        guard let added = answers.last?.items.first, let stored = StoredPasskey(added) else {
            throw KeychainError(.internalError, during: .add)
        }
        return stored
    }

    /// The steps that store a key as a passkey in place of others, for a transaction with more in it.
    ///
    /// - Parameters:
    ///   - key: The private key, P-256 or Ed25519.
    ///   - account: The site and the account.
    ///   - isSynchronizable: Whether the item belongs to the synchronized set.
    ///   - former: The passkeys that it replaces.
    /// - Returns: The deletions and the addition, which is the last one.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for an account whose parts are too long.
    package static func steps(
        adding key: KeyMaterial,
        of account: PasskeyAccount,
        isSynchronizable: Bool = false,
        replacing former: [StoredPasskey]
    ) throws(KeychainError) -> [ItemStep] {
        guard account.isWellFormed else {
            throw KeychainError(
                .invalidParameter,
                during: .add,
                reason: """
                    The parts of a passkey are a domain in ASCII, 1 to 64 bytes of user handle, 1 to \
                    1,023 bytes of credential identifier, and names of at most 1,024 bytes.
                    """
            )
        }
        var attributes = account.attributes
        if isSynchronizable { attributes[.synchronizable] = .number(1) }
        if key.tokenID != nil {
            attributes[.accessible] = .string(Accessibility.whenUnlockedThisDeviceOnly.rawValue)
        }
        let addition = ItemRequest(
            .add,
            itemClass: .key,
            attributes: attributes,
            object: .key(key),
            returning: [.attributes, .persistentReference]
        )
        // The former ones first: the same key may be stored again with another name.
        return former.map { ItemStep(deletion($0), skipping: [.itemNotFound]) }
            + [ItemStep(addition)]
    }

    /// Removes a passkey; a synchronizable one on all devices.
    ///
    /// The site still knows it, but it can no longer be used.
    ///
    /// - Parameter passkey: The passkey.
    /// - Returns: Whether it was there.
    /// - Throws: ``KeychainError/Code/locked``.
    @discardableResult
    package func delete(_ passkey: StoredPasskey) throws(KeychainError) -> Bool {
        try keychain.answer(to: Self.deletion(passkey)) != nil
    }

    /// Changes the name of the account, here only: the site does not learn it.
    ///
    /// - Parameters:
    ///   - passkey: The passkey.
    ///   - userName: The new name of the account.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a name of more than 1,024 bytes,
    ///   ``KeychainError/Code/itemNotFound``, ``KeychainError/Code/locked``.
    package func rename(_ passkey: StoredPasskey, to userName: String) throws(KeychainError) {
        var account = passkey.account
        account.userName = userName
        guard account.isWellFormed else {
            throw KeychainError(
                .invalidParameter,
                during: .update,
                reason: "The name of an account has at most 1,024 bytes. Choose a shorter one."
            )
        }
        var changes = ItemChanges()
        for key in [AttributeKey.alias, .label] {
            changes.attributes[key] = account.attributes[key]
        }
        _ = try keychain.perform(
            ItemRequest(.update(changes), persistentReference: passkey.reference.bytes)
        )
    }

    /// Reads the private key of a passkey for an export.
    ///
    /// - Parameter passkey: The passkey.
    /// - Returns: PKCS #8, unencrypted.
    /// - Throws: ``KeychainError/Code/unimplemented`` for a key in a token,
    ///   ``KeychainError/Code/notAvailable`` for one that stays on this device,
    ///   ``KeychainError/Code/itemNotFound``, ``KeychainError/Code/locked``, and any error of
    ///   asking the user where the item requires it.
    package func privateKey(of passkey: StoredPasskey) throws(KeychainError) -> SecretBytes {
        guard !passkey.isInToken else {
            throw KeychainError(
                .unimplemented,
                during: .find,
                reason: """
                    The passkey is in a chip, which it never leaves. Make another one for the new \
                    device at the site.
                    """
            )
        }
        guard passkey.mayLeaveDevice else {
            throw KeychainError(
                .notAvailable,
                during: .find,
                reason: """
                    The passkey stays on this device. Change its accessibility first, or make another \
                    one for the new device at the site.
                    """
            )
        }
        return try key(of: passkey, in: nil).pkcs8()
    }

    /// Reads the key of a passkey, for a signature.
    func key(
        of passkey: StoredPasskey,
        in context: AuthenticationContext?
    ) throws(KeychainError) -> KeyMaterial {
        let request = ItemRequest(
            .copyMatching,
            persistentReference: passkey.reference.bytes,
            returning: .reference,
            authentication: context
        )
        guard case .key(let key) = try keychain.perform(request).items.first?.object else {
            throw KeychainError(.undecodable, during: .find)
        }
        return key
    }

    private static func deletion(_ passkey: StoredPasskey) -> ItemRequest {
        ItemRequest(.delete, persistentReference: passkey.reference.bytes)
    }
}

extension StoredPasskey {
    /// Reads one item of an answer; `nil` if it is not a passkey.
    ///
    /// - Parameter item: An item of the class of keys with all attributes and its reference.
    package init?(_ item: ItemAnswer.Item) {
        guard let account = PasskeyAccount(item.attributes), let attributes = item.attributes,
            let reference = item.persistentReference.flatMap({ PersistentReference<KeyItem>($0) })
        else { return nil }
        self.init(
            account: account,
            item: KeyItem(attributes: attributes),
            reference: reference
        )
    }
}
