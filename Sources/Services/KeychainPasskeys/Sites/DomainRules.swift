/// The knowledge about names of hosts that no program can have of itself: their form in ASCII, and the suffixes under
/// which any person can register a name.
///
/// Hosts are names in ASCII and lower case, as ``WebHost`` has them.
package struct DomainRules: Sendable {
    /// The form in which browsers send a host; `nil` for a name that has none, or where that is not known.
    package let ascii: @Sendable (String) -> String?
    /// The form of a host that people read; `nil` as for ``ascii``.
    package let unicode: @Sendable (String) -> String?
    /// Whether a host is a public suffix, such as `com` and `github.io`; `nil` where that is not known.
    package let isPublicSuffix: @Sendable (String) -> Bool?

    package init(
        ascii: @escaping @Sendable (String) -> String?,
        unicode: @escaping @Sendable (String) -> String?,
        isPublicSuffix: @escaping @Sendable (String) -> Bool?
    ) {
        (self.ascii, self.unicode, self.isPublicSuffix) = (ascii, unicode, isPublicSuffix)
    }

    /// Nothing is known: names are ASCII, and no host belongs to another one.
    package static let none = DomainRules(
        ascii: { _ in nil },
        unicode: { _ in nil },
        isPublicSuffix: { _ in nil }
    )

    /// The hosts whose items may be for a page, if the user says so: those above its own, up to the one that an owner
    /// registered.
    ///
    /// - Parameter host: The host of the page.
    /// - Returns: The hosts, the nearest first; none for an address, and none where public suffixes are not known.
    package func parents(of host: WebHost) -> [WebHost] {
        guard !host.isAddress else { return [] }
        var parents: [WebHost] = []
        var rest = host.text[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            guard isPublicSuffix(String(rest)) == false, let parent = WebHost(name: String(rest))
            else { break }
            parents.append(parent)
        }
        return parents
    }

    /// The highest host that belongs to the same site; the host itself where that is not known.
    package func site(of host: WebHost) -> WebHost { parents(of: host).last ?? host }
}
