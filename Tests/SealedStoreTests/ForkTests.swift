import Foundation
import SealedStore
import Testing

#if canImport(Glibc)
    /// A child process that was forked cannot use, spoil or wait for the stores of its parent
    /// (vault-format.md §14: M62).
    @Suite struct ForkTests {
        private let bench: Bench

        init() throws {
            bench = try Bench()
        }

        @Test func refusesAStoreOfTheParent() async throws {
            let path = bench.path
            try bench.create(rows: 3).close()
            await #expect(processExitsWith: .success) { [path = path as String] in
                let store = try SealedStore.open(path)
                let row = row(9)
                try store.write { _ = try $0.insert(row) }
                let memory = try SealedStore.create(.memory, state: Bench.state)
                try #require(
                    inChild {
                        kind { try store.rowCount() } == .forked
                            && kind { try store.epoch() } == .forked
                            && kind { try store.read { try $0.epoch() } } == .forked
                            && kind { try store.write { try $0.delete(id: 1) } } == .forked
                            && kind { try store.emptyLog() } == .forked
                            && kind { try memory.rowCount() } == .forked
                            // SQLite believes that this process holds the locks of its parent.
                            && kind { try SealedStore.open(path) } == .forked
                    }
                )
                try #require(try store.rowCount() == 4)
            }
        }

        /// Closing a connection of the parent could take the log away from it.
        @Test func closesNothingOfTheParent() async throws {
            let path = bench.path
            try bench.create(rows: 3).close()
            await #expect(processExitsWith: .success) { [path = path as String] in
                var store: SealedStore? = try SealedStore.open(path)
                for number in 4...6 { try store?.write { _ = try $0.insert(row(number)) } }
                let log = try bytes(path + "-wal")
                try #require(
                    inChild {
                        store?.close()
                        store = nil
                        return (try? bytes(path + "-wal")) == log
                    }
                )
                try store?.write { _ = try $0.insert(row(7)) }
                try #require(try SealedStore.open(path).rowCount() == 7)
            }
        }

        /// Another thread holds the store's locks at the fork, and there is no such thread in the child.
        @Test func waitsForNoThreadOfTheParent() async throws {
            let path = bench.path
            try bench.create(rows: 3).close()
            await #expect(processExitsWith: .success) { [path = path as String] in
                let store = try SealedStore.open(path)
                let memory = try SealedStore.create(.memory, state: Bench.state)
                for store in [store, memory] {
                    Thread.detachNewThread {
                        try? store.write { _ in
                            try store.place == .memory
                                ? sleepLong() : store.read { _ in sleepLong() }
                        }
                    }
                }
                usleep(100_000)
                try #require(
                    inChild {
                        alarm(5)
                        store.close()
                        return kind { try store.rowCount() } == .forked
                            && kind { try memory.rowCount() } == .forked
                            && kind { try store.write { try $0.delete(id: 1) } } == .forked
                    }
                )
                exit(0)
            }
        }

        @Test func opensInAChildWhatTheParentHadClosed() async throws {
            let path = bench.path
            try bench.create(rows: 3).close()
            await #expect(processExitsWith: .success) { [path = path as String] in
                try SealedStore.open(path).close()
                try #require(
                    inChild {
                        guard let store = try? SealedStore.open(path) else { return false }
                        defer { store.close() }
                        return (try? store.rowCount()) == 3
                            && (try? store.write { try $0.delete(id: 1) }) != nil
                    }
                )
                try #require(try SealedStore.open(path).rowCount() == 2)
            }
        }
    }

    private func sleepLong() { usleep(400_000) }

    /// Whether a body is true in a copy of this process that `fork` makes.
    private func inChild(_ body: () -> Bool) -> Bool {
        // Swift hides fork, because most of a process does not work in a copy.
        typealias Fork = @convention(c) () -> pid_t
        guard let symbol = dlsym(nil, "fork") else { return false }
        let child = unsafeBitCast(symbol, to: Fork.self)()
        if child == 0 { _exit(body() ? 0 : 1) }
        var status: Int32 = -1
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        return status == 0
    }
#endif
