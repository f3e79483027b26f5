internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText
internal import KeychainEssentials

extension SecurityVerb {
    /// The verb that lists identities.
    static let findIdentity = SecurityVerb(
        name: "find-identity",
        summary: "List the identities for a purpose, and the valid ones among them.",
        options: [
            .value(
                "p",
                "policy",
                "The purpose: \(IdentityPolicy.all.map(\.name).joined(separator: ", "))."
            ),
            .value("s", "string", "Only identities with this name."),
            .flag("v", "List only the valid ones."),
        ],
        operands: "[keychain...]",
        function: "SecIdentitySearchCopyNext"
    ) { call in
        var policies: [IdentityPolicy] = []
        for case ("p", let word?) in call.options {
            guard let policy = IdentityPolicy.all.first(where: { $0.name == word.text }) else {
                throw SecurityFailure.usage("\"\(word.shown)\" is not a policy")
            }
            guard policy.isKnown else {
                throw SecurityFailure.notHere("-p \(policy.name): only Apple's systems support it")
            }
            policies.append(policy)
        }
        let name = try call.text("s")
        let keychains = try SecurityKeychains.toSearch(call.operands, call)
        let found = try CertificateFinding(name: name).all(.identity, in: keychains)
        if let name {
            Terminal.line("Looking for identities matching \"\(name)\"")
        }
        for policy in policies.isEmpty ? [.basic] : policies {
            try policy.show(found, among: keychains.opened, validAlone: call.has("v"))
        }
    }
}

/// A purpose for which identities are listed.
struct IdentityPolicy: Sendable {
    let name: String
    private let title: String
    /// The purposes of which a certificate must contain one if it contains any (RFC 5280,
    /// 4.2.1.12); `nil` if certificates cannot be evaluated for the purpose here.
    private let purposes: [String]?

    static let basic = IdentityPolicy(name: "basic", title: "X.509 Basic", purposes: [])

    static let all: [IdentityPolicy] = [
        basic,
        IdentityPolicy(name: "ssl-client", title: "SSL (client)", purposes: [uses + "2"]),
        IdentityPolicy(name: "ssl-server", title: "SSL (server)", purposes: [uses + "1"]),
        IdentityPolicy(name: "smime", title: "S/MIME", purposes: [uses + "4"]),
        IdentityPolicy(name: "eap", title: "EAP", purposes: [uses + "1", uses + "2"]),
        IdentityPolicy(name: "ipsec", title: "IPsec", purposes: [uses + "17"]),
        IdentityPolicy(name: "ichat", title: "iChat", purposes: nil),
        IdentityPolicy(name: "codesigning", title: "Code Signing", purposes: [uses + "3"]),
        IdentityPolicy(name: "sys-default", title: "System default", purposes: nil),
        IdentityPolicy(name: "sys-kerberos-kdc", title: "Kerberos KDC", purposes: nil),
        IdentityPolicy(name: "macappstore", title: "Mac App Store", purposes: nil),
        IdentityPolicy(name: "appleID", title: "Apple ID", purposes: nil),
    ]

    /// `id-kp` of RFC 5280, and any purpose.
    private static let uses = "1.3.6.1.5.5.7.3."
    private static let anyUse = "2.5.29.37.0"

    /// Whether certificates can be evaluated for the purpose here.
    var isKnown: Bool { purposes != nil }

    /// Prints both lists, or only the list of valid identities.
    func show(
        _ found: [CertificateFinding.Found],
        among keychains: [Keychain],
        validAlone: Bool
    ) throws(KeychainError) {
        let fitting = found.filter { fits($0.certificate) }
        let trusted = try Self.trusted(keychains)
        var faults: [String?] = []
        for one in fitting { faults.append(Self.fault(one.certificate, trusted)) }
        let lines = zip(fitting, faults).map { one, fault in
            // The name of the certificate, as on macOS, whatever the label is.
            let name = one.certificate.commonName ?? one.label
            let label = name.isEmpty ? "<unknown>" : Escaping.escaped(name)
            let note = fault.map { " (\($0))" } ?? ""
            return "\(one.certificate.sha1Digits) \"\(label)\"\(note)"
        }
        let valid = zip(lines, faults).filter { $0.1 == nil }.map(\.0)
        var text = ""
        if !validAlone {
            text += "\nPolicy: \(title)\n  Matching identities\n" + Self.numbered(lines)
            text += "     \(lines.count) identities found\n\n  Valid identities only\n"
        }
        text += Self.numbered(valid) + "     \(valid.count) valid identities found\n"
        Terminal.show(Shown(lines: text))
    }

    private func fits(_ certificate: X509Certificate) -> Bool {
        guard let purposes, !purposes.isEmpty, let named = certificate.extendedKeyUsage else {
            return true
        }
        return named.contains { purposes.contains($0) || $0 == Self.anyUse }
    }

    /// The certificates whose chain of issuers ends in a root certificate of the same keychain.
    private static func trusted(
        _ keychains: [Keychain]
    ) throws(KeychainError) -> Set<X509Certificate> {
        var trusted: Set<X509Certificate> = []
        for keychain in keychains {
            let request = ItemRequest(
                .copyMatching,
                itemClass: .certificate,
                attributes: ItemSelection(itemClass: .certificate, attributes: [:]).pattern,
                limit: .all,
                filters: [.trustedOnly(true)],
                returning: .reference
            )
            let found = try Items(keychain: keychain).perform(request)?.items ?? []
            trusted.formUnion(found.compactMap(ObjectList.certificate))
        }
        return trusted
    }

    /// The reason why a certificate is not valid, in macOS's words; `nil` if it is valid.
    private static func fault(
        _ certificate: X509Certificate,
        _ trusted: Set<X509Certificate>
    ) -> String? {
        let now = Date(timeIntervalSinceReferenceDate: KeychainClock.system.now())
        return switch certificate.validity.position(of: now) {
        case .before: "CSSMERR_TP_CERT_NOT_VALID_YET"
        case .after: "CSSMERR_TP_CERT_EXPIRED"
        case .within: trusted.contains(certificate) ? nil : "CSSMERR_TP_NOT_TRUSTED"
        }
    }

    private static func numbered(_ lines: [String]) -> String {
        lines.enumerated().map { place, line in
            let number = String(place + 1)
            return String(repeating: " ", count: max(3 - number.count, 0)) + "\(number)) \(line)\n"
        }.joined()
    }
}
