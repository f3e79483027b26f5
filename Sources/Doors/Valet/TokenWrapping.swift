internal import Foundation
@_spi(Keepers) internal import PortableKeychain

/// The encryption of values to a key in the keychain's token, inside of the protection that the
/// user proves.
///
/// Where the keychain has a token, values that require user authentication are encrypted to a key of
/// the sandbox that never leaves it. So the file, the passcode and the device key together
/// do not open them on another machine. Where there is none, values are stored as they are. Once
/// there was one, nothing is stored without it: neither under the key of a chip that was replaced,
/// which nothing opens, nor as it is.
struct TokenWrapping {
    let keychain: Keychain
    let entries: Entries

    private static let algorithm =
        KeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
    /// Precedes the digest of the key in the mark of a value.
    private static let mark = Data("Valet, in a token, version 1:".utf8)

    /// Encrypts the payload of an addition, and marks it with the key; nothing where there never was
    /// a token.
    ///
    /// - Parameter addition: The request, which is changed.
    /// - Throws: ``PortableKeychain/KeychainError/Code/notAvailable`` if the sandbox has a key that
    ///   the token, or the lack of one, does not let open anything.
    func wrap(_ addition: inout ItemRequest) throws(PortableKeychain.KeychainError) {
        guard entries.sandbox.asksForProof, keychain.canHoldTokenKeys, let secret = addition.secret
        else { return }
        let key: KeyMaterial
        if let found = try find() {
            guard opens(found) else { throw Self.otherToken }
            key = found
        } else {
            guard keychain.hasToken else { return }
            key = try make()
        }
        addition.secret = SecretBytes(try key.publicKey.encrypt(secret, Self.algorithm))
        addition.attributes[.generic] = .data(Self.mark + Data(key.applicationLabel))
    }

    /// The value of an item that was found with its attributes.
    ///
    /// - Throws: ``PortableKeychain/KeychainError/Code/notAvailable`` where the token of the value is
    ///   not there, or its key is not.
    static func value(
        of item: ItemAnswer.Item,
        in keychain: Keychain
    ) throws(PortableKeychain.KeychainError) -> SecretBytes? {
        guard let secret = item.secret, case .data(let mark) = item.attributes?[.generic],
            mark.starts(with: Self.mark)
        else { return item.secret }
        var search = search
        search.attributes[.applicationLabel] = .data(mark.dropFirst(Self.mark.count))
        guard case .key(let key) = try keychain.answer(to: search)?.items.first?.object else {
            throw PortableKeychain.KeychainError(
                .notAvailable,
                reason: "The key in the token that opens this value is gone. Store the value anew."
            )
        }
        return try key.decrypt(secret.withUnsafeBytes { [UInt8]($0) }, algorithm)
    }

    /// Whether values can be opened and stored now: the token answers, if there is one or has been.
    func isUsable() -> Bool {
        do throws(PortableKeychain.KeychainError) {
            guard let key = try find() else { return true }
            return opens(key)
        } catch {
            return false
        }
    }

    /// Whether values that are encrypted to a key can be opened here at present.
    private func opens(_ key: KeyMaterial) -> Bool {
        let probe = SecretBytes.random(count: 1)
        do throws(PortableKeychain.KeychainError) {
            let sealed = try key.publicKey.encrypt(probe, Self.algorithm)
            return try key.decrypt(sealed, Self.algorithm).matches(probe)
        } catch {
            return false
        }
    }

    private static var otherToken: PortableKeychain.KeychainError {
        PortableKeychain.KeychainError(
            .notAvailable,
            reason: """
                The values of this valet are encrypted to a key in a chip that is not here, or was \
                replaced, so a new value could never be read. Put the chip back. To start over \
                without these values, remove all of them (removeAllObjects): the key goes with them.
                """
        )
    }

    /// The step that removes the key of the sandbox, if there is one, from the keychain.
    func removal() -> ItemStep {
        ItemStep(
            ItemRequest(.delete, itemClass: .key, attributes: placed.attributes),
            skipping: [.itemNotFound]
        )
    }

    /// The search for the keys of the sandbox.
    private var placed: ItemRequest {
        var search = Self.search
        search.attributes[.applicationTag] = .string(entries.sandbox.service)
        return entries.place(search, in: keychain)
    }

    private static var search: ItemRequest {
        ItemRequest(
            .copyMatching,
            itemClass: .key,
            attributes: [.tokenID: .string(SecurityTokenKey.tokenID)],
            returning: .reference
        )
    }

    /// The first key of the sandbox; two processes that begin together can make two.
    private func find() throws(PortableKeychain.KeychainError) -> KeyMaterial? {
        let found = try keychain.answer(to: placed)
        guard case .key(let key) = found?.items.first?.object else { return nil }
        return key
    }

    private func make() throws(PortableKeychain.KeychainError) -> KeyMaterial {
        let key = try keychain.makeTokenKey(.p256)
        let addition = ItemRequest(
            .add,
            itemClass: .key,
            attributes: [
                .applicationTag: .string(entries.sandbox.service),
                .accessible: .string(entries.sandbox.accessibility.rawValue),
            ],
            object: .key(key)
        )
        _ = try keychain.perform(entries.place(addition, in: keychain))
        return key
    }
}
