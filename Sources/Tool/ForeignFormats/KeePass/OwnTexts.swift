internal import PortableKeychain
internal import SafeText

/// The texts that only this tool writes into entries of KeePass, by which an import makes the same items again.
///
/// People see them among the further attributes, under names that say what they are.
package struct OwnTexts {
    private var values: [String: String] = [:]

    private static let prefix = "keychainctl:"

    /// The texts beside a login.
    package enum Mark: String, CaseIterable {
        case displayName = "passkey-display-name"
        case passkeyCreated = "passkey-created"
        /// The item has the secret of its one-time codes alone.
        case oneTimeSecret = "one-time-secret"
    }

    /// The attributes that an entry has no place for, by the names of the tool's JSON.
    private static let attributes: Set = [
        "service", "description", "security-domain", "auth-type", "path", "server",
    ]
    private static let known = attributes.union(Mark.allCases.map(\.rawValue))

    /// The name of a text.
    ///
    /// - Parameter name: The name of an attribute, as the tool's JSON has it.
    /// - Returns: The name in an entry.
    package static func name(_ name: String) -> String { prefix + name }

    /// The name of a text.
    package static func name(_ mark: Mark) -> String { prefix + mark.rawValue }

    static func isOne(_ name: String) -> Bool {
        name.hasPrefix(prefix) && known.contains(String(name.dropFirst(prefix.count)))
    }

    /// Takes a text of an entry; returns whether this tool writes it.
    mutating func take(_ name: String, _ value: SecretBytes) -> Bool {
        guard Self.isOne(name) else { return false }
        values[String(name.dropFirst(Self.prefix.count))] = SecretText.copy(value) ?? ""
        return true
    }

    subscript(mark: Mark) -> String? { values[mark.rawValue] }

    /// Gives the entry what its own texts cannot say.
    ///
    /// The user may have changed the address in the other program: then its path is right.
    func complete(_ entry: inout ForeignEntry) {
        let path = (try? ForeignAddress(entry.address))?.path ?? ""
        entry.takeOwn { name in
            name == "path" && values[name].map { "/" + $0 } != path ? nil : values[name]
        }
    }
}

extension ForeignEntry {
    /// Takes what only this tool writes beside an entry, by which programs find it again.
    ///
    /// - Parameter value: The value with a name of the tool's JSON.
    mutating func takeOwn(_ value: (String) -> String?) {
        service = value("service") ?? ""
        if let kind = value("description") { self.kind = kind }
        path = value("path") ?? path
        realm = value("security-domain") ?? ""
        let type = value("auth-type") ?? ""
        authenticationType = type.isEmpty ? nil : AuthenticationType(rawValue: type)
        if value("server") == "true" { isServer = true }
    }
}
