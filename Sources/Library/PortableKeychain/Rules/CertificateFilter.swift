internal import KeychainEssentials

/// Conditions on certificates that need the certificate itself, not only attributes
/// (item-semantics.md §2.2).
struct CertificateFilter {
    private enum Condition {
        case issued(by: [[UInt8]])
        case valid(at: Date)
        case address(String)
        case purpose(CertificatePolicy.Demands)
        case trusted
    }

    private let conditions: [Condition]
    /// The date at which a certificate must be trusted.
    private let moment: Date
    private let chains: CertificateChains
    private let anchors: Set<X509Certificate>

    /// Makes a filter.
    ///
    /// - Parameters:
    ///   - filters: The conditions, all of which must hold.
    ///   - now: The current date.
    ///   - others: The certificates from which chains are built. Self-signed authorities among them
    ///     are trusted.
    /// - Throws: ``KeychainError/Code/unimplemented`` for an unknown policy.
    init(
        _ filters: [MatchFilter],
        now: Date,
        among others: [X509Certificate]
    ) throws(KeychainError) {
        var moment = now
        var conditions: [Condition] = []
        for filter in filters {
            switch filter {
            case .issuers(let names):
                // Entries that are not names are ignored, and a list without names is not a
                // condition.
                let names = names.compactMap { X509Certificate.normalizedName($0) }
                if !names.isEmpty { conditions.append(.issued(by: names)) }
            case .validOnDate(let date):
                moment = date ?? now
                conditions.append(.valid(at: moment))
            case .emailAddress(let address): conditions.append(.address(address))
            case .policy(let policy): conditions.append(try Self.condition(of: policy))
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

    /// The basic policy requires a path; a policy for a purpose is checked only on the certificate.
    private static func condition(
        of policy: CertificatePolicy
    ) throws(KeychainError) -> Condition {
        switch policy.demands {
        case .path?: return .trusted
        case let demands?: return .purpose(demands)
        case nil: throw KeychainError(.unimplemented, reason: "The certificate policy is unknown.")
        }
    }

    /// Whether a certificate satisfies all conditions.
    func accepts(_ certificate: X509Certificate) -> Bool {
        conditions.allSatisfy { condition in
            switch condition {
            case .issued(let names): chains.reaches(names, from: certificate)
            case .valid(let moment):
                certificate.validity.isStated && certificate.validity.contains(moment)
            case .address(let address): certificate.namesAddress(address)
            case .purpose(let demands):
                TrustChecks.faults(of: certificate, for: demands).isEmpty
            case .trusted: isTrusted(certificate)
            }
        }
    }

    private func isTrusted(_ certificate: X509Certificate) -> Bool {
        let demand = TrustDemand(anchors: anchors, moment: moment)
        return (try? CertificatePath(from: certificate, in: chains, for: demand)) != nil
    }
}

extension CertificateValidity {
    /// Whether a search by date considers the period.
    ///
    /// Apple's ignores periods with equal bounds, and treats a bound at the reference date as
    /// missing (item-semantics.md §2.2).
    fileprivate var isStated: Bool {
        let bounds = [notBefore, notAfter].map(\.timeIntervalSinceReferenceDate)
        return notBefore != notAfter && !bounds.contains(0)
    }
}
