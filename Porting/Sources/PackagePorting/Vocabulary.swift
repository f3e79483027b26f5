/// The names of one of Apple's frameworks that a product has for Linux.
enum Vocabulary: String, CaseIterable {
    case security = "Security"
    case localAuthentication = "LocalAuthentication"
    /// CryptoKit's, of swift-crypto.
    case crypto = "Crypto"

    /// The name that the product's module is given, so that `canImport` of other packages does not find
    /// it; `nil` where the module has no name of Apple's.
    var alias: String? {
        switch self {
        case .security: "PortableSecurityDropIn"
        case .localAuthentication: "PortableLocalAuthenticationDropIn"
        case .crypto: nil
        }
    }

    /// Whether a line of code uses a name of the framework.
    func isUsed(in code: String) -> Bool {
        switch self {
        case .security:
            code.hasMatch(
                #/
                \b(?: kSec[A-Z]\w* | errSec[A-Z]\w* | OSStatus | kCF[A-Z]\w*
                | Sec(?:Item|Key|Access|Certificate|Identity|Trust|Policy|Random|Copy|PKCS12|Padding)\w*
                | CF(?:Type|String|Dictionary|MutableDictionary|Data|Array|Error|Boolean|Number)(?:Ref)?
                ) \b
                /#
            )
        case .localAuthentication:
            code.hasMatch(#/\b(?:LAContext|LAError|LAPolicy|LABiometryType|kLA[A-Z]\w*)\b/#)
        case .crypto: false
        }
    }
}
