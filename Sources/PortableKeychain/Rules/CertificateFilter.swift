#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Conditions on certificates beyond equality of attributes (item-semantics.md §2.2).
struct CertificateFilter {
    private enum Condition {
        case issued(by: [[UInt8]])
        case valid(at: Date)
        case address(String)
        case purpose(CertificatePolicy.Demands)
        case trusted
    }

    private let conditions: [Condition]
    /// When a certificate must be trusted.
    private let moment: Date
    private let chains: CertificateChains
    private let anchors: Set<X509Certificate>

    /// Makes a filter.
    ///
    /// - Parameters:
    ///   - filters: The conditions, all of which must hold.
    ///   - now: The present moment.
    ///   - others: The certificates that chains consist of. Those among them that are authorities
    ///     and signed themselves are trusted.
    /// - Throws: ``KeychainError/Code/unimplemented`` for a policy that is not known.
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
                // Entries that are not names are ignored, and a list without a name filters
                // nothing.
                let names = names.compactMap { X509Certificate.normalizedName($0) }
                if !names.isEmpty { conditions.append(.issued(by: names)) }
            case .validOnDate(let date):
                moment = date ?? now
                conditions.append(.valid(at: moment))
            case .emailAddress(let address): conditions.append(.address(address.lowercased()))
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

    /// The basic policy demands a path; a policy for a purpose is checked on the certificate alone.
    private static func condition(
        of policy: CertificatePolicy
    ) throws(KeychainError) -> Condition {
        switch policy.demands {
        case .path?: return .trusted
        case let demands?: return .purpose(demands)
        case nil: throw KeychainError(.unimplemented, reason: "This policy is not known.")
        }
    }

    /// Whether a certificate satisfies all conditions.
    func accepts(_ certificate: X509Certificate) -> Bool {
        conditions.allSatisfy { condition in
            switch condition {
            case .issued(let names): chains.reaches(names, from: certificate)
            case .valid(let moment):
                certificate.validity.isStated && certificate.validity.contains(moment)
            case .address(let address):
                certificate.emailAddresses.contains { $0.lowercased() == address }
            case .purpose(let demands): (try? demands.check(certificate)) != nil
            case .trusted: isTrusted(certificate)
            }
        }
    }

    private func isTrusted(_ certificate: X509Certificate) -> Bool {
        (try? CertificatePath(from: certificate, in: chains, to: anchors, at: moment)) != nil
    }
}

extension CertificateValidity {
    /// Whether a search by date considers the period: Apple's passes over periods with equal bounds,
    /// and takes a bound at its reference date for a missing one (item-semantics.md §2.2).
    fileprivate var isStated: Bool {
        let bounds = [notBefore, notAfter].map(\.timeIntervalSinceReferenceDate)
        return notBefore != notAfter && !bounds.contains(0)
    }
}
