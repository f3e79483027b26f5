/// An access group that several programs share.
public struct SharedGroupIdentifier: CustomStringConvertible, Hashable, Sendable {
    /// The prefix of the group's name.
    let prefix: String
    /// The group's name.
    let group: String

    /// Names a group of programs by their developer's prefix.
    ///
    /// - Parameters:
    ///   - appIDPrefix: The prefix of the programs' identifiers.
    ///   - groupIdentifier: The group's name. `nil` is returned when either is missing or empty.
    public init?(appIDPrefix: String, nonEmptyGroup groupIdentifier: String?) {
        guard !appIDPrefix.isEmpty, let groupIdentifier, !groupIdentifier.isEmpty else {
            return nil
        }
        prefix = appIDPrefix
        group = groupIdentifier
    }

    /// Names an app group.
    ///
    /// - Parameters:
    ///   - groupPrefix: `"group"`; on macOS the prefix of the programs' identifiers.
    ///   - groupIdentifier: The group's name. `nil` is returned when it is missing or empty, and
    ///     for a prefix that the platform does not have.
    public init?(groupPrefix: String, nonEmptyGroup groupIdentifier: String?) {
        #if os(macOS)
            let isKnown = !groupPrefix.isEmpty
        #else
            let isKnown = groupPrefix == "group"
        #endif
        guard isKnown else { return nil }
        self.init(appIDPrefix: groupPrefix, nonEmptyGroup: groupIdentifier)
    }

    /// The access group: prefix and name, joined by a period.
    public var description: String { "\(prefix).\(group)" }
}
