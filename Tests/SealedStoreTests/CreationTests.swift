import FaultDisk
import Foundation
import SealedStore
import Testing

/// The remains of creations that were interrupted, and limits of the process.
@Suite struct CreationTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    @Test func removesWhatKilledCreatorsLeft() throws {
        let ours = [".store.1ab.new", ".store.zz9.new-journal", ".store.zz9.new-wal"]
        let others = [
            ".other.1ab.new", "store.1ab.new", ".store.1ab.new.txt", ".store.a.b.new",
            ".store..new",
        ]
        for name in ours + others {
            try Data([1]).write(to: URL(fileURLWithPath: bench.folder + "/" + name))
        }
        // With a writer, so that its companions are removed.
        try bench.create(rows: 1).close()
        let names = try bench.names().sorted()
        #expect(names == (others + ["store", "store-lock"]).sorted())
    }

    /// Two names that are equal strings in Swift, and two stores for the kernel.
    @Test func leavesWhatAnotherStoreIsMadeOf() throws {
        let names = [".caf\u{e9}.1ab.new", ".cafe\u{301}.1ab.new"]
        for name in names {
            _ = FileManager.default.createFile(
                atPath: bench.folder + "/" + name,
                contents: Data([1])
            )
        }
        let path = bench.folder + "/caf\u{e9}"
        try SealedStore.create(.file(path), state: Bench.state).close()
        #expect(names.map { access(bench.folder + "/" + $0, F_OK) } == [-1, 0])
    }

    @Test(arguments: FaultDisk.Failure.allCases)
    func leavesNothingOfACreationThatFailed(_ failure: FaultDisk.Failure) throws {
        let disk = try FaultDisk()
        disk.plan(failure, step: 2, seed: 1)
        #expect(kind { try bench.create(disk.options()) } != nil)
        #expect(disk.hasFailed)
        #expect(try bench.names() == [])
    }

    @Test func refusesAFolderInOneThatOthersCanChange() throws {
        let path = bench.folder + "/a/store"
        try SealedStore.create(.file(path), state: Bench.state).close()
        #expect(chmod(bench.folder, 0o777) == 0)
        #expect(kind { try SealedStore.open(path) } == .unsafePermissions)
    }

    /// A write beyond RLIMIT_FSIZE is an error, and the process lives on.
    @Test func staysWithinTheLimitOnTheSizeOfFiles() async throws {
        let path = bench.path
        try bench.create(rows: 3).close()
        await #expect(processExitsWith: .success) { [path = path as String] in
            unblockSizeSignal()
            let store = try SealedStore.open(path)
            _ = try store.rowCount()
            let long = row(9, secret: .init(repeating: 1, count: 300_000))
            limitFiles(to: 200_000)
            try #require(kind { try store.write { _ = try $0.insert(long) } } == .diskFull)
            try #require(kind { try store.write { try $0.delete(id: 1) } } == nil)
            let other = path + "-other"
            limitFiles(to: 100)
            let creation = kind { try SealedStore.create(.file(other), state: Bench.state) }
            try #require(creation == .diskFull)
            try #require(!FileManager.default.fileExists(atPath: other))
            limitFiles(to: .max)
            try store.write { _ = try $0.insert(long) }
            try #require(try store.rowCount() == 3)
            // Closing moves the log into the file, which must not end the process either.
            limitFiles(to: 100)
            store.close()
        }
        #expect(try bench.open().rowCount() == 3)
        #expect(try bench.open().integrityProblems() == [])
    }

    /// Another process removes the store and makes another one just when this one opens it.
    @Test(arguments: [true, false]) func neverWritesIntoAnotherStore(isNew: Bool) throws {
        let disk = try FaultDisk()
        try bench.create(rows: 2).close()
        let opened = isNew ? nil : try bench.open(disk.options())
        disk.beforeNextOpen { [bench] in
            try? SealedStore.remove(bench.path)
            try? bench.create(rows: 5).close()
        }
        let outcome = kind {
            let store = try opened ?? bench.open(disk.options())
            try store.write { _ = try $0.insert(row(9)) }
        }
        #expect(outcome == .notFound)
        #expect(try bench.open().rowCount() == 5)
    }

    /// No other process can put another store in its place until the created one is open.
    @Test func opensWhatItCreated() throws {
        let disk = try FaultDisk()
        let impatient = SealedStore.Options(patience: 1000)
        @Sendable func prepare() {
            disk.beforeNextOpen { [bench] in
                guard FileManager.default.fileExists(atPath: bench.path) else { return prepare() }
                try? SealedStore.remove(bench.path, options: impatient)
                try? bench.create(rows: 5, impatient).close()
            }
        }
        prepare()
        let store = try bench.create(disk.options())
        try store.write { _ = try $0.insert(row(9)) }
        #expect(try bench.open().rowCount() == 1)
    }

    /// Threads that a test started can release their stores after the test has ended.
    @Test func aDiskOutlivesItsStores() throws {
        var disk: FaultDisk? = try FaultDisk()
        let options = try #require(disk?.options())
        let store = try bench.create(rows: 1, options)
        disk = nil
        try store.write { _ = try $0.insert(row(2)) }
        #expect(try store.rowCount() == 2)
        store.close()
    }

    /// The log of a store whose file is gone may have its last changes.
    @Test func keepsALogBesideNoFile() throws {
        for (number, name) in ["-wal.old", "-wal.old-2"].enumerated() {
            let log = Data("log \(number)".utf8)
            try log.write(to: URL(filePath: bench.path + "-wal"))
            #expect(chmod(bench.path + "-wal", 0o600) == 0)
            let store = try bench.create()
            #expect(try Data(contentsOf: URL(filePath: bench.path + name)) == log)
            store.close()
            try SealedStore.remove(bench.path)
        }
    }
}

/// Threads of libdispatch block all signals.
private func unblockSizeSignal() {
    var size = sigset_t()
    sigemptyset(&size)
    sigaddset(&size, SIGXFSZ)
    pthread_sigmask(SIG_UNBLOCK, &size, nil)
}

private func limitFiles(to size: rlim_t) {
    var limit = rlimit(rlim_cur: size, rlim_max: .max)
    #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
        setrlimit(RLIMIT_FSIZE, &limit)
    #endif
}
