internal import PortableKeychain

extension Keychain {
    /// One thing that must be proven before an item is read.
    ///
    /// Two flags are equal when they are of one case: the prompt does not count.
    public enum AccessControlFlag {
        /// The passcode, `SecAccessControlCreateFlags.devicePasscode`.
        case devicePasscode
        /// Any enrolled biometry, `SecAccessControlCreateFlags.biometryAny`.
        case biometryAny
        /// The biometry enrolled when the item was made,
        /// `SecAccessControlCreateFlags.biometryCurrentSet`.
        case biometryCurrentSet
        /// Any proof that the user is there, `SecAccessControlCreateFlags.userPresence`.
        case userPresence
        /// A password of the application's own, and why the user is asked for it,
        /// `SecAccessControlCreateFlags.applicationPassword`.
        case applicationPassword(prompt: @autoclosure () -> String? = nil)
        /// The item is a private key that signs or decrypts,
        /// `SecAccessControlCreateFlags.privateKeyUsage`.
        case privateKeyUsage
        /// All flags must be satisfied, `SecAccessControlCreateFlags.and`.
        case satisfyAll
        /// One of the flags suffices, `SecAccessControlCreateFlags.or`.
        case satisfyOne

        var constraint: PortableKeychain.AccessControl.Constraints {
            switch self {
            case .devicePasscode: .devicePasscode
            case .biometryAny: .biometryAny
            case .biometryCurrentSet: .biometryCurrentSet
            case .userPresence: .userPresence
            case .applicationPassword: .applicationPassword
            case .privateKeyUsage: .privateKeyUsage
            case .satisfyAll: .and
            case .satisfyOne: .or
            }
        }
    }
}

extension Keychain.AccessControlFlag: Hashable {
    /// Whether two flags are of one case.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.constraint == rhs.constraint }

    /// Feeds the case into the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(constraint) }
}

extension Keychain.AccessControlFlag: CaseIterable {
    /// All flags, the application's password without a prompt.
    public static var allCases: [Keychain.AccessControlFlag] {
        [
            .devicePasscode, .biometryAny, .biometryCurrentSet, .userPresence,
            .applicationPassword(), .privateKeyUsage, .satisfyAll, .satisfyOne,
        ]
    }
}
