extension KeychainManager {
    /// A class of items, which is also one of Apple's constants.
    public enum ItemClass: RawRepresentable, CaseIterable, Sendable {
        /// The constants' type.
        public typealias RawValue = CFString

        /// A password of anything, `kSecClassGenericPassword`.
        case generic
        /// A password of a server, `kSecClassInternetPassword`.
        case password
        /// A certificate, `kSecClassCertificate`.
        case certificate
        /// A key, `kSecClassKey`.
        case cryptography
        /// A certificate with its private key, `kSecClassIdentity`.
        case identity

        /// The class that a constant names.
        ///
        /// - Parameter rawValue: A constant; `nil` is returned for one that names no class.
        public init?(rawValue: CFString) {
            guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
                return nil
            }
            self = found
        }

        /// The constant.
        public var rawValue: CFString {
            switch self {
            case .generic: kSecClassGenericPassword
            case .password: kSecClassInternetPassword
            case .certificate: kSecClassCertificate
            case .cryptography: kSecClassKey
            case .identity: kSecClassIdentity
            }
        }
    }
}
