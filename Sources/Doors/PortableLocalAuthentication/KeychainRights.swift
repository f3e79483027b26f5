internal import Foundation
@_spi(Keepers) internal import PortableKeychain

/// Keys and secrets that wait for an authorization of the user, as Apple's `LARightStore` keeps
/// them (item-semantics.md §6.10).
///
/// A right is three items in the caller's first access group, stored and removed together: a
/// password item with its secret, whose uniqueness is that of the right; a private key on P-256, in
/// the token of the keychain if it has one; and the public half of that key. Reading the secret and
/// using the private key require the user's passcode, and are asked for with the context in which
/// they proved it, never by a question. So the keychain itself refuses them to a program that leaves
/// the authorization out. They stay on this device, as Apple's do.
struct KeychainRights: Sendable {
    /// The proofs of an authorization: the passcode is the only proof of a user here.
    static let constraints: AccessControl.Constraints = .devicePasscode

    /// The service of the secrets and the label of the keys.
    private static let name = "LocalAuthentication.LARight"
    private static let accessibility = Accessibility.whenUnlockedThisDeviceOnly

    /// The keychain that keeps the rights.
    let keychain: Keychain

    /// The rights of a keychain.
    init(_ keychain: Keychain) { self.keychain = keychain }

    /// Stores a right with a new key: all of it, or nothing.
    ///
    /// - Parameters:
    ///   - identifier: The name of the right.
    ///   - secret: The secret that its owner keeps under it; `nil` for none.
    /// - Throws: ``KeychainError/Code/duplicateItem`` when there is a right of this name, because its
    ///   key would be lost; ``KeychainError/Code/noPasscode`` where no passcode would protect it;
    ///   ``KeychainError/Code/notAvailable`` when the token cannot be used, ``KeychainError/Code/locked``.
    func save(_ identifier: String, secret: SecretBytes?) throws(KeychainError) {
        guard try hasPasscode else { throw KeychainError(.noPasscode) }
        let isInToken = keychain.hasToken
        let key =
            try isInToken ? keychain.makeTokenKey(.p256) : KeyMaterial.generate(.p256)
        let guarded = try AccessControl(Self.accessibility, constraints: Self.constraints)
        // The rules of a key in a token are about its uses; others are read to be used.
        let usage = try AccessControl(
            Self.accessibility,
            constraints: isInToken ? [Self.constraints, .privateKeyUsage] : Self.constraints
        )
        try keychain.performTogether([
            addition(password(identifier), guarded, secret: secret),
            addition(self.key(identifier, .privateKey), usage, object: .key(key)),
            addition(
                self.key(identifier, .publicKey),
                AccessControl(Self.accessibility),
                object: .key(key.publicKey)
            ),
        ])
    }

    /// Whether the keychain has a passcode, as far as its keeper says.
    private var hasPasscode: Bool {
        get throws(KeychainError) {
            do throws(KeychainError) {
                return try keychain.hasPasscode
            } catch {
                guard error.code == .unimplemented else { throw error }
                return true
            }
        }
    }

    /// The public key of a right, found without asking the user.
    ///
    /// - Parameter identifier: The name of the right.
    /// - Returns: The key.
    /// - Throws: ``KeychainError/Code/itemNotFound`` when there is no right of this name.
    func publicKey(_ identifier: String) throws(KeychainError) -> KeyMaterial {
        try read(key(identifier, .publicKey), nil)
    }

    /// The private key of a right, for one use.
    ///
    /// - Parameters:
    ///   - identifier: The name of the right.
    ///   - context: The context in which the user has proved their identity.
    /// - Returns: The key.
    /// - Throws: ``KeychainError/Code/authenticationRequired`` when they did not, for a key in a token
    ///   at its use instead; ``KeychainError/Code/itemNotFound``.
    func privateKey(
        _ identifier: String,
        in context: AuthenticationContext
    ) throws(KeychainError) -> KeyMaterial {
        try read(key(identifier, .privateKey), context)
    }

    /// The secret of a right.
    ///
    /// - Parameters:
    ///   - identifier: The name of the right.
    ///   - context: The context in which the user has proved their identity.
    /// - Returns: The secret.
    /// - Throws: ``KeychainError/Code/authenticationRequired`` when they did not,
    ///   ``KeychainError/Code/itemNotFound`` when there is no such right, or when it has no secret.
    func secret(
        _ identifier: String,
        in context: AuthenticationContext
    ) throws(KeychainError) -> SecretBytes {
        let item = try find(password(identifier), context, .data)
        guard let secret = item?.secret else {
            throw KeychainError(
                .itemNotFound,
                during: .find,
                reason: "The right has no secret. Store it again with one."
            )
        }
        return secret
    }

    /// Removes a right.
    ///
    /// - Parameter identifier: The name of the right.
    /// - Throws: ``KeychainError/Code/itemNotFound`` when there is no right of this name.
    func remove(_ identifier: String) throws(KeychainError) {
        _ = try publicKey(identifier)
        try delete([password(identifier), keys(identifier)])
    }

    /// Removes all rights of the caller; there may be none.
    func removeAll() throws(KeychainError) {
        try delete([
            Row(itemClass: .genericPassword, attributes: [.service: .string(Self.name)]),
            Row(itemClass: .key, attributes: [.label: .string(Self.name)]),
        ])
    }
}

// MARK: - Items

extension KeychainRights {
    /// The class and the attributes that name items.
    private struct Row {
        var itemClass: ItemClass
        var attributes: ItemAttributes
    }

    private func password(_ identifier: String) -> Row {
        Row(
            itemClass: .genericPassword,
            attributes: [.service: .string(Self.name), .account: .string(identifier)]
        )
    }

    /// Both halves.
    private func keys(_ identifier: String) -> Row {
        Row(
            itemClass: .key,
            attributes: [
                .label: .string(Self.name), .applicationTag: .data(Data(identifier.utf8)),
            ]
        )
    }

    private func key(_ identifier: String, _ half: KeyClass) -> Row {
        var row = keys(identifier)
        row.attributes[.keyClass] = .string(half.rawValue)
        return row
    }

    private func addition(
        _ row: Row,
        _ control: AccessControl,
        secret: SecretBytes? = nil,
        object: ItemObject? = nil
    ) -> ItemRequest {
        var attributes = row.attributes
        attributes[.accessControl] = .accessControl(control)
        // The object says which half it is.
        attributes[.keyClass] = nil
        return ItemRequest(
            .add,
            itemClass: row.itemClass,
            attributes: attributes,
            secret: secret,
            object: object
        )
    }

    private func find(
        _ row: Row,
        _ context: AuthenticationContext?,
        _ parts: ReturnOptions
    ) throws(KeychainError) -> ItemAnswer.Item? {
        let request = ItemRequest(
            .copyMatching,
            itemClass: row.itemClass,
            attributes: row.attributes,
            limit: .one,
            returning: parts,
            interaction: .forbidden,
            authentication: context
        )
        return try keychain.perform(request).items.first
    }

    private func read(
        _ row: Row,
        _ context: AuthenticationContext?
    ) throws(KeychainError) -> KeyMaterial {
        guard case .key(let key) = try find(row, context, .reference)?.object else {
            throw KeychainError(.itemNotFound, during: .find)
        }
        return key
    }

    private func delete(_ rows: [Row]) throws(KeychainError) {
        let requests = rows.map {
            ItemRequest(.delete, itemClass: $0.itemClass, attributes: $0.attributes, limit: .all)
        }
        try keychain.performTogether(requests, skipping: [.itemNotFound])
    }
}
