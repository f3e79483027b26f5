/// The ordered access groups of one caller; new items are added to the first by default
/// (item-semantics.md §5).
@_spi(Keepers) public struct AccessGroups: Hashable, Sendable {
    /// The groups, in order.
    public let names: [String]
    /// The group in which requests go on that name one item and find none in the others
    /// (item-semantics.md §5.13); `nil` for none.
    let shared: String?

    /// Makes a list.
    ///
    /// - Parameter names: The groups in order; ``administrator`` grants access to all.
    public init(_ names: [String]) { self.init(names, shared: nil) }

    /// Makes a list with a shared group.
    ///
    /// - Parameters:
    ///   - names: The groups in order.
    ///   - shared: The shared group; without effect if the caller is a member of it already, or of
    ///     none, or if no caller can be.
    init(_ names: [String], shared: String?) {
        self.names = names
        encoded = names.filter { !Self.hidden.contains($0) }.map { Array($0.utf8) }
        let isShared =
            shared.map { name in
                !names.isEmpty && !names.contains(Self.administrator) && !name.isEmpty
                    && !names.contains { $0.hasSameBytes(as: name) }
                    && name != Self.administrator && !Self.isReserved(name)
                    && !Self.isInternal(name.utf8)
            } ?? false
        self.shared = isShared ? shared : nil
    }

    /// The group of items that people store with the tool, which is the shared one by default.
    package static let tool = "keychainctl"

    /// The groups as bytes, for comparison with those of items; never a hidden group.
    let encoded: [[UInt8]]

    /// The entry that grants access to every group but those in which this software keeps its own
    /// state, for tools that show all items of a user.
    public static let administrator = "*"
    /// The group of items on hardware tokens, which is read-only.
    static let token = "com.apple.token"
    /// The hidden group of the state of synchronization: no caller is a member.
    static let sync = "portable-keychain.sync"
    /// That group as bytes.
    static let encodedSync = Array(sync.utf8)
    /// The hidden group of earlier versions: no caller is a member.
    static let history = "portable-keychain.history"
    /// That group as bytes.
    static let encodedHistory = Array(history.utf8)
    /// The groups whose rows no request meets.
    private static let hidden = [sync, history]

    /// The group of the mark of a keychain that is used through the agent alone.
    package static let exclusive = "portable-keychain.exclusive"
    /// That group as bytes.
    static let encodedExclusive = Array(exclusive.utf8)
    /// The group of the decisions about programs that the agent keeps.
    package static let agent = "portable-keychain.agent"

    /// The group of the index by which programs of the desktop find items of a locked keychain.
    ///
    /// It belongs to one keychain, whose key is in it, and is made again from the items: no restore and
    /// no import brings it.
    package static let desktopIndex = "org.freedesktop.secrets.index"

    /// The group of the names of security keys.
    package static let securityKeys = "portable-keychain.security-keys"
    /// The group of notes about logins whose password did not open the keychain.
    package static let refusedLogins = "portable-keychain.refused-logins"

    /// The beginning of the names of groups in which this software keeps its own state.
    private static let internalPrefix = "portable-keychain."
    /// The internal groups as bytes.
    static let encodedInternal = [
        encodedSync, encodedHistory, encodedExclusive, Array(agent.utf8), Array(securityKeys.utf8),
        Array(refusedLogins.utf8),
    ]

    /// Whether this software keeps its own state in a group, whose items only a caller that lists it by
    /// its name can use: ``administrator`` does not include it (item-semantics.md §5.12).
    package static func isInternal(_ name: some Sequence<UInt8>) -> Bool {
        name.starts(with: internalPrefix.utf8)
    }

    /// Whether no caller may store items in a group (item-semantics.md §5.8 and §5.11).
    static func isReserved(_ name: String) -> Bool { name == token || hidden.contains(name) }

    /// The same list without a shared group, for requests about several items.
    var withoutShared: AccessGroups { AccessGroups(names) }

    /// The default group of new items; `nil` if the list contains none.
    package var first: String? { names.first { $0 != Self.administrator } }

    /// The group that a request names for one item whose group is not given; `nil` to name none.
    ///
    /// The first of several, or items of the same name in the others would be meant too. A caller
    /// with one group names none, so that an item of the shared group is found.
    var ofOneItem: String? { names.count > 1 ? first : nil }

    /// Whether the caller can access every group.
    var grantsAll: Bool { names.contains(Self.administrator) }

    /// The default group of new items.
    ///
    /// - Throws: ``KeychainError/Code/missingEntitlement`` when the list contains none.
    func standard() throws(KeychainError) -> String {
        guard let first else {
            throw KeychainError(
                .missingEntitlement,
                reason: "The caller does not belong to an access group. Configure at least one."
            )
        }
        return first
    }

    /// Checks that the caller may use a group.
    ///
    /// - Throws: ``KeychainError/Code/missingEntitlement`` when it is not in the list,
    ///   ``KeychainError/Code/invalidParameter`` for an empty name that is not listed.
    func check(_ name: String) throws(KeychainError) {
        // Bytes, because strings of Swift are also equal in another normal form.
        let isListed =
            encoded.contains { $0.elementsEqual(name.utf8) }
            || shared?.hasSameBytes(as: name) == true
        guard !isListed || Self.isReserved(name) else { return }
        guard !name.isEmpty else {
            throw KeychainError(
                .invalidParameter,
                reason: "The name of an access group cannot be empty."
            )
        }
        guard grantsAll, !Self.isReserved(name), !Self.isInternal(name.utf8) else {
            throw KeychainError(.missingEntitlement)
        }
    }

    /// Checks that the list is not empty.
    func checkNotEmpty() throws(KeychainError) {
        guard names.isEmpty else { return }
        throw KeychainError(
            .missingEntitlement,
            reason: "The caller does not belong to an access group. Configure at least one."
        )
    }
}
