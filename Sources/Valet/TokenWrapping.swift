internal import Foundation
internal import PortableKeychain

/// The encryption of values to a key in the keychain's token, inside of what the user proves.
///
/// Where the keychain has a token, values that require user authentication are encrypted to a key of
/// the sandbox that never leaves it. So the file, the passcode and the device key together
/// do not open them on another machine. Where there is none, values are stored as they are.
struct TokenWrapping {
    let keychain: Keychain
    let entries: Entries

    private static let algorithm =
        KeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
    /// Precedes the digest of the key in the mark of a value.
    private static let mark = Data("Valet, in a token, version 1:".utf8)

    /// Encrypts the payload of an addition, and marks it with the key; without a token nothing.
    func wrap(_ addition: inout ItemRequest) throws(PortableKeychain.KeychainError) {
        guard entries.sandbox.asksForProof, keychain.hasToken, let secret = addition.secret
        else { return }
        let key: KeyMaterial
        if let found = try find() { key = found } else { key = try make() }
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
        let probe = SecretBytes.random(count: 1)
        do throws(PortableKeychain.KeychainError) {
            guard let key = try find() else { return true }
            let sealed = try key.publicKey.encrypt(probe, Self.algorithm)
            return try key.decrypt(sealed, Self.algorithm).matches(probe)
        } catch {
            return false
        }
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
        var search = Self.search
        search.attributes[.applicationTag] = .string(entries.sandbox.service)
        let found = try keychain.answer(to: entries.place(search, in: keychain))
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
