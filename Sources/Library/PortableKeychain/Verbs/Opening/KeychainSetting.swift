/// A choice of the user about what keychains do by themselves.
package enum KeychainSetting: String, CaseIterable, Sendable {
    /// Whether keychains are locked with the screen.
    case lockWithScreen = "lock-with-screen"
    /// The messages about what happened without a question.
    case notifications

    /// The possible values, the usual one first.
    package var values: [String] {
        switch self {
        case .lockWithScreen: ["yes", "no"]
        case .notifications: ["yes", "no", "all"]
        }
    }
}
