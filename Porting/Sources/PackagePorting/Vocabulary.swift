/// The names of one of Apple's frameworks that a product has for Linux.
enum Vocabulary: String, CaseIterable {
    case security = "Security"
    case localAuthentication = "LocalAuthentication"
    /// CryptoKit's, of swift-crypto.
    case crypto = "Crypto"
    /// CommonCrypto's, as far as they are safe.
    case commonCrypto = "PortableCommonCrypto"
    /// CryptoKit's, with its keys in a token.
    case cryptoKit = "PortableCryptoKit"
    /// Names of Darwin and of Objective-C that keychain code uses.
    case darwin = "PortableDarwin"
    /// The unified log's.
    case osLog = "PortableOSLog"

    /// The name that the product's module is given, so that `canImport` of other packages does not find
    /// it; `nil` where the module has no name of Apple's.
    var alias: String? {
        switch self {
        case .security: "PortableSecurityDropIn"
        case .localAuthentication: "PortableLocalAuthenticationDropIn"
        case .crypto, .commonCrypto, .cryptoKit, .darwin, .osLog: nil
        }
    }

    /// Whether a word is a name of the framework.
    func contains(_ word: String) -> Bool {
        switch self {
        case .security: Self.isOfSecurity(word)
        case .localAuthentication: Self.names.contains(word) || Self.isConstant(word, "kLA")
        case .crypto, .commonCrypto, .cryptoKit, .darwin, .osLog: false
        }
    }

    private static let names: Set<String> = ["LAContext", "LAError", "LAPolicy", "LABiometryType"]
    private static let types = [
        "Item", "Key", "Access", "Certificate", "Identity", "Trust", "Policy", "Random", "Copy",
        "PKCS12",
        "Padding",
    ]
    private static let coreTypes: Set<String> = Set(
        [
            "Type", "String", "Dictionary", "MutableDictionary", "Data", "Array", "Error",
            "Boolean", "Number",
        ].flatMap { ["CF\($0)", "CF\($0)Ref"] }
    )

    private static func isOfSecurity(_ word: String) -> Bool {
        switch word.utf8.first {
        case UInt8(ascii: "S"):
            word.hasPrefix("Sec") && types.contains { word.dropFirst(3).hasPrefix($0) }
        case UInt8(ascii: "k"): isConstant(word, "kSec") || isConstant(word, "kCF")
        case UInt8(ascii: "e"): isConstant(word, "errSec")
        case UInt8(ascii: "C"): coreTypes.contains(word)
        case UInt8(ascii: "O"): word == "OSStatus"
        default: false
        }
    }

    private static func isConstant(_ word: String, _ prefix: String) -> Bool {
        word.hasPrefix(prefix) && word.dropFirst(prefix.count).first?.isUppercase == true
    }
}
