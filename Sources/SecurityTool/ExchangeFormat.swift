internal import PortableKeychain

/// The formats for the option `-f` of `import` and `export`.
enum ExchangeFormat: String, CaseIterable {
    case openssl, pkcs8, pkcs12, x509, pemseq, pkcs7, netscape
    case openssh1, openssh2, bsafe, raw

    /// Whether the format is supported here.
    var isSupported: Bool {
        switch self {
        case .openssl, .pkcs8, .pkcs12, .x509, .pemseq, .pkcs7, .netscape: true
        case .openssh1, .openssh2, .bsafe, .raw: false
        }
    }

    /// The kind of file for several certificates, if it is one.
    var collection: CertificateFile? {
        switch self {
        case .pkcs7: .pkcs7
        case .netscape: .netscape
        default: nil
        }
    }

    /// The option.
    static let option = SecurityOption.value(
        "f",
        "format",
        "The format: \(allCases.filter(\.isSupported).map(\.rawValue).joined(separator: ", "))."
    )

    /// The format that a command names.
    static func given(_ call: SecurityInvocation) throws(SecurityFailure) -> ExchangeFormat? {
        guard let name = try call.text("f") else { return nil }
        guard let format = ExchangeFormat(rawValue: name) else {
            throw .usage("\"\(name)\" is not a format")
        }
        let isRead = format.collection == nil || call.verb.name == "export"
        guard format.isSupported, isRead else {
            throw .notHere("-f \(name): this format is not supported")
        }
        return format
    }
}
