/// What to do with a key, by Apple's name (`SecKeyAlgorithm`).
///
/// The names have parts, `algid:sign:RSA:message-PSS:SHA256:SHA256:32`; the constants are all names
/// there are (`Specification/item-semantics.md`, 6.3). ``KeyMaterial/supports(_:_:)`` tells which a
/// key can do.
public struct KeyAlgorithm: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Makes an algorithm from its name, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes an algorithm from a literal.
    init(_ name: String) { rawValue = name }
}
