/// The most common access controls, which are valid and need no `try`.
extension AccessControl {
    /// Reading requires the user's presence: the passcode, or a confirmation if the keychain has no
    /// passcode.
    ///
    /// - Parameter accessibility: The condition under which the item can be read at all.
    /// - Returns: The access control.
    public static func userPresence(_ accessibility: Accessibility = .whenUnlocked) -> Self {
        Self(accessibility, legal: .userPresence)
    }

    /// Reading requires the passcode of the keychain, even if it is unlocked.
    ///
    /// - Parameter accessibility: The condition under which the item can be read at all.
    /// - Returns: The access control.
    public static func passcode(_ accessibility: Accessibility = .whenUnlocked) -> Self {
        Self(accessibility, legal: .devicePasscode)
    }

    /// Reading requires the item's own password, under which the item is sealed.
    ///
    /// - Parameter accessibility: The condition under which the item can be read at all.
    /// - Returns: The access control.
    public static func applicationPassword(
        _ accessibility: Accessibility = .whenUnlocked
    ) -> Self {
        Self(accessibility, legal: .applicationPassword)
    }

    private init(_ accessibility: Accessibility, legal constraints: Constraints) {
        self.accessibility = accessibility
        self.constraints = constraints
    }
}
