/// The protections that programs want most, which cannot be wrong.
extension AccessControl {
    /// Whoever reads the item must be its user: they give the passcode, or just agree where the
    /// keychain has none.
    ///
    /// - Parameter accessibility: When the item can be read at all.
    /// - Returns: The protection.
    public static func userPresence(_ accessibility: Accessibility = .whenUnlocked) -> Self {
        Self(accessibility, legal: .userPresence)
    }

    /// Whoever reads the item must give the passcode of the keychain, though it be unlocked.
    ///
    /// - Parameter accessibility: When the item can be read at all.
    /// - Returns: The protection.
    public static func passcode(_ accessibility: Accessibility = .whenUnlocked) -> Self {
        Self(accessibility, legal: .devicePasscode)
    }

    /// Whoever reads the item must give a password of its own, under which it is sealed.
    ///
    /// - Parameter accessibility: When the item can be read at all.
    /// - Returns: The protection.
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
