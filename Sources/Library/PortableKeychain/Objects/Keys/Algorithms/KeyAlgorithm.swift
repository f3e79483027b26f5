/// A way to use a key, such as a signature scheme with its hash, by Apple's name (`SecKeyAlgorithm`).
///
/// The names have parts, as in `algid:sign:RSA:message-PSS:SHA256:SHA256:32`, and there is a constant
/// for each of Apple's names (`Specification/item-semantics.md`, 6.3). Not every key supports every
/// algorithm, and some are not offered: ask ``KeyMaterial/supports(_:_:)``.
public struct KeyAlgorithm: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Makes an algorithm from its name, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes an algorithm from a literal.
    init(_ name: String) { rawValue = name }
}
