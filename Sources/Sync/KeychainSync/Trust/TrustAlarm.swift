/// A state of the engine that no honest engine can show.
///
/// Each one is a check of its own; `Specification/sync-format.md` §7 says what it means.
package enum TrustAlarm: UInt8, Error, Sendable, CaseIterable {
    /// The log, or the chain of members, is shorter than the one read before.
    case wentBack = 1
    /// A file that must exist does not, or cannot be decoded.
    case malformed
    /// The chain of members does not begin as the one of this vault.
    case otherVault
    /// An entry does not follow the one before it.
    case chain
    /// An entry is not signed by the member that it names.
    case signature
    /// An entry was written by a device that had no right to.
    case notEntitled
    /// An entry of the log was written for other members than there were.
    case membership
    /// A change of the members names another place in the log.
    case position
    /// A device was added a second time.
    case returned
    /// A change of the members that must come with new keys does not.
    case noNewKeys
    /// Keys are not those that their author announced to all members.
    case keys
    /// The commits of a device are not numbered one after another.
    case number
    /// A record is not the one that the log names.
    case record
    /// A snapshot is not the one that its cut names, or not the state that the log has led to.
    case snapshot
    /// A cut stands for other entries than those that were read before it.
    case parted
    /// A cut stands for fewer commits of a device than were read before it.
    case fewer
}

/// The checks to make: all of them.
///
/// A value, so that tests can leave one out and show that it is noticed.
package struct TrustRules: Sendable {
    private let ignored: Set<TrustAlarm>

    package static let standard = TrustRules(ignored: [])
    /// The checks of what this device has verified and stored.
    ///
    /// The signatures are not looked at again: in a vault of a thousand members that would take most of the time of a
    /// round in which nothing happens.
    static let stored = TrustRules(ignored: [.signature])

    private init(ignored: Set<TrustAlarm>) { self.ignored = ignored }

    /// The rules without one check, for tests of the tests.
    ///
    /// Only a file that imports this module with `@_spi(Mutants)` can call it.
    @_spi(Mutants) public static func without(_ alarm: TrustAlarm) -> TrustRules {
        TrustRules(ignored: [alarm])
    }

    /// Raises an alarm unless something holds.
    func require(
        _ alarm: TrustAlarm,
        _ holds: @autoclosure () -> Bool
    ) throws(TrustAlarm) {
        guard ignored.contains(alarm) || holds() else { throw alarm }
    }
}
