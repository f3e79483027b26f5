import Testing

@testable import PortableKeychain

/// Marks of rows, and a reading that says which rows are not as they were.
@Suite struct RowMarkTests {
    private func mark(_ row: Int64, _ tag: UInt64) -> RowMark { RowMark(row: row, tag: (tag, 1)) }

    @Test(
        arguments: [
            // The rows that are read, with their tags; those that are known; those that are missing.
            ([1: 10, 2: 20, 3: 30], [1, 2, 3], []),
            ([3: 30, 1: 10], [1, 3], [2]),
            ([1: 10, 2: 21, 3: 30], [1, 3], [2]),
            ([1: 11, 4: 40], [], [1, 2, 3]),
            ([:], [], [1, 2, 3]),
        ] as [([Int64: UInt64], Set<Int64>, Set<Int64>)]
    )
    func saysWhatIsMissing(read: [Int64: UInt64], known: Set<Int64>, missing: Set<Int64>) {
        let before = (1...3).map { mark($0, UInt64($0) * 10) }
        var reading = RowMarks.Reading(RowMarks(before))
        let found = read.filter { reading.isKnown(mark($0.key, $0.value)) }
        #expect(Set(found.keys) == known)
        #expect(reading.missing.count == missing.count)
        #expect(Set(reading.missing) == Set(missing.map { mark($0, UInt64($0) * 10) }))
    }

    @Test func tellsTheMarksOfARowFromEachOther() {
        var marks: RowMarks = [mark(1, 10)]
        #expect(marks.contains(mark(1, 10)))
        #expect(!marks.contains(RowMark(row: 1, tag: (10, 2))))
        marks.remove(mark(1, 11))
        #expect(marks.contains(mark(1, 10)))
        marks.insert(mark(1, 11))
        #expect(!marks.contains(mark(1, 10)))
        marks.remove(mark(1, 11))
        #expect(!marks.contains(mark(1, 11)))
    }

    @Test func joinsMarks() {
        let joined = ([mark(1, 10)] as RowMarks).union([mark(2, 20)])
        #expect([mark(1, 10), mark(2, 20)].allSatisfy(joined.contains))
        #expect(joined.union([]).contains(mark(2, 20)))
    }
}
