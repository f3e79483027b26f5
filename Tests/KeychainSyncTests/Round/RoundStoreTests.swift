import Foundation
@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// The state that a round reads once, and what other programs do with it meanwhile.
@Suite struct RoundStoreTests {
    /// A store whose rows a memory knows, as after a round of a session.
    private struct Known {
        let device: KeychainDevice
        let counted: CountingStore
        let followed: FollowedStore
        let mark: @Sendable () throws(KeychainError) -> SyncMark
        var memory = SyncMemory()

        // `change` is the mark of each change; `nil` stands for those of the keychain.
        init(change: [UInt8]? = nil) async throws {
            let member = try await VaultMember.two(MemoryVault())[0]
            device = member.device
            let items = (0..<3).map {
                SimItem(account: "a\($0)", secret: "secret", accessible: "ck")
            }
            #expect(device.write(items))
            try await member.synchronize()
            counted = CountingStore(device)
            let keychain = device.keychain
            mark = { () throws(KeychainError) in
                var mark = try keychain.syncMark
                if let change { mark.change = change }
                return mark
            }
            followed = FollowedStore(counted, mark)
            try followed.follow(from: mark())
            _ = try RoundStore(followed, &memory, nil)
        }

        mutating func round() throws -> RoundStore {
            (counted.stateScans, counted.parts) = (0, 0)
            try followed.follow(from: mark())
            return try RoundStore(followed, &memory, nil)
        }

        /// The names of the rows that a log is opened from.
        func names() throws -> Set<SyncStateName> {
            Set(try device.state().keys.filter { !SyncLedger.isRecord($0) })
        }
    }

    @Test func hasAllButRecordsFromOneReading() async throws {
        var known = try await Known()
        let round = try known.round()
        for _ in 0..<3 {
            let rows = try round.opened().rows
            #expect(Set(rows.keys) == (try known.names()))
            #expect(rows.keys.contains { $0.kind == LogState.stateKind })
        }
        // All of it was read before, and no other program has written since.
        #expect((known.counted.stateScans, known.counted.parts) == (0, 1))
    }

    private func bytes(_ secret: SecretBytes?) -> [UInt8]? {
        secret?.withUnsafeBytes { Array($0) }
    }

    private static let other = SyncStateName(kind: "other")

