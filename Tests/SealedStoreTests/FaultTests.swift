import Foundation
import FaultDisk
import SealedStore
import TestRounds
import Testing

/// Every operation of the disk fails once in every way, and the store is as it was before the
/// change or as it is after it.
@Suite(.thorough) struct FaultTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    /// The content of a store.
    struct Content: Equatable {
        var rows: [SealedRow]
        var state: StoredState

        init(_ store: SealedStore) throws {
            rows = try store.rows()
            state = try store.readState()
        }
    }

    enum Change: CaseIterable {
        case insert, insertLong, update, updateKeepingSecret, delete, state, several, many

        /// The number of pages in memory, so that only one change is longer.
        var cachePages: Int32? { self == .many ? 8 : nil }

        func make(_ store: SealedStore) throws {
            try store.write { transaction in
                switch self {
                case .insert: _ = try transaction.insert(row(100))
                case .insertLong:
                    _ = try transaction.insert(row(100, secret: .init(repeating: 1, count: 30_000)))
                case .update: try transaction.update(Self.changed, keepingSecret: false)
                case .updateKeepingSecret: try transaction.update(Self.changed, keepingSecret: true)
                case .delete: try transaction.delete(id: 3)
                case .state: try transaction.writeState(Self.newState)
                case .several:
                    try transaction.writeState(Self.newState)
                    for number in 200..<220 { _ = try transaction.insert(row(number)) }
                    try transaction.delete(id: 2)
                case .many:
                    for number in 200..<230 {
                        _ = try transaction.insert(
                            row(number, secret: .init(repeating: 5, count: 1200))
                        )
                    }
                    for id in 1...6 { try transaction.delete(id: Int64(id)) }
                }
            }
        }

        private static let newState = StoredState(
            epoch: 8,
            keybag: .init(repeating: 8, count: 900),
            digest: []
        )
        private static var changed: SealedRow {
            var changed = row(50, secret: [7])
            changed.id = 2
            return changed
        }
    }

    @Test(arguments: Change.allCases, FaultDisk.Failure.allCases)
    func holdsBeforeOrAfter(_ change: Change, _ failure: FaultDisk.Failure) throws {
        let before = try prepareTemplate()
        let after = try contentAfter(change)
        // The seed chooses the bytes that survive a power loss.
        let seeds: ClosedRange<UInt64> = failure == .powerLoss ? 1...3 : 1...1
        var step = 1
        while try seeds.allSatisfy({ try fails(change, failure, step, $0, before, after) }) {
            // A quick run takes every third step.
            step += TestRounds.isQuick ? 3 : 1
        }
        #expect(step > 5, "no failure was ever injected")
    }

    /// Makes the change with a failure at a step; false when the change has fewer steps.
    private func fails(
        _ change: Change,
        _ failure: FaultDisk.Failure,
        _ step: Int,
        _ seed: UInt64,
        _ before: Content,
        _ after: Content
    ) throws -> Bool {
        try restoreTemplate()
        let disk = try FaultDisk()
        disk.plan(failure, step: step, seed: seed)
        var isAcknowledged = false
        do {
            // With a log this short, most commits move it into the file as well.
            let store = try bench.open(
                disk.options(checkpointPages: 3, cachePages: change.cachePages)
            )
            defer { store.close() }
            try change.make(store)
            isAcknowledged = true
        } catch let error as StoreError {
            #expect([.diskFull, .inputOutput].contains(error.kind), "\(error)")
        }
        let hasFailed = disk.hasFailed
        let store = try bench.open()
        let found = try Content(store)
        let story: Comment = """
            \(change) \(failure) step \(step) seed \(seed) \
            acknowledged \(isAcknowledged)
            """
        #expect(try store.integrityProblems() == [], story)
        #expect(found == after || !isAcknowledged && found == before, story)
        store.close()
        return hasFailed
    }

    @Test(
        arguments: [Change.insertLong, .several, .many],
        [FaultDisk.Failure.diskFull, .inputOutput]
    )
    func worksOnWhenTheDiskDoes(_ change: Change, _ failure: FaultDisk.Failure) throws {
        let before = try prepareTemplate()
        let after = try contentAfter(change)
        var step = 1
        var hasFailed = true
        while hasFailed {
            try restoreTemplate()
            let disk = try FaultDisk()
            let store = try bench.open(disk.options(cachePages: change.cachePages))
            defer { store.close() }
            disk.plan(failure, step: step, seed: 1)
            let isAcknowledged = (try? change.make(store)) != nil
            hasFailed = disk.hasFailed
            disk.heal()
            if !isAcknowledged {
                #expect(try Content(store) == before, "\(change) \(failure) step \(step)")
                try change.make(store)
            }
            #expect(try Content(store) == after, "\(change) \(failure) step \(step)")
            step += 1
        }
        #expect(step > 3, "no failure was ever injected")
    }

    @Test(arguments: FaultDisk.Failure.allCases)
    func createsAllOrNothing(_ failure: FaultDisk.Failure) throws {
        var step = 1
        var hasFailed = true
        while hasFailed {
            let path = bench.folder + "/created-\(step)"
            let disk = try FaultDisk()
            disk.plan(failure, step: step, seed: UInt64(step))
            let created = try? SealedStore.create(
                .file(path),
                state: Bench.state,
                options: disk.options()
            )
            created?.close()
            hasFailed = disk.hasFailed
            if created != nil || FileManager.default.fileExists(atPath: path) {
                let store = try SealedStore.open(path)
                #expect(try store.readState() == Bench.state, "\(failure) step \(step)")
                #expect(try store.integrityProblems() == [], "\(failure) step \(step)")
            }
            step += 1
        }
        #expect(step > 10, "no failure was ever injected")
        #expect(try !bench.names().contains { $0.hasSuffix(".new") }, "temporary files stay behind")
    }

    // One store is built per test and copied for each step, because building it takes a while.

    private var template: String { bench.folder + "/template" }

    private func prepareTemplate() throws -> Content {
        let store = try SealedStore.create(.file(template), state: Bench.state)
        try store.write { transaction in
            for number in 1...8 {
                _ = try transaction.insert(row(number, secret: .init(repeating: 5, count: 900)))
            }
        }
        let content = try Content(store)
        store.close()
        return content
    }

    private func contentAfter(_ change: Change) throws -> Content {
        try restoreTemplate()
        let store = try bench.open()
        try change.make(store)
        let content = try Content(store)
        store.close()
        return content
    }

    private func restoreTemplate() throws {
        for suffix in ["", "-wal", "-shm", "-lock"] {
            try? FileManager.default.removeItem(atPath: bench.path + suffix)
        }
        try FileManager.default.copyItem(atPath: template, toPath: bench.path)
    }
}
