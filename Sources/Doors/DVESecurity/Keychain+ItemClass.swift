internal import PortableKeychain

extension Keychain {
    /// The classes of items.
    public enum ItemClass: CaseIterable, Sendable {
        /// Passwords of servers, `kSecClassInternetPassword`.
        case internetPassword
        /// Passwords of services, `kSecClassGenericPassword`.
        case genericPassword
        /// Certificates, `kSecClassCertificate`.
        case certificate
        /// Keys, `kSecClassKey`.
        case key
        /// Certificates joined with their private keys, `kSecClassIdentity`.
        case identity

        var value: PortableKeychain.ItemClass {
            switch self {
            case .internetPassword: .internetPassword
            case .genericPassword: .genericPassword
            case .certificate: .certificate
            case .key: .key
            case .identity: .identity
            }
        }
    }
}
