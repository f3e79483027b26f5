package import KeychainPasskeys
package import PortableKeychain
internal import SafeText

/// The passkey in the strings of an entry of KeePass, as KeePassXC, Strongbox and others name them.
package struct KeePassPasskey {
    private var values: [String: SecretBytes] = [:]

    private static let prefix = "KPEX_PASSKEY_"
    /// The tag by which KeePassXC marks entries with a passkey.
    package static let tag = "Passkey"
    /// The name of the user as Strongbox once wrote it.
    private static let olderName = "KPXC_PASSKEY_USERNAME"
    /// Strings that do not become a part of the passkey: whether a copy is elsewhere is known here.
    private static let unimportant: Set = ["FLAG_BS"]

    /// The name of a part in an entry.
    static func name(_ part: String) -> String { prefix + part }

    /// Whether a name is that of a part of a passkey.
    static func isPart(_ name: String) -> Bool { name == olderName || name.hasPrefix(prefix) }

    /// Whether the entry has a passkey, or a part of one.
    var isPresent: Bool { !values.isEmpty }

    /// Takes a string of the entry; returns whether it belongs to a passkey.
    mutating func take(_ name: String, _ value: SecretBytes) -> Bool {
        guard Self.isPart(name) else { return false }
        if name == Self.olderName {
            values["USERNAME"] = values["USERNAME"] ?? value
        } else {
            values[String(name.dropFirst(Self.prefix.count))] = value
        }
        return true
    }

    /// The parts of the passkey; `nil` if the entry has none.
    var parts: ForeignPasskey.Parts? {
        guard !values.isEmpty else { return nil }
        var rest = values
        func take(_ name: String) -> SecretBytes {
            rest.removeValue(forKey: name) ?? SecretBytes([])
        }
        func text(_ name: String) -> String { SecretText.copy(take(name)) ?? "" }
        func bytes(_ name: String) -> [UInt8]? {
            Base64.decoded(take(name), .urls)?.withUnsafeBytes { Array($0) }
        }
        var parts = ForeignPasskey.Parts(site: text("RELYING_PARTY"))
        parts.userName = text("USERNAME")
        // The older name of the identifier, which KeePassXC prefers.
        let (older, identifier) = (bytes("GENERATED_USER_ID"), bytes("CREDENTIAL_ID"))
        parts.credentialID = values["GENERATED_USER_ID"] == nil ? identifier : older
        parts.userHandle = bytes("USER_HANDLE")
        parts.key = take("PRIVATE_KEY_PEM")
        // It is on several devices unless the entry says otherwise, as for KeePassXC.
        let mark = text("FLAG_BE").lowercased()
        parts.isBackupEligible = mark.isEmpty || ["1", "true"].contains(mark)
        parts.extensions = rest.keys.filter { !Self.unimportant.contains($0) }.sorted()
        return parts
    }
}

extension KeePassEntry {
    /// Adds a passkey under the names of KeePassXC 2.7.10, with the tag by which others know such an entry.
    ///
    /// - Parameters:
    ///   - account: The site and the account.
    ///   - key: The private key in PKCS #8 as PEM.
    package mutating func add(_ account: PasskeyAccount, key: SecretBytes) {
        func base64(_ bytes: [UInt8]) -> SecretBytes { Base64.encoded(SecretBytes(bytes), .urls) }
        func name(_ part: String) -> String { KeePassPasskey.name(part) }
        add(name("USERNAME"), account.userName)
        add(name("CREDENTIAL_ID"), base64(account.credentialID), isProtected: true)
        add(name("PRIVATE_KEY_PEM"), key, isProtected: true)
        add(name("RELYING_PARTY"), account.relyingParty)
        add(name("USER_HANDLE"), base64(account.userHandle), isProtected: true)
        let mark = account.isBackupEligible ? "1" : "0"
        add(name("FLAG_BE"), mark)
        add(name("FLAG_BS"), mark)
        tags.append(KeePassPasskey.tag)
    }
}
