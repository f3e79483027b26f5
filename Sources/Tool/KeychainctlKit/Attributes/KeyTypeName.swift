package import PortableKeychain

/// The command line's names for key types.
package enum KeyTypeName: String, CaseIterable {
    case rsa
    case ec
    case ed25519
    case x25519
    case mlKEM = "ml-kem"
    case mlDSA = "ml-dsa"

    /// The key type of this name.
    package var type: KeyType {
        switch self {
        case .rsa: .rsa
        case .ec: .ellipticCurve
        case .ed25519: .ed25519
        case .x25519: .x25519
        case .mlKEM: .mlKEM
        case .mlDSA: .mlDSA
        }
    }

    /// The default size, as recommended by NIST SP 800-57 part 1, and by FIPS 203 and 204 for the
    /// parameter sets.
    package var usualSize: Int {
        switch self {
        case .rsa: 3072
        case .ec, .ed25519, .x25519: 256
        case .mlKEM: 768
        case .mlDSA: 65
        }
    }

    /// The name of a type, or its number if it has no name.
    package static func text(_ type: KeyType) -> String {
        allCases.first { $0.type == type }?.rawValue ?? type.rawValue
    }
}
