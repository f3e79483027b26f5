internal import Foundation
@_spi(Keepers) internal import PortableKeychain

/// The values of a sandbox in the current keychain.
///
/// Each call is one request or one change of the keychain, so calls from several threads, and from
/// several processes, never see each other half done.
struct Entries {
    let sandbox: Sandbox

    /// The entry that shows whether the keychain can be used.
    private static let canaryKey = "VAL_KeychainCanaryUsername"
    private static let canaryValue = "VAL_KeychainCanaryPassword"

    // MARK: - Reading

    func object(
        _ key: String,
        prompt: String = "",
        context: AuthenticationContext? = nil
    ) throws(KeychainError) -> Data {
        guard !key.isEmpty else { throw .emptyKey }
        var request = asking(request(.copyMatching, key), prompt, context)
        request.returning = sandbox.asksForProof ? [.data, .attributes] : .data
        let found = try onKeychain { keychain throws(PortableKeychain.KeychainError) in
            let answer = try keychain.perform(place(request, in: keychain))
            return try answer.items.first.map { item throws(PortableKeychain.KeychainError) in
                try TokenWrapping.value(of: item, in: keychain)
            }
        }
        guard let secret = found ?? nil else { throw .itemNotFound }
        return secret.withUnsafeBytes { Data($0) }
    }

    func string(
        _ key: String,
        prompt: String = "",
        context: AuthenticationContext? = nil
    ) throws(KeychainError) -> String {
        let data = try object(key, prompt: prompt, context: context)
        guard let string = String(data: data, encoding: .utf8) else { throw .itemNotFound }
        return string
    }

    /// Whether there is a value, without prompting the user.
    func contains(_ key: String) throws(KeychainError) -> Bool {
        // Not emptyKey: code in the wild was written against this.
        guard !key.isEmpty else { throw .couldNotAccessKeychain }
        var request = request(.copyMatching, key)
        request.interaction = .forbidden
        return try onKeychain { keychain throws(PortableKeychain.KeychainError) in
            do throws(PortableKeychain.KeychainError) {
                return try keychain.answer(to: place(request, in: keychain)) != nil
            } catch  where error.code.isInaccessible && sandbox.asksForProof {
                return true
            }
        }
    }

    func keys(
        prompt: String = "",
        context: AuthenticationContext? = nil
    ) throws(KeychainError) -> Set<String> {
        var request = asking(request(.copyMatching), prompt, context)
        request.limit = .all
        request.returning = .attributes
        let found = try answer(to: request)?.items ?? []
        let keys = found.compactMap { item -> String? in
            guard case .string(let key) = item.attributes?[.account] else { return nil }
            return Self.isCanary(key) ? nil : key
        }
        return Set(keys)
    }

    // MARK: - Writing

    func setString(_ string: String, _ key: String) throws(KeychainError) {
        try setObject(Data(string.utf8), key)
    }

    func setObject(_ object: Data, _ key: String) throws(KeychainError) {
        guard !key.isEmpty else { throw .emptyKey }
        guard !object.isEmpty else { throw .emptyValue }
        try onKeychain { keychain throws(PortableKeychain.KeychainError) in
            let secret = SecretBytes(copying: object)
            let addition = try self.addition(key, secret, in: keychain)
            guard !sandbox.asksForProof else {
                // A value that requires user authentication is replaced, because an update would
                // ask the user.
                let deletion = place(request(.delete, key), in: keychain)
                _ = try keychain.performTogether([ItemStep(addition, replacing: deletion)])
                return
            }
            // It fails with a duplicate where another valet of this service has the key.
            let update = request(.update(ItemChanges(secret: secret)), key)
            try keychain.perform(place(update, in: keychain), or: addition)
        }
    }

    func remove(_ key: String) throws(KeychainError) {
        guard !key.isEmpty else { throw .emptyKey }
        try remove(request(.delete, key))
    }

    /// Removes all values and, as nothing is encrypted to it any longer, the key in the token.
    func removeAll() throws(KeychainError) {
        guard sandbox.asksForProof, (try? Keychain.current)?.canHoldTokenKeys == true else {
            return try remove(request(.delete))
        }
        try onKeychain { keychain throws(PortableKeychain.KeychainError) in
            let values = ItemStep(
                place(request(.delete), in: keychain),
                skipping: [.itemNotFound]
            )
            // Together: without the key, values that stay could not be read.
            let key = TokenWrapping(keychain: keychain, entries: self).removal()
            _ = try keychain.performTogether([values, key])
        }
    }

