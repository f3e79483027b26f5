import FaultDisk
import Testing

@testable import SealedStore

/// An acknowledged change is on the disk, and only that is synchronized (vault-format.md §11: M48).
@Suite struct DurabilityTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    @Test func synchronizesOncePerWrite() throws {
        let disk = try FaultDisk()
        let store = try bench.create(disk.options())
        // The first write to a new log also synchronizes the log's header.
        try store.write { _ = try $0.insert(row(1)) }
        disk.heal()
        for number in 2...21 { try store.write { _ = try $0.insert(row(number)) } }
        #expect(disk.synchronizations == 20)
        try store.write { transaction in
            for number in 22...41 { _ = try transaction.insert(row(number)) }
        }
        #expect(disk.synchronizations == 21)
        _ = try store.rows()
        #expect(disk.synchronizations == 21)
        store.close()
    }

    @Test func writesOnlyWhatMustBeSafe() throws {
        _ = try bench.create()
        let connection = try Location(bench.path).openWriter(.init())
        let modes = [
            "journal_mode": "wal", "synchronous": "2", "secure_delete": "1", "page_size": "4096",
            "trusted_schema": "0", "cell_size_check": "1", "mmap_size": "0", "temp_store": "2",
            "wal_autocheckpoint": "256", "cache_spill": "8191", "application_id": "\(0x504B_6368)",
            "user_version": "1001",
        ]
        for (name, value) in modes {
            #expect(try connection.text("PRAGMA \(name)") == value, "\(name)")
        }
    }

    @Test func emptiesTheLogOnDemandAndOnClosing() throws {
        let store = try bench.create(rows: 20)
        #expect(try bench.size("-wal") ?? 0 > 0)
        try store.emptyLog()
        #expect(try bench.size("-wal") == 0)
        try store.write { try $0.delete(id: 1) }
        store.close()
        #expect(try bench.size("-wal") == nil)
        #expect(try bench.open().rowCount() == 19)
    }

    /// Without shared memory, SQLite keeps the mode of the file, in which a commit is no line of a log.
    @Test func refusesAFileSystemWithoutALog() throws {
        try bench.create(rows: 1).close()
        try tamper(bench.path, "PRAGMA journal_mode = DELETE")
        let store = try bench.open(.init(vfs: "unix-none"))
        #expect(kind { try store.write { _ = try $0.insert(row(2)) } } == .inputOutput)
        store.close()
        #expect(try bench.open().rowCount() == 1)
    }

    @Test func leavesTheLogToOthersWhoReadIt() throws {
        let store = try bench.create(rows: 1)
        let other = try bench.open()
        try other.read { snapshot in
            #expect(try snapshot.rowCount() == 1)
            try store.write { _ = try $0.insert(row(2)) }
            try store.emptyLog()
            #expect(try snapshot.rowCount() == 1)
        }
        #expect(try other.rowCount() == 2)
    }
}
