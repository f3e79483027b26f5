internal import PortableKeychain

/// The formats for the option `-f` of `import` and `export`.
enum ExchangeFormat: String, CaseIterable {
    case openssl, pkcs8, pkcs12, x509, pemseq, pkcs7, netscape
    case openssh2, bsafe, openssh1, raw

    /// The reason why the format is not used here; `nil` if it is.
    private var refusal: String? {
        switch self {
        case .openssh1: "no version of OpenSSH since 7.6 reads it; use openssh2 or openssl"
        case .raw: "it is for symmetric keys, and the keychain stores key pairs"
        default: nil
        }
    }

    /// Whether `import` reads the format.
    private var isRead: Bool { collection == nil && self != .openssh2 }

    /// Whether private keys in such a file are encrypted, or can be.
    var isWrappable: Bool { [.pkcs8, .pkcs12, .pemseq].contains(self) }

    /// The kind of file for several certificates, if it is one.
    var collection: CertificateFile? {
        switch self {
        case .pkcs7: .pkcs7
        case .netscape: .netscape
        default: nil
        }
    }

    /// The option of `export`.
    static let exportOption = option { $0.refusal == nil }
    /// The option of `import`.
    static let importOption = option { $0.refusal == nil && $0.isRead }

    private static func option(_ isUsed: (Self) -> Bool) -> SecurityOption {
        let names = allCases.filter(isUsed).map(\.rawValue)
        return .value("f", "format", "The format: \(names.joined(separator: ", ")).")
    }

    /// The format that a command names.
    static func given(_ call: SecurityInvocation) throws(SecurityFailure) -> ExchangeFormat? {
        guard let name = try call.text("f") else { return nil }
        guard let format = ExchangeFormat(rawValue: name) else {
            throw .usage("\"\(name)\" is not a format")
        }
        if let refusal = format.refusal { throw .notHere("-f \(name): \(refusal)") }
        guard format.isRead || call.verb.name == "export" else {
            throw .notHere("-f \(name): this format is not supported")
        }
        return format
    }
}