    @Test(arguments: ["a digest", "a digest of others", "a new row", "a changed row", "a lock"])
    func readsAgainAfterAChange(_ change: String) async throws {
        // A lock need not change the file, although this one does.
        var known = try await Known(change: change == "a lock" ? [1] : nil)
        try known.device.keep([.put(Self.other, SecretBytes([1]))])
        let digest = try #require(
            try known.device.state().first { $0.key.kind == LogState.stateKind }
        )
        let round = try known.round()
        known.counted.stateScans = 0
        switch change {
        case "a digest": try known.device.keep([.remove(digest.key)])
        case "a digest of others": try known.device.keep([.put(digest.key, SecretBytes([7]))])
        case "a new row": try known.device.keep([.put(.init(kind: "new"), SecretBytes([2]))])
        case "a changed row": try known.device.keep([.put(Self.other, SecretBytes([2]))])
        default: known.device.setLocked(true)
        }
        let rows = try round.opened().rows
        #expect(known.counted.stateScans == 1)
        #expect(Set(rows.keys) == (try known.names()))
        #expect(bytes(rows[Self.other]) == [change == "a changed row" ? 2 : 1])
        #expect(bytes(rows[digest.key]) == bytes(try known.device.state()[digest.key]))
    }

    /// The transactions of a round itself are known, except for the marks of members.
    @Test(arguments: ["a new row", "a removed row", "a member", "another program", "a lock"])
    func knowsWhatItHasStored(_ change: String) async throws {
        var known = try await Known()
        try known.device.keep([.put(Self.other, SecretBytes([1]))])
        let round = try known.round()
        let member = SyncStateName(kind: VaultTrust.memberKind, id: [9])
        switch change {
        case "a member": try round.keep([.put(member, SecretBytes([3]))])
        case "a removed row": try round.keep([.remove(Self.other)])
        default: try round.keep([.put(Self.other, SecretBytes([2]))])
        }
        if change == "a lock" { known.device.setLocked(true) }
        if change == "another program" {
            try known.device.keep([.put(Self.other, SecretBytes([3]))])
            // The transaction is not one after what the round has read.
            try round.keep([.put(.init(kind: "new"), SecretBytes([2]))])
        }
        let isKnown = ["a new row", "a removed row"].contains(change)
        for _ in 0..<2 {
            let opened = try round.opened()
            #expect(Set(opened.rows.keys) == (try known.names()))
            #expect(bytes(opened.rows[Self.other]) == bytes(try known.device.state()[Self.other]))
            #expect(opened.rows.keys.contains(member) == (change == "a member"))
        }
        #expect((known.counted.stateScans == 1) == isKnown)
    }

    /// Each row is whether the round's first transaction comes after one of another program.
    @Test(arguments: [true, false])
    func knowsOnlyItsOwnTransactions(_ isDisturbed: Bool) async throws {
        var known = try await Known()
        _ = try known.round()
        let start = try #require(known.followed.othersMark)
        #expect(known.followed.reached == start)
        if isDisturbed { try known.device.keep([.put(Self.other, SecretBytes([1]))]) }
        for _ in 0..<2 {
            try known.followed.keep([.put(Self.other, SecretBytes([2]))])
            #expect(known.followed.othersMark == (isDisturbed ? nil : start))
        }
        known.device.setLocked(true)
        #expect(known.followed.othersMark == nil)
    }

    /// The digests in a row are read once, as long as the row is as it was.
    @Test func readsDigestsOnlyOfChangedRows() throws {
        let name = SyncStateName(kind: LogState.stateKind, id: [7])
        let empty = VaultTrust(vault: VaultID(1, 1))
        let trustName = SyncStateName(kind: VaultTrust.stateKind)
        func opened(_ tag: UInt64, _ bytes: [UInt8], knowing known: StoredVault?) -> OpenedState {
            var rows = SyncStateRows()
            let marks = (RowMark(row: 1, tag: (0, 0)), RowMark(row: 2, tag: (tag, 0)))
            rows.opened = [
                .init(name: trustName, bytes: empty.encoded, mark: marks.0),
                .init(name: name, bytes: SecretBytes(bytes), mark: marks.1),
            ]
            return OpenedState(rows, knowing: known)
        }
        let digest = [UInt8](repeating: 2, count: SyncDigest.length)
        let record = [UInt8](repeating: 7, count: 16) + [0, 0, 0, 1] + digest
        let first = opened(1, record, knowing: nil)
        let trust = try #require(try VaultTrust(first))
        #expect(trust.state.count == 1)
        let known = StoredVault(first, trust)
        // No keychain has other bytes under the same mark, so these show that they are not looked at.
        #expect(try VaultTrust(opened(1, [9], knowing: known))?.state == trust.state)
        #expect(throws: KeychainError.self) { try VaultTrust(opened(2, [9], knowing: known)) }
        #expect(try VaultTrust(opened(2, [], knowing: known))?.state.count == 0)
        // A row with records of another one is read each time.
        let other = [8] + record.dropFirst()
        for bytes in [other, record + other] {
            let mixed = opened(3, bytes, knowing: nil)
            let known = StoredVault(mixed, try #require(try VaultTrust(mixed)))
            #expect(throws: KeychainError.self) { try VaultTrust(opened(3, [9], knowing: known)) }
        }
    }

    /// A round that has not understood a row is followed by others.
    @Test func refusesADamagedRowEachTime() async throws {
        var known = try await Known()
        let attempt = SyncStateName(kind: "attempt")
        try known.device.keep([.put(attempt, SecretBytes([9]))])
        for _ in 0..<3 { #expect(throws: KeychainError.self) { try known.round() } }
        try known.device.keep([.remove(attempt)])
        _ = try known.round()
        #expect(known.memory.ledger.replicas.count == 3)
    }

    /// The memory follows the reading of a round as it would follow one of its own.
    @Test func theMemoryFollowsWhatARoundHasRead() async throws {
        var known = try await Known()
        let records = known.memory.ledger.replicas.count
        #expect(records == 3)
        let names = try known.device.state().keys
        let gone = try #require(names.first { $0.kind == "replica" })
        let digest = try #require(names.first { $0.kind == LogState.stateKind })
        try known.device.keep([.remove(gone), .remove(digest)])
        _ = try known.round()
        #expect(known.memory.ledger.replicas.count == 2)
        #expect(known.memory.digestRows.values.allSatisfy { $0.name != digest })
        // Neither a record nor a digest: its row is opened in each round.
        try known.device.keep([.cursor(1)])
        _ = try known.round()
        #expect(known.memory.ledger.cursor == 1)
        try known.device.keep([.remove(SyncStateName(kind: "vault"))])
        _ = try known.round()
        #expect(known.memory.ledger.cursor == 0)
        // A reading of its own is one more only after a change.
        known.counted.stateScans = 0
        try known.memory.refresh(from: known.followed)
        #expect(known.counted.stateScans == 0)
        try known.device.keep([.cursor(2)])
        try known.memory.refresh(from: known.followed)
        #expect(known.memory.ledger.cursor == 2)
    }
}
