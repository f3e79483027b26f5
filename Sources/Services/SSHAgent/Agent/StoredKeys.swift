@_spi(Keepers) package import PortableKeychain
internal import SafeText
internal import Synchronization
internal import KeychainEssentials

/// The private keys of a keychain that SSH can use.
///
/// ``Agent`` uses it to list keys and to get the private key for a signature. Nothing is cached:
/// each call searches the keychain, so that changes and locking take effect immediately. Keys that
/// clients add to the agent are not here, but in `AddedKeys`.
package struct StoredKeys: Sendable {
    /// A key that was looked up for a signature.
    struct Found {
        let comment: String
        let use: SSHUse
        /// The private key; `nil` if it requires user authentication.
        let material: KeyMaterial?
    }

    /// The keychain, which changes if its file is moved, removed or replaced.
    private final class Current: Sendable {
        let keychain: Mutex<Keychain>

        init(_ keychain: Keychain) { self.keychain = Mutex(keychain) }
    }

    private let current: Current
    private let reopen: (@Sendable () throws(KeychainError) -> Keychain)?
    private let pattern: ItemAttributes
    private let offersCertified: Bool
    private let askToUnlock: @Sendable (Keychain) throws(KeychainError) -> Void

    /// Selects keys.
    ///
    /// - Parameters:
    ///   - keychain: The keychain.
    ///   - pattern: The attributes that the keys must have. Keys without ``SSHUse`` are left out.
    ///   - offersCertified: Whether keys with a certificate in the keychain are offered, too. They
    ///     serve another purpose, such as TLS.
    ///   - reopen: Opens the keychain again after its file was moved, removed or replaced; `nil` if
    ///     that cannot happen.
    ///   - askToUnlock: Asks the user for the passcode of the keychain and unlocks it. It is called
    ///     for a locked keychain, one call at a time. By default there is no way to ask.
    package init(
        keychain: Keychain,
        pattern: ItemAttributes,
        offersCertified: Bool = false,
        reopen: (@Sendable () throws(KeychainError) -> Keychain)? = nil,
        askToUnlock: @escaping @Sendable (Keychain) throws(KeychainError) -> Void = {
            (_: Keychain) throws(KeychainError) in throw KeychainError(.locked)
        }
    ) {
        current = Current(keychain)
        self.reopen = reopen
        self.pattern = pattern
        self.offersCertified = offersCertified
        self.askToUnlock = askToUnlock
    }

    /// Unlocks the keychain with the passcode of its user, unless that happened already.
    ///
    /// - Throws: ``KeychainError/Code/locked`` if there is no way to ask the user, or any error of
    ///   asking.
    func unlock() throws(KeychainError) {
        try using { keychain throws(KeychainError) in
            if try keychain.lockState != .unlocked { try askToUnlock(keychain) }
        }
    }

    /// Calls a body with the keychain, and again if its file is another one now.
    private func using<R>(
        _ body: (Keychain) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        do throws(KeychainError) {
            return try body(current.keychain.withLock { $0 })
        } catch {
            guard error.code == .noSuchKeychain, let reopen else { throw error }
            let present = try reopen()
            current.keychain.withLock { $0 = present }
            return try body(present)
        }
    }

    private func answer(to request: ItemRequest) throws(KeychainError) -> [ItemAnswer.Item] {
        try using { keychain throws(KeychainError) in
            try keychain.answer(to: request)?.items ?? []
        }
    }

    /// All keys without duplicates: those for this machine first, private ones before public ones,
    /// then in the order in which they were stored.
    ///
    /// A key that requires user authentication cannot be read for a list, unless a token holds it.
    /// It is listed only if its public key is also in the keychain, with the same ``SSHUse``, and
    /// does not require authentication.
    ///
    /// - Parameter isForwarded: Whether only keys that other hosts may use are wanted.
    /// - Returns: The keys.
    /// - Throws: ``KeychainError/Code/locked`` if the keychain is locked.
    package func all(isForwarded: Bool = false) throws(KeychainError) -> [AgentIdentity] {
        var found: [AgentIdentity] = []
        let certified = try certifiedKeys()
        for use in SSHUse.allCases where !isForwarded || use == .forwarded {
            for keyClass in [KeyClass.privateKey, .publicKey] {
                for item in try items(keyClass, use, interaction: .skip) {
                    guard case .key(let material) = item.object, let key = SSHPublicKey(material),
                        !certified.contains(material.applicationLabel),
                        !found.contains(where: { $0.key == key })
                    else { continue }
                    if keyClass == .publicKey, try !hasPrivateHalf(material, use) { continue }
                    found.append(AgentIdentity(key: key, comment: Self.comment(item)))
                }
            }
        }
        return found
    }

    /// The keys that are marked for ssh and not offered, as far as that is known without asking the user.
    ///
    /// - Returns: The name of each key, and the reason as a clause.
    /// - Throws: ``KeychainError/Code/locked`` if the keychain is locked.
    package func leftOut() throws(KeychainError) -> [(name: String, reason: String)] {
        var leftOut: [(name: String, reason: String)] = []
        var seen: Set<[UInt8]> = []
        let certified = try certifiedKeys()
        for use in SSHUse.allCases {
            let halves =
                try items(.privateKey, use, interaction: .skip)
                + items(.publicKey, use, interaction: .skip)
            for item in halves {
                guard case .key(let key) = item.object,
                    let reason = Self.reason(key, certified),
                    seen.insert(key.applicationLabel).inserted
                else { continue }
                if key.keyClass == .publicKey, try !hasPrivateHalf(key, use) { continue }
                leftOut.append((Self.comment(item), reason))
            }
            if try hidesKeys(use) {
                leftOut.append(
                    (
                        "A key that requires user authentication",
                        "its public key is not stored (--pair)"
                    )
                )
            }
        }
        return leftOut
    }

    /// The reason for which a key that can be read is not offered; `nil` if it is.
    private static func reason(_ key: KeyMaterial, _ certified: Set<[UInt8]>) -> String? {
        guard SSHPublicKey(key) != nil else { return "ssh does not use keys of its type" }
        return certified.contains(key.applicationLabel)
            ? "it has a certificate (ssh-agent --certified offers it)" : nil
    }

    /// Whether there are keys that cannot be read for a list, and no public ones that stand for them.
    private func hidesKeys(_ use: SSHUse) throws(KeychainError) -> Bool {
        guard try items(.publicKey, use, interaction: .skip).isEmpty,
            try !items(.privateKey, use, interaction: .skip).contains(where: Self.asksForUser)
        else { return false }
        do throws(KeychainError) {
            _ = try items(.privateKey, use, interaction: .forbidden)
            return false
        } catch  where error.code.isInaccessible {
            return true
        }
    }

    /// Looks up one key without asking the user.
    ///
    /// The digest of its public half selects it, so the number of other keys does not matter.
    ///
    /// - Parameter publicKey: The key.
    /// - Returns: The key's data that need no user authentication; `nil` if the agent does not
    ///   offer the key.
    /// - Throws: ``KeychainError/Code/locked`` if the keychain is locked.
    func find(_ publicKey: KeyMaterial) throws(KeychainError) -> Found? {
        let halves = try items(nil, nil, of: publicKey, interaction: .skip).filter { item in
            guard case .key(let key) = item.object else { return false }
            return key.publicKey == publicKey
        }
        let marked = halves.compactMap { item in
            SSHUse(item.attributes).map { (item: item, use: $0) }
        }
        for (item, use) in marked {
            guard case .key(let key) = item.object, key.keyClass == .privateKey else { continue }
            guard try !isCertified(publicKey) else { return nil }
            // A key in a token is found without its user, and the user is asked when it is used.
            return Found(
                comment: Self.comment(item),
                use: use,
                material: key.tokenID != nil && Self.asksForUser(item) ? nil : key
            )
        }
        guard let (item, use) = marked.first, try hasPrivateHalf(publicKey, use),
            try !isCertified(publicKey)
        else { return nil }
        return Found(comment: Self.comment(item), use: use, material: nil)
    }

    /// Reads the private half of a key, which requires user authentication.
    ///
    /// - Parameters:
    ///   - publicKey: The key.
    ///   - use: Its mark.
    ///   - reason: The reason, which is shown to the user.
    /// - Returns: The private key; `nil` if there is none.
    /// - Throws: Any error of the keychain, such as ``KeychainError/Code/userCanceled``.
    func privateHalf(
        of publicKey: KeyMaterial,
        _ use: SSHUse,
        reason: String
    ) throws(KeychainError) -> KeyMaterial? {
        let found = try items(.privateKey, use, of: publicKey, limit: .one, reason: reason)
        guard case .key(let key) = found.first?.object, key.publicKey == publicKey else {
            return nil
        }
        // Now and not when it signs: the agent may be locked while the user is asked.
        return try key.authorized()
    }

    private func hasPrivateHalf(
        _ publicKey: KeyMaterial,
        _ use: SSHUse
    ) throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            return try !items(.privateKey, use, of: publicKey, interaction: .forbidden).isEmpty
        } catch  where error.code.isInaccessible {
            // It exists, but requires user authentication.
            return true
        }
    }

    private func isCertified(_ publicKey: KeyMaterial) throws(KeychainError) -> Bool {
        try !certifiedKeys(publicKey.applicationLabel).isEmpty
    }

    /// The digests of the keys that have a certificate in the keychain: all, or one.
    private func certifiedKeys(_ digest: [UInt8]? = nil) throws(KeychainError) -> Set<[UInt8]> {
        guard !offersCertified else { return [] }
        var attributes: ItemAttributes = [.synchronizable: SynchronizationScope.any.value]
        attributes[.publicKeyHash] = digest.map { .data(Data($0)) }
        let request = ItemRequest(
            .copyMatching,
            itemClass: .certificate,
            attributes: attributes,
            limit: digest == nil ? .all : .one,
            returning: .attributes,
            interaction: .skip
        )
        return Set(
            try answer(to: request).compactMap { item in
                guard case .data(let hash) = item.attributes?[.publicKeyHash] else { return nil }
                return Array(hash)
            }
        )
    }

    private func items(
        _ keyClass: KeyClass?,
        _ use: SSHUse?,
        of publicKey: KeyMaterial? = nil,
        limit: MatchLimit = .all,
        interaction: UserInteraction = .allowed,
        reason: String? = nil
    ) throws(KeychainError) -> [ItemAnswer.Item] {
        var attributes = pattern
        attributes[.synchronizable] = pattern[.synchronizable] ?? SynchronizationScope.any.value
        attributes[.keyClass] = keyClass.map { .string($0.rawValue) }
        use?.put(into: &attributes)
        if let publicKey {
            attributes[.applicationLabel] = .data(Data(publicKey.applicationLabel))
        }
        let request = ItemRequest(
            .copyMatching,
            itemClass: .key,
            attributes: attributes,
            limit: limit,
            returning: [.attributes, .reference],
            interaction: interaction,
            prompt: reason
        )
        return try answer(to: request)
    }

    private static func asksForUser(_ item: ItemAnswer.Item) -> Bool {
        guard case .accessControl(let control) = item.attributes?[.accessControl] else {
            return false
        }
        return control.needsAuthentication
    }

    private static func comment(_ item: ItemAnswer.Item) -> String {
        if case .string(let label) = item.attributes?[.label], !label.isEmpty { return label }
        if case .data(let tag) = item.attributes?[.applicationTag] { return ByteText.text(tag) }
        return "keychain"
    }
}
