internal import KeychainEssentials

/// A fault of a certificate, with the data for a sentence about it.
enum CertificateFault {
    /// Its issuer was not found, or leads to no anchor.
    case noIssuer
    /// The certificate is self-issued, but not an anchor.
    case noAnchor
    /// The moment lies before its validity.
    case notValidYet
    /// The moment lies after its validity.
    case expired
    /// The extension that is not supported, by its object identifier.
    case unknownExtension(String)
    /// The name that an authority above it may not give.
    case forbiddenName(String, authority: String?)
    /// Comparing its names with the constraints above it takes too long.
    case tooManyNames
    /// The purpose that it is needed for.
    case wrongPurpose(String)
    /// The purpose that it must name, and does not.
    case missingPurpose(String)
    /// The most days for which it may be valid.
    case longValidity(dayLimit: Int)
    /// The host that it does not name.
    case wrongHost(String)
    /// The e-mail address that it does not name.
    case wrongAddress(String)
    /// Its key is too weak for the purpose, or of an unknown kind.
    case weakKey
    /// The policy, by its object identifier.
    case unknownPolicy(String)
    /// The certificate is to issue certificates, and does not belong to an authority.
    case noAuthority
    /// The certificate is to issue certificates, and its key may not sign them.
    case noSigning
    /// There are more authorities below it than its limit.
    case longPath(limit: Int)
    /// The certificate does not carry the signature of this authority.
    case wrongSignature(authority: String?)
    /// Finding a path takes more signatures than are checked.
    case tooManySignatures
    /// The certificate is that of a server, and names no host.
    case missingHost
    /// The purpose that it must name alone, and does not.
    case sharedPurpose(String)
    /// The certificate was revoked, at a moment and for a reason by its number (RFC 5280, 5.3.1).
    case revoked(Date, reason: Int?)
    /// The certificate must be known not to be revoked, and no answer is known.
    case noRevocationAnswer

    /// The kind of the fault.
    var cause: CertificateTrustError.Cause {
        switch self {
        case .noIssuer, .noAnchor, .noAuthority, .noSigning, .longPath, .wrongSignature,
            .tooManySignatures:
            .noAnchor
        case .notValidYet: .notValidYet
        case .expired: .expired
        case .unknownExtension, .tooManyNames: .unknownExtension
        case .forbiddenName: .forbiddenName
        case .wrongPurpose, .missingPurpose, .sharedPurpose: .wrongPurpose
        case .longValidity: .longValidity
        case .wrongHost, .missingHost: .wrongHost
        case .wrongAddress: .wrongAddress
        case .weakKey: .weakKey
        case .unknownPolicy: .unknownPolicy
        case .revoked: .revoked
        case .noRevocationAnswer: .noRevocationAnswer
        }
    }

    /// The sentence about the certificate at fault.
    func sentence(about certificate: X509Certificate) -> String {
        let name = "The certificate \(Self.quoted(certificate.subjectSummary))"
        return switch self {
        case .noIssuer:
            "\(name) was issued by \(Self.quoted(certificate.issuerSummary)), "
                + "from which no path leads to a trusted certificate."
        case .noAnchor: "\(name) was issued by itself and is not among the trusted certificates."
        case .notValidYet:
            "\(name) is not valid before \(Self.day(certificate.validity.notBefore))."
        case .expired: "\(name) expired on \(Self.day(certificate.validity.notAfter))."
        case .unknownExtension(let identifier):
            "\(name) has a critical extension that is not supported: "
                + "\(ExtensionWords.words(for: identifier))."
        case .forbiddenName(let forbidden, let authority):
            "\(name) has \(forbidden), for which the authority \(Self.quoted(authority)) may not "
                + "issue certificates."
        case .tooManyNames:
            "\(name) has more names, or its issuers more constraints on names, than are compared."
        case .wrongPurpose(let purpose): "\(name) does not allow its use for \(purpose)."
        case .missingPurpose(let purpose):
            "\(name) has no extended key usage, which must name the use for \(purpose)."
        case .longValidity(let limit):
            "\(name) is valid from \(Self.day(certificate.validity.notBefore)) to "
                + "\(Self.day(certificate.validity.notAfter)): the certificate of a server may be "
                + "valid for at most \(limit) days."
        case .wrongHost(let host): "\(name) does not name the host \"\(host)\"."
        case .wrongAddress(let address):
            "\(name) does not name the e-mail address \"\(address)\"."
        case .weakKey:
            "\(name) has a key that is not supported or too weak: RSA keys need at least 1,024 "
                + "bits, and 2,048 bits for TLS."
        case .unknownPolicy(let identifier):
            "\(name) cannot be trusted under the policy \"\(identifier)\", which is not known."
        default: "\(name) \(furtherClause)."
        }
    }

    /// The words after the name of the certificate, for faults of authorities and others.
    private var furtherClause: String {
        switch self {
        case .noAuthority: "is not that of an authority, and issues nothing"
        case .noSigning: "does not allow that its key signs certificates"
        case .longPath(let limit):
            "allows at most \(limit) authorities below it, and there are more"
        case .wrongSignature(let authority):
            "does not carry a signature by \(Self.quoted(authority)) that counts"
        case .tooManySignatures: "has issuers with more signatures than are checked"
        case .missingHost:
            "names no host among its alternative names, as the certificate of a server must"
        case .sharedPurpose(let purpose):
            "must name the use for \(purpose) alone, in a critical extended key usage"
        case .revoked(let moment, let reason):
            "was revoked on \(Self.day(moment))" + RevocationWords.clause(for: reason)
        case .noRevocationAnswer:
            "must be known not to be revoked, and no answer of its authority says so"
        default: "is at fault"
        }
    }

    private static func quoted(_ summary: String?) -> String {
        summary.map { "\"\($0)\"" } ?? "without a name"
    }

    /// The day of a moment in UTC.
    private static func day(_ moment: Date) -> String {
        moment.formatted(.iso8601.year().month().day())
    }
}
