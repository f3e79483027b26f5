/// The domain for which a page may ask for passkeys (WebAuthn, 5.1.3 and 5.1.4).
struct RelyingParty: Equatable {
    /// The domain in ASCII and small letters.
    let identifier: String

    /// Checks the claim of a page.
    ///
    /// - Parameters:
    ///   - claimed: The domain that the page names; `nil` for the host of the page.
    ///   - origin: The page.
    ///   - domains: The rules about names of hosts.
    /// - Throws: ``PasskeyError/Code/relyingPartyMismatch`` unless it is the host itself, or a domain of
    ///   two labels or more above it, and no public suffix.
    init(
        _ claimed: String?,
        of origin: WebOrigin,
        _ domains: DomainRules
    ) throws(PasskeyError) {
        let claim = claimed.map { WebHost($0, domains) } ?? origin.host
        guard let domain = claim, domain.isDomain else { throw Self.mismatch }
        let isSuffix = domain.labels.count > 1 ? domains.isPublicSuffix(domain.text) : nil
        if domain == origin.host {
            // The host of the page is a fact, so ignorance of suffixes does not forbid it.
            guard isSuffix != true else { throw Self.mismatch }
        } else {
            // A name of one label has no owner, and ignorance is not a permission.
            guard origin.host.isBelow(domain), isSuffix == false else { throw Self.mismatch }
        }
        identifier = domain.text
    }

    private static var mismatch: PasskeyError {
        PasskeyError(
            .relyingPartyMismatch,
            """
            The page asks for passkeys of a site that is not its own. If you trust the page, tell its \
            owner that the relying party does not fit its host.
            """
        )
    }
}
