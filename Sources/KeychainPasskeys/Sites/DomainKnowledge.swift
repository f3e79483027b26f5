/// The knowledge about names of hosts that this module does not have itself.
///
/// A program that has libraries for it conforms to it. Without knowledge, nothing is guessed:
/// ``NoDomainKnowledge``.
package protocol DomainKnowledge: Sendable {
    /// The ASCII form of the name of a host (UTS #46), such as `xn--bcher-kva.example` for `bücher.example`.
    ///
    /// - Parameter host: The name, which has other characters than ASCII.
    /// - Returns: The name in small letters; `nil` if it is not a name of a host, or if that is not
    ///   known here.
    func asciiForm(of host: String) -> String?

    /// Whether strangers can register names directly below a domain, as below `com` and
    /// `github.io`.
    ///
    /// - Parameter domain: The domain in ASCII and small letters, of two labels or more.
    /// - Returns: `nil` if that is not known here.
    func isPublicSuffix(_ domain: String) -> Bool?
}

/// No knowledge about names of hosts: names are ASCII, and no site may speak for the domain above it.
package struct NoDomainKnowledge: DomainKnowledge {
    /// Makes it.
    package init() {}

    /// Knows nothing.
    package func asciiForm(of host: String) -> String? { nil }

    /// Knows nothing.
    package func isPublicSuffix(_ domain: String) -> Bool? { nil }
}
