internal import PortableKeychain

/// The algorithms that pairs of keys belong to.
public enum SecKeyType: Equatable, Hashable, CaseIterable, Sendable {
    /// RSA, `kSecAttrKeyTypeRSA`.
    case rsa
    /// Curves over prime fields, `kSecAttrKeyTypeECSECPrimeRandom`.
    case ellipticCurve

    var value: KeyType {
        switch self {
        case .rsa: .rsa
        case .ellipticCurve: .ellipticCurve
        }
    }

    /// The value of `kSecAttrKeyType`.
    var name: String { value.rawValue }

    init?(_ value: KeyType) {
        guard let type = Self.allCases.first(where: { $0.value == value }) else { return nil }
        self = type
    }
}
