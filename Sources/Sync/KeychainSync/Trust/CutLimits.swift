/// The length of a log from which a device that has committed cuts it.
package struct CutLimits: Sendable {
    /// The bytes of entries that never are too many.
    package var base: Int
    /// The bytes of entries for each record, which is what a snapshot has of it.
    package var perRecord: Int

    package init(base: Int, perRecord: Int) { (self.base, self.perRecord) = (base, perRecord) }

    /// A snapshot is written once for as many bytes of entries as it has itself.
    package static let standard = CutLimits(base: 256 * 1024, perRecord: 52)

    /// Whether a log is long enough.
    func isDue(_ length: UInt64, records: Int) -> Bool {
        length > UInt64(base + perRecord * records)
    }
}
