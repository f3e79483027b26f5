import Security

/// The algorithms by which tokens are signed (RFC 7518, section 3.1).
public enum TokenAlgorithm: String, CaseIterable {
    case es256 = "ES256"
    case rs256 = "RS256"
    case rs384 = "RS384"
    case rs512 = "RS512"
    case ps256 = "PS256"
    case ps384 = "PS384"
    case ps512 = "PS512"

    var algorithm: SecKeyAlgorithm {
        switch self {
        case .es256: .ecdsaSignatureMessageX962SHA256
        case .rs256: .rsaSignatureMessagePKCS1v15SHA256
        case .rs384: .rsaSignatureMessagePKCS1v15SHA384
        case .rs512: .rsaSignatureMessagePKCS1v15SHA512
        case .ps256: .rsaSignatureMessagePSSSHA256
        case .ps384: .rsaSignatureMessagePSSSHA384
        case .ps512: .rsaSignatureMessagePSSSHA512
        }
    }
}
