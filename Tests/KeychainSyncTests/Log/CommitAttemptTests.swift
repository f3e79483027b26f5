import Testing

@testable import KeychainSync

/// The size of one commit, for any amount of waiting changes.
@Suite struct CommitAttemptTests {
    private func part(_ lengths: [Int?]) -> [Int?] {
        let changes = lengths.map { length in
            CommitAttempt.Change(
                id: ItemID(0, 0),
                record: length.map { [UInt8](repeating: 0, count: $0) }
            )
        }
        return CommitAttempt.part(of: changes).map { $0.record?.count }
    }

    @Test func isOneTransactionOfAnEngine() {
        #expect(part([]) == [])
        #expect(part([nil, 5, 0]) == [nil, 5, 0])
        #expect(part(Array(repeating: 1, count: 101)).count == 100)
        #expect(part([1_000_000, 100_000, 1]) == [1_000_000, 100_000])
        #expect(part([1_000_000, 1_000_000]) == [1_000_000])
        // A single one that is too long is refused by the engine, and does not stop others for ever.
        #expect(part([1_100_001, 1]) == [1_100_001])
    }
}
