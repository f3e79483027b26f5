/// The access groups of one caller: an ordered list, the first of which new items get
/// (item-semantics.md §5).
public struct AccessGroups: Hashable, Sendable {
    /// The groups, in order.
    public let names: [String]

    /// Makes a list.
    ///
    /// - Parameter names: The groups in order; ``administrator`` grants all.
    public init(_ names: [String]) {
        self.names = names
        encoded = names.map { Array($0.utf8) }
    }

    /// The groups as bytes, as they are compared with those of items.
    let encoded: [[UInt8]]

    /// The entry that grants every group: for tools that show a user all they have.
    public static let administrator = "*"
    /// The group of items on hardware tokens, which nobody writes.
    static let token = "com.apple.token"

    /// The group of a new item for which the caller names none; `nil` when there is none.
    package var first: String? { names.first { $0 != Self.administrator } }

    /// Whether every group is granted.
    var grantsAll: Bool { names.contains(Self.administrator) }

    /// The group of a new item for which the caller names none.
    ///
    /// - Throws: ``KeychainError/Code/missingEntitlement`` when the list is empty.
    func standard() throws(KeychainError) -> String {
        guard let first else {
            throw KeychainError(
                .missingEntitlement,
                reason: "The caller belongs to no access group."
            )
        }
        return first
    }

    /// Checks that the caller may name a group.
    ///
    /// - Throws: ``KeychainError/Code/missingEntitlement`` when it is not in the list,
    ///   ``KeychainError/Code/invalidParameter`` for an empty name that is not listed.
    func check(_ name: String) throws(KeychainError) {
        guard !names.contains(name) || name == Self.token else { return }
        guard !name.isEmpty else {
            throw KeychainError(.invalidParameter, reason: "An access group cannot be empty.")
        }
        guard grantsAll, name != Self.token else { throw KeychainError(.missingEntitlement) }
    }

    /// Checks that there is any group at all.
    func checkNotEmpty() throws(KeychainError) {
        guard names.isEmpty else { return }
        throw KeychainError(.missingEntitlement, reason: "The caller belongs to no access group.")
    }
}
