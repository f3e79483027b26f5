extension CertificatePolicy {
    /// The requirements of a known policy.
    enum Demands: Hashable, Sendable {
        /// A path to an anchor.
        case path
        /// A TLS server, with this name if one is given.
        case server(host: String?)
        /// A TLS client.
        case client
        /// A person who signs or receives mail, with this address if one is given.
        case mail(address: String?)
        /// The server of a network to which devices ask for access, with this name if one is given.
        case networkServer(host: String?)
        /// A device that asks for access to a network.
        case networkClient
        /// A signer of code.
        case code
        /// A server that states times.
        case timeStamps
    }

    /// The demands; `nil` for a policy that is not known here.
    var demands: Demands? {
        switch identifier {
        case Self.basicIdentifier: .path
        case Self.tlsIdentifier: isForClients ? .client : .server(host: host)
        case Self.mailIdentifier: .mail(address: emailAddress)
        case Self.eapIdentifier: isForClients ? .networkClient : .networkServer(host: host)
        case Self.codeSigningIdentifier: .code
        case Self.timeStampingIdentifier: .timeStamps
        default: nil
        }
    }
}

extension CertificatePolicy.Demands {
    /// The host that the certificate must name, if one is asked for.
    var host: String? {
        switch self {
        case .server(let host), .networkServer(let host): host
        default: nil
        }
    }

    /// Whether the certificate is for TLS, of which EAP is a use.
    var isForTLS: Bool {
        switch self {
        case .server, .client, .networkServer, .networkClient: true
        case .path, .mail, .code, .timeStamps: false
        }
    }

    /// The uses of keys of which one must be allowed, if the certificate limits them.
    var uses: X509Certificate.KeyUsage? {
        switch self {
        case .path: nil
        case .server, .client, .networkServer, .networkClient:
            [.digitalSignature, .keyEncipherment, .keyAgreement]
        // RFC 8550, 4.4.2, for signing, and what Apple's policy allows for encrypting.
        case .mail:
            [
                .digitalSignature, .contentCommitment, .keyEncipherment, .dataEncipherment,
                .keyAgreement,
            ]
        case .code, .timeStamps: [.digitalSignature, .contentCommitment]
        }
    }

    /// The object identifiers of extended key usages of which one must be named (RFC 5280, 4.2.1.12;
    /// RFC 4334, 2); none if the purpose does not matter.
    var purposes: [String] {
        switch self {
        case .path: []
        case .server: [Self.forServers]
        case .client: [Self.forClients]
        case .mail: ["1.3.6.1.5.5.7.3.4"]
        case .networkServer: [Self.forServers, Self.forNetworks]
        case .networkClient: [Self.forClients, Self.forNetworks]
        case .code: ["1.3.6.1.5.5.7.3.3"]
        case .timeStamps: ["1.3.6.1.5.5.7.3.8"]
        }
    }

    /// Whether a certificate that names no purpose, or any, is not for this one.
    var mustBeNamed: Bool { self == .code || self == .timeStamps }

    /// Whether a certificate with another purpose is not for this one.
    var mustBeSole: Bool { self == .timeStamps }

    /// The purpose in words, after "the use for".
    var purpose: String {
        switch self {
        case .path: "any purpose"
        case .server: "TLS servers"
        case .client: "TLS clients"
        case .mail: "mail"
        case .networkServer: "servers of networks"
        case .networkClient: "clients of networks"
        case .code: "signing code"
        case .timeStamps: "time stamps"
        }
    }

    private static let forServers = "1.3.6.1.5.5.7.3.1"
    private static let forClients = "1.3.6.1.5.5.7.3.2"
    private static let forNetworks = "1.3.6.1.5.5.7.3.14"
}
