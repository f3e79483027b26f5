/// Protection of an item beyond its accessibility: who must be present to use it.
///
/// Make one with ``init(_:constraints:)``; the rules for combining constraints are those of
/// `SecAccessControlCreateWithFlags` (`Specification/item-semantics.md`, 4.4).
public struct AccessControl: Hashable, Sendable {
    /// What must be proven, as bits (`SecAccessControlCreateFlags`).
    public struct Constraints: OptionSet, Hashable, Sendable {
        /// The bits of the set.
        public let rawValue: UInt64

        /// Makes a set from its bits.
        public init(rawValue: UInt64) { self.rawValue = rawValue }

        /// Any proof of the user's presence.
        public static let userPresence = Constraints(rawValue: 1 << 0)
        /// Any enrolled biometry.
        public static let biometryAny = Constraints(rawValue: 1 << 1)
        /// The biometry enrolled when the item was made.
        public static let biometryCurrentSet = Constraints(rawValue: 1 << 3)
        /// The device's passcode.
        public static let devicePasscode = Constraints(rawValue: 1 << 4)
        /// A paired device.
        public static let companion = Constraints(rawValue: 1 << 5)
        /// One of the constraints suffices.
        public static let or = Constraints(rawValue: 1 << 14)
        /// All constraints are needed.
        public static let and = Constraints(rawValue: 1 << 15)
        /// The item is a private key that signs or decrypts.
        public static let privateKeyUsage = Constraints(rawValue: 1 << 30)
        /// A password of the application's own.
        public static let applicationPassword = Constraints(rawValue: 1 << 31)
    }

    /// When the item can be read.
    public let accessibility: Accessibility
    /// What must be proven to read it, or `nil` when the protection states no rule at all.
    ///
    /// An empty set is a rule ("always allowed") and `nil` is none: the two differ where an item
    /// must not carry rules, as synchronized ones (`Specification/item-semantics.md`, 4.2).
    public let constraints: Constraints?

    /// Makes the plain protection that an accessibility value stands for, without rules.
    ///
    /// - Parameter accessibility: When the item can be read.
    public init(_ accessibility: Accessibility) {
        self.accessibility = accessibility
        constraints = nil
    }

    /// Makes a protection with rules.
    ///
    /// - Parameters:
    ///   - accessibility: When the item can be read.
    ///   - constraints: What must be proven; an empty set allows everything.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for `or` with `and`, for both kinds of
    ///   biometry, and for user presence with anything but an application password or key usage.
    public init(_ accessibility: Accessibility, constraints: Constraints) throws(KeychainError) {
        let presenceMayJoin: Constraints = [.userPresence, .applicationPassword, .privateKeyUsage]
        guard !constraints.isSuperset(of: [.or, .and]),
            !constraints.isSuperset(of: [.biometryAny, .biometryCurrentSet]),
            !constraints.contains(.userPresence) || presenceMayJoin.isSuperset(of: constraints)
        else {
            throw KeychainError(
                .invalidParameter,
                reason: "These access constraints exclude each other."
            )
        }
        self.accessibility = accessibility
        self.constraints = constraints
    }

    /// Whether somebody must prove something before the item is read.
    package var needsAuthentication: Bool {
        guard let constraints else { return false }
        return !constraints.isDisjoint(with: [
            .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion,
            .applicationPassword,
        ])
    }
}
