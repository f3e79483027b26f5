/// How much of a foreign file is believed: bounds far above what people have, below what hurts.
enum TransferLimits {
    /// The largest file that is read, and the most that an archive unfolds to.
    static let file = 64 << 20
    /// The largest field.
    static let field = 1 << 20
    static let columns = 256
    static let entries = 200_000
    /// How deep JSON and XML may nest.
    static let depth = 64
    /// How many files an archive or a folder may have.
    static let files = 20_000
}
