@_spi(Keepers) package import PortableKeychain

/// The operations that ssh may do with a key of a keychain: a mark among the attributes of the
/// item.
///
/// The agent offers only keys with a mark, because a keychain also holds keys for other purposes: a
/// signature of ssh by the key of a TLS server could be one that the server would have made. The
/// mark is the alias of the item, which no other program here uses for keys. It is not a part of
/// the primary key, so it can be changed.
package enum SSHUse: String, CaseIterable, Sendable {
    /// Programs of this machine may use it.
    case local = "ssh"
    /// Hosts to which the agent is forwarded (`ssh -A`) may use it, too.
    case forwarded = "ssh-forwarded"

    /// The mark of an item; `nil` if ssh may not use the key.
    package init?(_ attributes: ItemAttributes?) {
        guard case .string(let alias) = attributes?[.alias] else { return nil }
        self.init(rawValue: alias)
    }

    /// Adds the mark to the attributes of an item, or replaces it.
    package func put(into attributes: inout ItemAttributes) {
        attributes[.alias] = .string(rawValue)
    }
}
