internal import PortableKeychain
internal import SafeText

/// The passkey in the strings of an entry of KeePass, as KeePassXC, Strongbox and others name them.
struct KeePassPasskey {
    private var values: [String: SecretBytes] = [:]

    private static let prefix = "KPEX_PASSKEY_"
    /// The name of the user as Strongbox once wrote it.
    private static let olderName = "KPXC_PASSKEY_USERNAME"
    /// Strings that do not become a part of the passkey: whether a copy is elsewhere is known here.
    private static let unimportant: Set = ["FLAG_BS"]

    /// Takes a string of the entry; returns whether it belongs to a passkey.
    mutating func take(_ name: String, _ value: SecretBytes) -> Bool {
        if name == Self.olderName {
            values["USERNAME"] = values["USERNAME"] ?? value
        } else if name.hasPrefix(Self.prefix) {
            values[String(name.dropFirst(Self.prefix.count))] = value
        } else {
            return false
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
