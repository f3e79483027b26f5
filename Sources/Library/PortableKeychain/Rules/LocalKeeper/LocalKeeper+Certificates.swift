internal import KeychainEssentials

extension LocalKeeper {
    /// The filter for conditions on certificates beyond their attributes (item-semantics.md §2.2).
    func certificateFilter(
        _ filters: [MatchFilter]
    ) throws(KeychainError) -> CertificateFilter {
        try CertificateFilter(
            filters,
            now: Date(timeIntervalSinceReferenceDate: vault.world.clock.now()),
            among: filters.contains(where: \.looksAtChains) ? try allCertificates() : []
        )
    }

    /// All certificates that the caller can read, for building chains.
    private func allCertificates() throws(KeychainError) -> [X509Certificate] {
        var search = ItemRequest(
            .copyMatching,
            itemClass: .certificate,
            attributes: [.synchronizable: SynchronizationScope.any.value]
        )
        search.interaction = .skip
        let plan = try plan(search)
        plan.pattern.wantsSecret = true
        var found: [X509Certificate] = []
        let missing = try self.search(plan, AnswerState(search)) { match throws(KeychainError) in
            if let certificate = try match.certificate() { found.append(certificate) }
            return true
        }
        // Items that require user authentication are skipped, so nothing can be missing.
        guard missing == nil else { throw KeychainError(.internalError) }
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
