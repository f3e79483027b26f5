/// How much of a foreign file is believed: bounds far above what people have, below what hurts.
package enum FormatLimits {
    /// The largest file that is read, and the most that an archive unfolds to.
    package static let file = 64 << 20
    /// The largest field.
    package static let field = 1 << 20
    package static let columns = 256
    package static let entries = 200_000
    /// How deep JSON and XML may nest.
    package static let depth = 64
    /// How many files an archive or a folder may have.
    package static let files = 20_000
}
