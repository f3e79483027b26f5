/// The protection of an item: the condition under which it can be read, and the proofs that it
/// requires of the user.
///
/// Set it as ``KeychainItem/accessControl``. The common ones are ``userPresence(_:)``,
/// ``passcode(_:)`` and ``applicationPassword(_:)``; ``init(_:constraints:)`` combines constraints
/// by the rules of `SecAccessControlCreateWithFlags` (`Specification/item-semantics.md`, 4.4). Reading
/// such an item asks the ``Authenticator`` of the configuration; see <doc:WhoMayReadAnItem>.
///
/// ```swift
/// let keychain = try Keychain.default
/// var item = GenericPassword(service: "release", account: "signing")
/// item.accessControl = .passcode()
/// try keychain.set("s3cret", for: item)    // each read asks for the keychain's passcode
/// ```
public struct AccessControl: Hashable, Sendable {
    /// The proofs that an access control requires, as bits (`SecAccessControlCreateFlags`).
    public struct Constraints: OptionSet, Hashable, Sendable {
        /// The bits of the set.
        public let rawValue: UInt64

        /// Makes a set from its bits.
        public init(rawValue: UInt64) { self.rawValue = rawValue }

        /// Any proof of the user's presence.
        public static let userPresence = Constraints(rawValue: 1 << 0)
        /// Any enrolled biometry.
        public static let biometryAny = Constraints(rawValue: 1 << 1)
        /// The biometry that was enrolled when the item was created.
        public static let biometryCurrentSet = Constraints(rawValue: 1 << 3)
        /// The passcode of the keychain.
        public static let devicePasscode = Constraints(rawValue: 1 << 4)
        /// A paired device.
        public static let companion = Constraints(rawValue: 1 << 5)
        /// One of the constraints suffices.
        public static let or = Constraints(rawValue: 1 << 14)
        /// All constraints are needed.
        public static let and = Constraints(rawValue: 1 << 15)
        /// The item is a private key that signs or decrypts.
        public static let privateKeyUsage = Constraints(rawValue: 1 << 30)
        /// The item's own password.
        public static let applicationPassword = Constraints(rawValue: 1 << 31)
    }

    /// The condition under which the item can be read.
    public let accessibility: Accessibility
    /// The proofs that reading requires, or `nil` if the access control states no rules.
    ///
    /// An empty set is a rule ("always allowed"), unlike `nil`. The difference matters for items
    /// that must not have rules, such as synchronized ones (`Specification/item-semantics.md`,
    /// 4.2).
    public let constraints: Constraints?

    /// Makes an access control without rules, equivalent to an accessibility.
    ///
    /// - Parameter accessibility: The condition under which the item can be read.
    public init(_ accessibility: Accessibility) {
        self.accessibility = accessibility
        constraints = nil
    }

    /// Makes an access control with rules.
    ///
    /// - Parameters:
    ///   - accessibility: The condition under which the item can be read.
    ///   - constraints: The required proofs; an empty set requires none.
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
                reason: "These access constraints cannot be combined."
            )
        }
        self.accessibility = accessibility
        self.constraints = constraints
    }

    /// Whether reading the item requires a proof.
    package var needsAuthentication: Bool {
        guard let constraints else { return false }
        return !constraints.isDisjoint(with: [
            .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion,
            .applicationPassword,
        ])
    }
}
