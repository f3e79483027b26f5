import Foundation
@_spi(Mutants) import KeychainSync
@_spi(Keepers) import PortableKeychain
import Testing

/// The values that are kept of two versions that were edited apart (sync rules 1 to 3).
@Suite struct ItemMergeTests {
    /// A state in short: units with value and version, such as `label=a@1A`; `label=@2A` is removed.
    struct Short: CustomTestStringConvertible, Sendable {
        let text: String
        var testDescription: String { text }

        init(_ text: String) { self.text = text }

        var state: ItemState? {
            guard text != "none" else { return nil }
            let parts = text.split(separator: "|", omittingEmptySubsequences: false)
            return ItemState(
                itemClass: .genericPassword,
                units: units(parts[0]).sorted { $0.unit < $1.unit },
                created: Date(timeIntervalSinceReferenceDate: 0),
                modified: Date(timeIntervalSinceReferenceDate: 0),
                history: parts.count > 1 ? units(parts[1]) : []
            )
        }

        private func units(_ list: Substring) -> [VersionedUnit] {
            list.split(separator: " ").map { word in
                let parts = word.split(whereSeparator: { "=@".contains($0) })
                let key: AttributeKey = parts[0] == "label" ? .label : .comment
                let value = parts.count == 3 ? String(parts[1]) : nil
                let version = parts[parts.count - 1]
                return VersionedUnit(
                    unit: SyncUnit(code: key.code),
                    value: value.map { UnitValue(attributes: [key: .string($0)]) },
                    version: UnitVersion(
                        time: HybridTime(rawValue: UInt64(version.dropLast()) ?? 0),
                        device: DeviceID(0, version.last == "A" ? 1 : 2)
                    )
                )
            }
        }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let rule: String
        let basis, local, remote, merged: Short
        var testDescription: String { rule }

        init(
            _ rule: String,
            _ basis: String,
            _ local: String,
            _ remote: String,
            _ merged: String
        ) {
            self.rule = rule
            (self.basis, self.local) = (Short(basis), Short(local))
            (self.remote, self.merged) = (Short(remote), Short(merged))
        }
    }

    static let rows = [
        Row("nothing changed", "label=a@1A", "label=a@1A", "label=a@1A", "label=a@1A"),
        Row("changed here", "label=a@1A", "label=b@2A", "label=a@1A", "label=b@2A"),
        Row("changed there", "label=a@1A", "label=a@1A", "label=b@2B", "label=b@2B"),
        Row("both, later there", "label=a@1A", "label=b@2A", "label=c@3B", "label=c@3B|label=b@2A"),
        Row("both, later here", "label=a@1A", "label=b@4A", "label=c@3B", "label=b@4A|label=c@3B"),
        Row("one time", "label=a@1A", "label=b@2A", "label=c@2B", "label=c@2B|label=b@2A"),
        Row(
            "different units",
            "label=a@1A icmt=x@1A",
            "label=b@2A icmt=x@1A",
            "label=a@1A icmt=y@2B",
            "label=b@2A icmt=y@2B"
        ),
        Row("removed here", "label=a@1A", "label=@2A", "label=a@1A", "label=@2A"),
        Row("removed late", "label=a@1A", "label=@3A", "label=b@2B", "label=@3A|label=b@2B"),
        Row("a lost removal", "label=a@1A", "label=@2A", "label=b@3B", "label=b@3B"),
        Row("first meeting", "none", "label=a@1A", "label=b@2B", "label=b@2B|label=a@1A"),
        Row(
            "first, more here",
            "none",
            "label=a@1A icmt=x@1A",
            "label=a@1A",
            "label=a@1A icmt=x@1A"
        ),
        Row(
            "first, more there",
            "none",
            "label=a@1A",
            "label=a@1A icmt=x@1B",
            "label=a@1A icmt=x@1B"
        ),
        Row(
            "history of both",
            "label=a@5A",
            "label=a@5A|label=x@1A",
            "label=a@5A|label=y@2B",
            "label=a@5A|label=x@1A label=y@2B"
        ),
        Row(
            "history that was dropped",
            "label=a@5A|label=x@1A",
            "label=a@5A|label=x@1A",
            "label=a@5A",
            "label=a@5A"
        ),
        Row(
            "history of what is back",
            "label=a@1A",
            "label=b@2A",
            "label=c@3B|label=b@2A",
            "label=c@3B|label=b@2A"
        ),
    ]

    /// Values that both sides have: the log's edit counts, also if it is older.
    static let equalRows = [
        Row("to one value", "label=a@1A", "label=b@2A", "label=b@3B", "label=b@3B"),
        Row("to one value, later here", "label=a@1A", "label=b@4A", "label=b@3B", "label=b@3B"),
        Row("removed on both", "label=a@1A", "label=@4A", "label=@3B", "label=@3B"),
        Row("first, equal", "none", "label=a@2A", "label=a@1B", "label=a@1B"),
        Row("first, equal, greater here", "none", "label=a@1B", "label=a@1A", "label=a@1A"),
        Row(
            "first, one of two",
            "none",
            "label=a@4A icmt=x@4A",
            "label=a@1B icmt=y@1B",
            "label=a@1B icmt=x@4A|icmt=y@1B"
        ),
    ]

    private func merge(_ limits: HistoryLimits = HistoryLimits(count: 8, length: 1000))
        -> ItemMerge
    {
        var rules = SyncRules.standard
        rules.limits = limits
        return ItemMerge(rules: rules) { unit in
            Array(String(describing: unit.value?.attributes.first { _ in true }).utf8)
        }
    }

