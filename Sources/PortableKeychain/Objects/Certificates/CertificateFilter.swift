/// Conditions on certificates beyond equality of attributes (item-semantics.md §2.2).
struct CertificateFilter {
    private enum Condition {
        case issued(by: [[UInt8]])
        case valid(at: Double)
        case address(String)
        case purpose(CertificatePurpose)
        case trusted
    }

    private let conditions: [Condition]
    /// When a certificate must be trusted.
    private let moment: Double
    private let chains: CertificateChains
    private let anchors: Set<X509Certificate>

    /// Makes a filter.
    ///
    /// - Parameters:
    ///   - filters: The conditions, all of which must hold.
    ///   - now: The present moment, in seconds since 2001-01-01T00:00:00Z.
    ///   - others: The certificates of which chains are made. Those among them that signed
    ///     themselves as authorities are trusted.
    /// - Throws: ``KeychainError/Code/unimplemented`` for a policy that is not known.
    init(
        _ filters: [MatchFilter],
        now: Double,
        among others: [X509Certificate]
    ) throws(KeychainError) {
        var moment = now
        var conditions: [Condition] = []
        for filter in filters {
            switch filter {
            case .issuers(let names):
                // Entries that are no names are left out, and a list without any filters nothing.
                let names = names.compactMap { X509Certificate.normalizedName($0) }
                if !names.isEmpty { conditions.append(.issued(by: names)) }
            case .validOnDate(let date):
                moment = date ?? now
                conditions.append(.valid(at: moment))
            case .emailAddress(let address): conditions.append(.address(address.lowercased()))
            case .policy(let name, let host, let isForClients):
                conditions.append(try Self.policy(name, host, isForClients))
            case .trustedOnly(true): conditions.append(.trusted)
            case .trustedOnly(false), .hostOrSubdomain, .ignored: break
            }
        }
        self.conditions = conditions
        self.moment = moment
        chains = CertificateChains(others)
        let looksForAnchors = conditions.contains { if case .trusted = $0 { true } else { false } }
        anchors = looksForAnchors ? Set(others.filter(\.isRoot)) : []
    }

    /// The basic policy asks for a path, those for a purpose for that purpose alone.
    private static func policy(
        _ name: String,
        _ host: String?,
        _ isForClients: Bool
    ) throws(KeychainError) -> Condition {
        switch CertificatePurpose(policy: name, host: host, isForClients: isForClients) {
        case .any?: return .trusted
        case let purpose?: return .purpose(purpose)
        case nil: throw KeychainError(.unimplemented, reason: "This policy is not known.")
        }
    }

    /// Whether a certificate satisfies all conditions.
    func accepts(_ certificate: X509Certificate) -> Bool {
        conditions.allSatisfy { condition in
            switch condition {
            case .issued(let names): chains.reaches(names, from: certificate)
            case .valid(let moment): certificate.isValid(at: moment)
            case .address(let address):
                certificate.emailAddresses.contains { $0.lowercased() == address }
            case .purpose(let purpose): (try? purpose.check(certificate)) != nil
            case .trusted: isTrusted(certificate)
            }
        }
    }

    private func isTrusted(_ certificate: X509Certificate) -> Bool {
        (try? CertificatePath(from: certificate, in: chains, to: anchors, at: moment)) != nil
    }
}

extension X509Certificate {
    /// Whether a moment lies within the validity; bounds that say nothing are never valid.
    func isValid(at moment: Double) -> Bool {
        guard notBefore != notAfter, notBefore != 0, notAfter != 0 else { return false }
        return notBefore <= moment && moment <= notAfter
    }

    /// Whether it is an authority that nobody but itself vouches for.
    fileprivate var isRoot: Bool {
        extensions.isAuthority == true && normalizedIssuer == normalizedSubject
            && isSigned(by: self)
    }
}
