/// The versions that a keychain keeps of items that are changed or deleted.
public struct HistoryPolicy: Hashable, Sendable {
    /// The least time for which an earlier version is kept, in whole seconds; 0 if none is kept.
    ///
    /// A later change removes it, a day or more after another one at which it was too old already, so that a
    /// clock that is wrong for less than a day removes nothing.
    public let seconds: UInt32
    /// The number of earlier versions of one item that are kept.
    public let versions: Int

    init(seconds: UInt32, versions: Int) { (self.seconds, self.versions) = (seconds, versions) }

    /// Keeps no versions: a change or a deletion is final at once.
    public static let none = HistoryPolicy(seconds: 0, versions: 0)

    /// The usual time: 30 days.
    public static let usualTime = Duration.seconds(30 * 24 * 60 * 60)
    /// The usual number of versions of one item.
    public static let usualVersions = 10

    /// Keeps earlier versions of items that are changed or deleted.
    ///
    /// - Parameters:
    ///   - duration: The time for which a version is kept, from 1 to 4,294,967,295 seconds;
    ///     fractions of a second are ignored. 30 days by default.
    ///   - versions: At most how many of one item, from 1 to 1,000; 10 by default.
    /// - Returns: The policy; a number outside of its bounds counts as the nearest one.
    public static func kept(
        for duration: Duration = usualTime,
        versions: Int = usualVersions
    ) -> HistoryPolicy {
        HistoryPolicy(
            seconds: UInt32(clamping: max(duration.wholeSeconds, 1)),
            versions: min(max(versions, 1), mostVersions)
        )
    }

    /// The largest number of versions of one item.
    static let mostVersions = 1000
}
