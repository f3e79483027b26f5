/// Whether a value in a message is shown.
///
/// A value that is not shown is written as `<private>`, always: there is no profile on Linux that
/// shows it, and a mask by a hash, which Apple's log offers, could be guessed.
public struct OSLogPrivacy: Hashable, Sendable {
    /// The replacement for a value that is not shown.
    public enum Mask: Hashable, Sendable {
        /// A hash of the value on Apple's platforms; `<private>` here.
        case hash
        /// `<private>`.
        case none
    }

    private enum Choice { case automatic, shown, hidden }
    private let choice: Choice

    /// Numbers, truth values and types are shown, anything else is not.
    public static let auto = OSLogPrivacy(choice: .automatic)
    /// The value is shown.
    public static let `public` = OSLogPrivacy(choice: .shown)
    /// The value is not shown.
    public static let `private` = OSLogPrivacy(choice: .hidden)
    /// The value is not shown.
    public static let sensitive = OSLogPrivacy(choice: .hidden)

    /// The same as ``auto``; a mask has no effect.
    public static func auto(mask: Mask) -> OSLogPrivacy { .auto }
    /// The value is not shown; a mask has no effect.
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
    /// The value is not shown; a mask has no effect.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }

    /// Whether a value is shown.
    ///
    /// - Parameter isHarmless: Whether it is one of those that are shown without another choice.
    /// - Returns: Whether it is shown.
    func shows(isHarmless: Bool) -> Bool {
        switch choice {
        case .automatic: isHarmless
        case .shown: true
        case .hidden: false
        }
    }
}