    @Test(arguments: rows + equalRows) func keeps(_ row: Row) throws {
        let local = try #require(row.local.state)
        let remote = try #require(row.remote.state)
        let merged = merge().merged(basis: row.basis.state, local: local, remote: remote)
        #expect(merged == row.merged.state)
    }

    /// The result is the same on every device that merges, so that devices agree.
    @Test(arguments: rows) func isTheSameOnBothSides(_ row: Row) throws {
        let local = try #require(row.local.state)
        let remote = try #require(row.remote.state)
        let merge = merge()
        let here = merge.merged(basis: row.basis.state, local: local, remote: remote)
        let there = merge.merged(basis: row.basis.state, local: remote, remote: local)
        #expect(here == there)
        #expect(merge.merged(basis: remote, local: here, remote: remote) == here)
    }

    /// Whichever record is first on the log, the devices agree on the values, and then on the log's edits.
    @Test(arguments: equalRows) func hasTheSameValuesOnBothSides(_ row: Row) throws {
        let local = try #require(row.local.state)
        let remote = try #require(row.remote.state)
        let merge = merge()
        let here = merge.merged(basis: row.basis.state, local: local, remote: remote)
        let there = merge.merged(basis: row.basis.state, local: remote, remote: local)
        #expect(here.units.map(\.value) == there.units.map(\.value))
        #expect(here.history == there.history)
        #expect(merge.merged(basis: remote, local: there, remote: here) == here)
        #expect(merge.merged(basis: local, local: here, remote: there) == there)
    }

    /// One device gave one version to two values, because an old copy of its file came back.
    @Test func breaksTiesInOneWay() throws {
        let left = try #require(Short("label=a@1A").state)
        let right = try #require(Short("label=b@1A").state)
        let here = merge().merged(basis: nil, local: left, remote: right)
        #expect(here == merge().merged(basis: nil, local: right, remote: left))
        #expect(here.history.count == 1)
    }

    @Test(arguments: [
        (HistoryLimits(count: 1, length: 1000), "label=y@2B"),
        (HistoryLimits(count: 8, length: 20), "label=y@2B"),
        (HistoryLimits(count: 0, length: 1000), ""),
    ])
    func limitsTheHistory(_ limits: HistoryLimits, _ kept: String) throws {
        let local = try #require(Short("label=a@5A|label=x@1A").state)
        let remote = try #require(Short("label=a@5A|label=y@2B").state)
        let merged = merge(limits).merged(basis: nil, local: local, remote: remote)
        #expect(merged.history == Short("|" + kept).state?.history)
    }

    /// No limit counts for a value that this merge overwrites: it is nowhere else.
    @Test(arguments: [
        HistoryLimits(count: 0, length: 1000),
        HistoryLimits(count: 8, length: 0),
    ])
    func keepsWhatItOverwrites(_ limits: HistoryLimits) throws {
        let basis = try #require(Short("label=a@1A").state)
        let local = try #require(Short("label=b@2A").state)
        let remote = try #require(Short("label=c@3B").state)
        let merged = merge(limits).merged(basis: basis, local: local, remote: remote)
        #expect(merged.history == local.units)
    }

    /// A record of others is as it is: to drop an old value alone is no edit.
    @Test func dropsNothingByReading() throws {
        let local = try #require(Short("label=a@1A").state)
        let remote = try #require(Short("label=b@5B|label=x@1B label=y@2B").state)
        let merge = merge(HistoryLimits(count: 0, length: 0))
        #expect(merge.merged(basis: local, local: local, remote: remote) == remote)
        #expect(merge.merged(basis: nil, local: remote, remote: remote) == remote)
    }

    /// The times of the values and of the clock do not count: one device whose clock is wrong would remove what
    /// is nowhere else.
    @Test func dropsNothingByItsAge() throws {
        let local = try #require(Short("label=a@131072000A|icmt=z@1A label=x@1A").state)
        let remote = try #require(Short("label=a@131072000A").state)
        #expect(merge().merged(basis: nil, local: local, remote: remote).history == local.history)
    }

    /// One value that is too long makes no others go; but it is not too long if the present one is as long.
    @Test func keepsWhatFits() throws {
        let (long, other) = (String(repeating: "l", count: 200), String(repeating: "o", count: 200))
        let merge = merge(HistoryLimits(count: 8, length: 150))
        for (present, kept) in [
            ("a", "|label=s@1A label=t@3A"),
            (other, "|label=\(long)@2A"),
        ] {
            let history = "label=s@1A label=\(long)@2A" + (present == "a" ? " label=t@3A" : "")
            let local = try #require(Short("label=\(present)@9A|" + history).state)
            let remote = try #require(Short("label=\(present)@9A").state)
            let merged = merge.merged(basis: nil, local: local, remote: remote)
            #expect(merged.history == Short(kept).state?.history)
        }
    }

    @Test func takesTheEarlierAndTheLaterDate() throws {
        var local = try #require(Short("label=a@1A").state)
        var remote = local
        (local.created, local.modified) = (Date(timeIntervalSince1970: 5), .distantPast)
        (remote.created, remote.modified) = (Date(timeIntervalSince1970: 9), .distantFuture)
        let merged = merge().merged(basis: nil, local: local, remote: remote)
        #expect(merged.created == local.created)
        #expect(merged.modified == remote.modified)
    }
}
