#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension LocalKeeper {
    /// What certificates are compared with beyond their attributes (item-semantics.md §2.2).
    func certificateFilter(
        _ filters: [MatchFilter],
        _ request: ItemRequest
    ) throws(KeychainError) -> CertificateFilter {
        try CertificateFilter(
            filters,
            now: Date(timeIntervalSinceReferenceDate: vault.world.clock.now()),
            among: filters.contains(where: \.looksAtChains) ? try allCertificates(request) : []
        )
    }

    /// All certificates that the caller may read, of which chains are made.
    private func allCertificates(
        _ request: ItemRequest
    ) throws(KeychainError) -> [X509Certificate] {
        var search = ItemRequest(
            .copyMatching,
            itemClass: .certificate,
            attributes: [.synchronizable: .string("syna")]
        )
        search.interaction = .skip
        let plan = try plan(search)
        plan.pattern.wantsSecret = true
        var found: [X509Certificate] = []
        try self.search(plan, search) { match throws(KeychainError) in
            if let certificate = try match.certificate() { found.append(certificate) }
            return true
        }
        return found
    }
}

extension MatchFilter {
    fileprivate var looksAtChains: Bool {
        switch self {
        case .issuers, .trustedOnly(true), .policy: true
        default: false
        }
    }
}
