/// The reason why a certificate is not trusted: the certificate of the path that is at fault, and
/// its fault.
///
/// ``X509Certificate/evaluateTrust(for:anchors:intermediates:at:)`` throws it. Decide by ``cause``;
/// show ``reason`` to people. Two errors are equal when cause and certificate are.
///
/// ```swift
/// func check(_ certificate: X509Certificate, anchors: [X509Certificate]) {
///     do {
///         try certificate.evaluateTrust(for: .tlsServer(host: "example.org"), anchors: anchors)
///     } catch {
///         print(error.reason)    // The certificate "example.org" expired on 2024-01-01.
///         print(error.cause == .expired ? "Renew it." : "Do not trust it.")
///     }
/// }
/// ```
public struct CertificateTrustError: Error, Sendable {
    /// The kind of fault.
    public let cause: Cause
    /// The certificate at fault: the one in question, or one of its issuers.
    public let certificate: X509Certificate
    /// The fault, as a sentence.
    ///
    /// It quotes the names in the certificate unchanged. The certificate is not trusted, so escape
    /// control characters before you print the sentence to a terminal.
    public let reason: String

    /// The longest path from the certificate in question on which each certificate is signed by the
    /// next; with no issuer found, only that certificate.
    package internal(set) var path: [X509Certificate]

    init(_ fault: CertificateFault, _ certificate: X509Certificate) {
        cause = fault.cause
        self.certificate = certificate
        path = [certificate]
        reason = fault.sentence(about: certificate)
    }

    /// The same error, of a path on which each certificate is signed by the next.
    func on(_ path: [X509Certificate]) -> Self {
        var error = self
        error.path = path
        return error
    }

    /// Whether it can be accepted, and is.
    func isExcused(by excuse: (CertificateTrustError) -> Bool) -> Bool {
        cause.isExcusable && excuse(self)
    }

    /// A kind of fault.
    ///
    /// A struct, so that kinds can be added.
    public struct Cause: Hashable, Sendable {
        private let name: String

        /// No path of issuers leads to an anchor.
        public static let noAnchor = Cause(name: "noAnchor")
        /// A certificate on the path is not valid yet.
        public static let notValidYet = Cause(name: "notValidYet")
        /// A certificate on the path is no longer valid.
        public static let expired = Cause(name: "expired")
        /// A certificate on the path has a critical extension that is not supported, or constraints
        /// on names that cannot be read or compared.
        public static let unknownExtension = Cause(name: "unknownExtension")
        /// A certificate on the path has a name for which an authority above it may not issue.
        public static let forbiddenName = Cause(name: "forbiddenName")
        /// A certificate on the path is for another purpose.
        public static let wrongPurpose = Cause(name: "wrongPurpose")
        /// The certificate of a server is valid for more days than one may be.
        public static let longValidity = Cause(name: "longValidity")
        /// The certificate does not name the host.
        public static let wrongHost = Cause(name: "wrongHost")
        /// The certificate does not name the e-mail address.
        public static let wrongAddress = Cause(name: "wrongAddress")
        /// A certificate on the path has a key that is too weak for the purpose, or of a kind that is
        /// not supported.
        public static let weakKey = Cause(name: "weakKey")
        /// The policy is not known, so that no certificate satisfies it.
        public static let unknownPolicy = Cause(name: "unknownPolicy")

        /// A certificate on the path was revoked by its authority.
        public static let revoked = Cause(name: "revoked")
        /// A certificate on the path must be known not to be revoked, and nothing is known of it.
        public static let noRevocationAnswer = Cause(name: "noRevocationAnswer")

        /// Whether a user may accept it: not a fault that makes the meaning of a certificate
        /// unknown, nor a name beyond the limits of an authority, nor a revocation.
        package var isExcusable: Bool {
            ![.unknownExtension, .forbiddenName, .unknownPolicy, .revoked].contains(self)
        }
    }
}

extension CertificateTrustError: Hashable {
    /// Errors are equal when cause and certificate are.
    public static func == (left: Self, right: Self) -> Bool {
        left.cause == right.cause && left.certificate == right.certificate
    }

    /// Feeds cause and certificate into the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(cause)
        hasher.combine(certificate)
    }
}

extension CertificateTrustError.Cause: CustomStringConvertible {
    /// The name of the cause.
    public var description: String { name }
}

extension CertificateTrustError: CustomStringConvertible {
    /// The reason with the serial number of the certificate.
    public var description: String {
        "\(reason) (serial number \(certificate.serialNumber.hexadecimal))"
    }
}
