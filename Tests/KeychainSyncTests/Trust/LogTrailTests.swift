import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// The digests of the newest entries, which show the entries that an engine has lost.
@Suite struct LogTrailTests {
    private func digest(_ number: UInt64, _ line: UInt8 = 0) -> [UInt8] {
        [line] + withUnsafeBytes(of: number.bigEndian) { Array($0) }
            + [UInt8](repeating: 0, count: SyncDigest.length - 9)
    }

    private func trail(_ range: ClosedRange<UInt64>, line: UInt8 = 0, from fork: UInt64 = 0)
        -> LogTrail
    {
        var trail = LogTrail()
        for number in range {
            let hash = digest(number, number >= fork ? line : 0)
            trail.append(MembershipEntry.Position(sequence: number, hash: hash))
        }
        return trail
    }

    /// The rows that a store has after changes.
    private func stored(
        _ rows: [SyncStateChange],
        over state: [SyncStateName: SecretBytes] = [:]
    ) -> [SyncStateName: SecretBytes] {
        var state = state
        for row in rows {
            switch row {
            case .put(let name, let bytes): state[name] = bytes
            case .remove(let name): state[name] = nil
            }
        }
        return state
    }

    @Test(arguments: [1, 2, 127, 128, 129, 300, 9000] as [UInt64])
    func isStored(_ count: UInt64) throws {
        let whole = trail(1...count)
        #expect(whole.digests.count <= LogTrail.maximumCount)
        #expect(whole.end == count + 1 && whole[count] == digest(count))
        var state = stored(whole.rows(beyond: LogTrail()))
        #expect(try LogTrail(state) == whole)
        #expect(whole.rows(beyond: whole).isEmpty)
        // The next entry changes one row.
        var next = whole
        next.append(MembershipEntry.Position(sequence: count + 1, hash: digest(count + 1)))
        let rows = next.rows(beyond: whole)
        #expect(rows.count == 1)
        state = stored(rows, over: state)
        #expect(try LogTrail(state) == next)
    }

    @Test func findsWhereLinesPart() {
        let own = trail(1...9)
        #expect(own.fork(with: trail(1...5)) == 6)
        #expect(own.fork(with: trail(1...9)) == 10)
        #expect(own.fork(with: trail(1...12, line: 1, from: 4)) == 4)
        #expect(own.fork(with: LogTrail()) == 1)
        // Older ones are not known.
        #expect(trail(5...9).fork(with: trail(1...3)) == 0)
        #expect(trail(5...9)[from: 0] == nil)
        #expect(own[from: 8] == [digest(8), digest(9)])
    }
}