    private func remove(_ request: ItemRequest) throws(KeychainError) {
        do throws(KeychainError) { _ = try answer(to: request) } catch {
            guard error == .userCancelled else { throw error }
        }
    }

    // MARK: - The canary

    /// Whether values can be read and written now.
    func canAccessKeychain() -> Bool {
        if sandbox.asksForProof {
            guard sandbox.withoutProof.canAccessKeychain(), let keychain = try? Keychain.current
            else { return false }
            return TokenWrapping(keychain: keychain, entries: self).isUsable()
        }
        if readsCanary() { return true }
        let secret = SecretBytes(count: Self.canaryValue.utf8.count) {
            $0.copyBytes(from: Self.canaryValue.utf8)
        }
        _ = try? onKeychain { keychain throws(PortableKeychain.KeychainError) in
            try keychain.perform(addition(Self.canaryKey, secret, in: keychain))
        }
        return readsCanary()
    }

    private func readsCanary() -> Bool { (try? string(Self.canaryKey)) == Self.canaryValue }

    /// Whether a key is that of the entry which shows that the keychain can be used.
    static func isCanary(_ key: String) -> Bool { key == canaryKey }
}

// MARK: - Requests

extension Entries {
    /// A request about the values, or that of one key.
    func request(_ verb: ItemRequest.Verb, _ key: String? = nil) -> ItemRequest {
        var attributes: ItemAttributes = [.service: .string(sandbox.service)]
        attributes[.account] = key.map { .string($0) }
        if sandbox.isSynchronizable { attributes[.synchronizable] = .number(1) }
        attributes[.accessible] = .string(sandbox.accessibility.rawValue)
        return ItemRequest(verb, itemClass: .genericPassword, attributes: attributes)
    }

    /// A request that may ask the user.
    private func asking(
        _ request: ItemRequest,
        _ prompt: String,
        _ context: AuthenticationContext?
    ) -> ItemRequest {
        var request = request
        request.prompt = prompt.isEmpty ? nil : prompt
        request.authentication = context
        return request
    }

    /// A request that adds a value, with the protection of the sandbox and within its group.
    func addition(
        _ key: String,
        _ secret: SecretBytes,
        in keychain: Keychain
    ) throws(PortableKeychain.KeychainError) -> ItemRequest {
        var request = request(.add, key)
        request.secret = secret
        if case .proof(let proof) = sandbox.protection {
            request.attributes[.accessible] = nil
            request.attributes[.accessControl] = .accessControl(
                try AccessControl(sandbox.accessibility, constraints: proof.constraints)
            )
            try TokenWrapping(keychain: keychain, entries: self).wrap(&request)
        }
        return place(request, in: keychain)
    }

    /// The request within the group of the sandbox.
    ///
    /// A service that was set explicitly may be in use in other groups too; then the group is that
    /// of the program's new items.
    func place(_ request: ItemRequest, in keychain: Keychain) -> ItemRequest {
        var request = request
        var group = sandbox.accessGroup
        if case .explicit = sandbox.name { group = keychain.defaultAccessGroup }
        request.attributes[.accessGroup] = group.map { .string($0) }
        return request
    }

    /// The answer to a request within the group; `nil` if there is no value.
    func answer(to request: ItemRequest) throws(KeychainError) -> ItemAnswer? {
        try onKeychain { keychain throws(PortableKeychain.KeychainError) in
            try keychain.answer(to: place(request, in: keychain))
        }
    }
}

/// Runs an operation on the current keychain, and translates errors into those of this module.
func onKeychain<R>(
    _ body: (Keychain) throws(PortableKeychain.KeychainError) -> R
) throws(KeychainError) -> R {
    do throws(PortableKeychain.KeychainError) {
        return try body(try Keychain.current)
    } catch {
        throw KeychainError(error)
    }
}

extension Sandbox {
    /// Whether values are read only after a proof.
    var asksForProof: Bool { if case .proof = protection { true } else { false } }

    /// The condition under which values can be read.
    var accessibility: PortableKeychain.Accessibility {
        switch protection {
        case .accessibility(let accessibility): accessibility
        case .proof: .whenPasscodeSetThisDeviceOnly
        }
    }
}
