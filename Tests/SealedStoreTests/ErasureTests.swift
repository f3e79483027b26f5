import Foundation
import SealedStore
import Testing

/// Deleted and replaced data are gone from the file and its log although others have the store open
/// (vault-format.md §14: M60).
@Suite struct ErasureTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    enum Change: CaseIterable {
        case delete, replace, replaceMetadata, keybag

        func make(_ store: SealedStore) throws {
            try store.write { transaction in
                switch self {
                case .delete: try transaction.delete(id: 2)
                case .replace: try transaction.update(Self.changed)
                case .replaceMetadata: try transaction.update(Self.changed, keepingSecret: true)
                case .keybag:
                    let state = StoredState(epoch: 8, keybag: [7, 7, 7], digest: [4, 5])
                    try transaction.writeState(state)
                }
            }
        }

        /// The data that must be gone.
        var gone: [UInt8] {
            switch self {
            case .delete, .replace: ErasureTests.secret
            case .replaceMetadata: .init(repeating: 2, count: 40)
            case .keybag: Array("the old keybag".utf8)
            }
        }

        private static var changed: SealedRow {
            var changed = row(60)
            changed.id = 2
            return changed
        }
    }

    private static let secret = Array("the sealed secret of row two".utf8)

    private func make() throws -> SealedStore {
        let state = StoredState(epoch: 7, keybag: Array("the old keybag".utf8), digest: [])
        let store = try SealedStore.create(.file(bench.path), state: state)
        for number in 1...3 {
            try store.write { transaction in
                _ = try transaction.insert(row(number, secret: number == 2 ? Self.secret : [1]))
            }
        }
        return store
    }

    /// Whether the file or its log have the bytes.
    private func has(_ bytes: [UInt8]) -> Bool {
        ["", "-wal"].contains { suffix in
            guard let data = FileManager.default.contents(atPath: bench.path + suffix) else {
                return false
            }
            return data.firstRange(of: Data(bytes)) != nil
        }
    }

    @Test(arguments: Change.allCases)
    func leavesNothingBesideIdleReaders(_ change: Change) throws {
        let store = try make()
        let others = try (1...3).map { _ in try bench.open() }
        for other in others { #expect(try other.rows().count == 3) }
        #expect(has(change.gone))
        try change.make(store)
        #expect(!has(change.gone))
        #expect(!store.leavesRemains)
        for other in others { #expect(try other.rows().count == (change == .delete ? 2 : 3)) }
    }

    /// A reader in the middle of a snapshot keeps the log; the store says so, others can write, and
    /// the reader that was in the way cleans up.
    @Test(arguments: Change.allCases)
    func leavesItToTheReaderThatWasInTheWay(_ change: Change) throws {
        let store = try make()
        let other = try bench.open()
        try other.read { snapshot in
            #expect(try snapshot.rowCount() == 3)
            let start = ContinuousClock.now
            try change.make(store)
            #expect(ContinuousClock.now - start < .seconds(5))
            #expect(store.leavesRemains)
            #expect(has(change.gone))
            let next = ContinuousClock.now
            try store.write { _ = try $0.insert(row(70)) }
            try bench.open().write { _ = try $0.insert(row(71)) }
            #expect(ContinuousClock.now - next < .seconds(2))
            #expect(try snapshot.rowCount() == 3)
        }
        #expect(!has(change.gone))
        // The next request finds out.
        _ = try store.epoch()
        #expect(!store.leavesRemains)
    }

    /// A change that deletes nothing removes what an earlier one had to leave.
    @Test func theNextChangeErases() throws {
        let store = try make()
        let other = try bench.open()
        try other.read { snapshot in
            #expect(try snapshot.rowCount() == 3)
            try Change.delete.make(store)
        }
        #expect(store.leavesRemains)
        try store.write { _ = try $0.insert(row(70)) }
        #expect(!store.leavesRemains)
    }

    /// A short snapshot that ends in time costs only the wait for it.
    @Test func waitsForAShortSnapshot() throws {
        let store = try make()
        let other = try bench.open()
        let isReading = DispatchSemaphore(value: 0)
        let reading = inThread {
            kind {
                try other.read { snapshot in
                    _ = try snapshot.rowCount()
                    isReading.signal()
                    usleep(60_000)
                }
            }
        }
        isReading.wait()
        try Change.delete.make(store)
        #expect(!store.leavesRemains)
        #expect(reading() == nil)
        #expect(!has(Self.secret))
    }

    /// A process that is killed between the change and the erasure leaves it to the next writer.
    @Test func nextWriterErases() async throws {
        let path = bench.path
        let reader = try make()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = try SealedStore.open(path)
            let other = try SealedStore.open(path)
            try other.read { snapshot in
                _ = try snapshot.rowCount()
                try store.write { try $0.delete(id: 2) }
                kill(getpid(), SIGKILL)
            }
        }
        #expect(has(Self.secret))
        #expect(try reader.rowCount() == 2)
        try bench.open().write { _ = try $0.insert(row(9)) }
        #expect(!has(Self.secret))
    }

    /// One process has the store open and is idle; another one was stopped in the middle of a
    /// snapshot, and cleans up when it continues.
    @Test func leavesNothingBesideOtherProcesses() async throws {
        let (folder, path) = (bench.folder, bench.path)
        let store = try make()
        await withTaskGroup { group in
            for stops in [false, true] {
                group.addTask {
                    _ = await #expect(processExitsWith: .success) {
                        [path = path as String, folder = folder as String, stops = stops as Bool] in
                        let other = try SealedStore.open(path)
                        try other.read { snapshot in
                            try #require(try snapshot.rowCount() == 3)
                            guard stops else { return }
                            try write(Array("\(getpid())".utf8), folder + "/stopped")
                            // Not kill: another thread could take the signal instead of this one.
                            raise(SIGSTOP)
                        }
                        if !stops { try write([], folder + "/idle") }
                        try waitFor(folder + "/done")
                        try #require(try other.rowCount() == 2)
                    }
                }
            }
            group.addTask {
                #expect(throws: Never.self) {
                    try waitFor(folder + "/stopped")
                    try waitFor(folder + "/idle")
                    usleep(50_000)
                    try Change.delete.make(store)
                    #expect(store.leavesRemains && has(Self.secret))
                    let process = try String(contentsOfFile: folder + "/stopped", encoding: .utf8)
                    kill(try #require(pid_t(process)), SIGCONT)
                    var rounds = 2000
                    while has(Self.secret), rounds > 0 {
                        rounds -= 1
                        usleep(5000)
                    }
                    #expect(!has(Self.secret))
                    try write([], folder + "/done")
                }
            }
        }
        // Both are idle now or have ended.
        try store.write { try $0.update(Self.another) }
        #expect(!store.leavesRemains)
    }

    private static var another: SealedRow {
        var another = row(61)
        another.id = 3
        return another
    }

    @Test func addingWaitsForNobody() throws {
        let store = try make()
        let before = try #require(try bench.size("-wal"))
        try store.write { _ = try $0.insert(row(9)) }
        #expect(try bench.size("-wal") ?? 0 > before)
    }
}

/// Waits until a file is there, for half a minute at most.
private func waitFor(_ path: String) throws {
    for _ in 0..<6000 {
        if FileManager.default.fileExists(atPath: path) { return }
        usleep(5000)
    }
    throw CocoaError(.fileNoSuchFile)
}
