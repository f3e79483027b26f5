import Foundation
import SealedStore
import Testing

#if canImport(Glibc)
    /// Disks that are full, and folders that cannot be written, on real file systems that are mounted
    /// for this.
    @Suite(.enabled(if: Mounts.arePossible, "only root may mount file systems"))
    struct MountTests {
        private let bench: Bench

        init() throws {
            bench = try Bench()
        }

        /// Items can be deleted on a full disk, and nothing else is lost.
        ///
        /// A program that had the store open already begins with the deletion.
        ///
        /// With 38 rows of 20 kB, the log is as long as it becomes, and its rows have no place in the file yet.
        @Test(arguments: [(20, 100), (20, 20_000), (38, 20_000)], [false, true])
        func deletesOnAFullDisk(_ items: (rows: Int, length: Int), wasOpen: Bool) async throws {
            let folder = bench.folder
            let (rows, length) = items
            await #expect(processExitsWith: .success) {
                [
                    folder = folder as String, rows = rows as Int, length = length as Int,
                    wasOpen = wasOpen as Bool
                ]
                in
                let secret = [UInt8](repeating: 3, count: length)
                let made = try Mounts.store(onADisk: folder, rows: rows, secret: secret)
                if !wasOpen { made.close() }
                try Mounts.fill(folder)
                let path = folder + "/store"
                let store = wasOpen ? made : try SealedStore.open(path)
                let other = try SealedStore.open(path)
                try #require(try other.rowCount() == rows)
                let added = row(rows + 1, secret: .init(repeating: 1, count: 2_000_000))
                if !wasOpen {
                    try #require(kind { try store.write { _ = try $0.insert(added) } } == .diskFull)
                }
                for id in 1...rows - 2 { try store.write { try $0.delete(id: Int64(id)) } }
                try #require(try other.rowCount() == 2)
                try #require(try other.integrityProblems() == [])
                try #require(!store.leavesRemains)
                store.close()
                other.close()
                try #require(try SealedStore.open(path).rowCount() == 2)
            }
        }

        /// A part of the log's index that has no space on the disk, as with blocks that are smaller
        /// than pages, is no reason to end the process.
        @Test func readsWhereTheIndexHasAHole() async throws {
            let folder = bench.folder
            await #expect(processExitsWith: .success) { [folder = folder as String] in
                let store = try Mounts.store(onADisk: folder, rows: 3)
                let path = folder + "/store"
                let other = try SealedStore.open(path)
                try #require(try other.rowCount() == 3)
                try Mounts.punchHole(path + "-shm")
                try #require(truncate(path + "-lock", 0) == 0)
                try Mounts.fill(folder)
                try #require(try other.rowCount() == 3)
                try #require(try SealedStore.open(path).rows() == (1...3).map { stored($0) })
                try #require(kind { try store.write { try $0.delete(id: 1) } } == .diskFull)
                try #require(try store.rowCount() == 3)
                try #require(unlink(folder + "/filler") == 0)
                try store.write { try $0.delete(id: 1) }
                try #require(try other.rowCount() == 2)
                try #require(try other.integrityProblems() == [])
            }
        }

        /// A full disk has no space for the index of the log, and reading needs none.
        @Test func readsOnAFullDisk() async throws {
            let folder = bench.folder
            await #expect(processExitsWith: .success) { [folder = folder as String] in
                try Mounts.store(onADisk: folder, rows: 3).close()
                let path = folder + "/store"
                // A reserve that was used up.
                try #require(truncate(path + "-lock", 0) == 0)
                try Mounts.fill(folder)
                let store = try SealedStore.open(path)
                try #require(try store.rows() == (1...3).map { stored($0) })
                try #require(kind { try store.write { _ = try $0.insert(row(4)) } } == .diskFull)
                try #require(try store.rows() == (1...3).map { stored($0) })
                try #require(unlink(folder + "/filler") == 0)
                try SealedStore.open(path).write { _ = try $0.insert(row(4)) }
                try #require(try store.rows() == (1...4).map { stored($0) })
            }
        }

        /// Reading needs no new file, and a disk can have room for none: SQLite keeps another reason
        /// then than the one for which the log could not be made.
        @Test func readsWhereNoFileCanBeMade() async throws {
            let folder = bench.folder
            await #expect(processExitsWith: .success) { [folder = folder as String] in
                try Mounts.store(onADisk: folder, rows: 3).close()
                let path = folder + "/store"
                try Mounts.useAllFiles(folder)
                let store = try SealedStore.open(path)
                try #require(try store.rows() == (1...3).map { stored($0) })
                try #require(kind { try store.write { _ = try $0.insert(row(4)) } } == .diskFull)
                for number in 0..<8 { unlink("\(folder)/file\(number)") }
                try SealedStore.open(path).write { _ = try $0.insert(row(4)) }
                try #require(try store.rows() == (1...4).map { stored($0) })
            }
        }

        /// A folder that cannot be written can be read, with and without a log and its index.
        @Test(arguments: [[], ["-wal"], ["-wal", "-shm"], ["-wal", "-shm", "-lock"]])
        func readsWhereNothingCanBeWritten(_ suffixes: [String]) async throws {
            let source = try Bench()
            let store = try source.create()
            if suffixes.isEmpty {
                for number in 1...3 { try store.write { _ = try $0.insert(row(number)) } }
                store.close()
            } else {
                // All of the rows are in the log.
                for number in 1...3 { try store.write { _ = try $0.insert(row(number)) } }
            }
            for suffix in [""] + suffixes {
                try write(bytes(source.path + suffix), bench.path + suffix)
            }
            let folder = bench.folder
            let names = try bench.names().sorted()
            await #expect(processExitsWith: .success) { [folder = folder as String] in
                try Mounts.begin()
                try Mounts.makeReadOnly(folder)
                let store = try SealedStore.open(folder + "/store")
                try #require(try store.rows() == (1...3).map { stored($0) })
                try #require(try store.integrityProblems() == [])
                try store.read { snapshot in
                    // Another connection for the second reader.
                    try #require(try store.rowCount() == 3 && snapshot.rowCount() == 3)
                }
                try #require(kind { try store.write { try $0.delete(id: 1) } } == .readOnly)
            }
            #expect(try bench.names().sorted() == names)
        }

        /// A reader of a folder that could not be written sees later changes.
        @Test func noticesChangesInAFolderThatCouldNotBeWritten() async throws {
            try bench.create(rows: 3).close()
            let folder = bench.folder
            await #expect(processExitsWith: .success) { [folder = folder as String] in
                try Mounts.begin()
                try Mounts.makeReadOnly(folder)
                let path = folder + "/store"
                let store = try SealedStore.open(path)
                try #require(try store.rowCount() == 3)
                try Mounts.unmount(folder)
                let writer = try SealedStore.open(path)
                try writer.write { try $0.delete(id: 1) }
                try #require(try store.rowCount() == 2)
            }
        }
    }

    private func stored(_ number: Int) -> SealedRow {
        var row = row(number)
        row.id = Int64(number)
        return row
    }

    /// Mounts that only the calling thread sees, which end with its process.
    private enum Mounts {
        struct Failed: Error { let call: String, number: Int32 }

        // MS_… of mount(2), and CLONE_NEWNS of unshare(2).
        private static let (readOnly, remount, bind): (UInt, UInt, UInt) = (1, 1 << 5, 1 << 12)
        private static let (recursive, isPrivate): (UInt, UInt) = (1 << 14, 1 << 18)
        private static let newMounts: Int32 = 0x2_0000

        static let arePossible: Bool = {
            guard geteuid() == 0,
                let facts = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
                let line = facts.split(separator: "\n").first(where: { $0.hasPrefix("CapEff:") }),
                let mask = UInt64(line.split(separator: "\t").last ?? "", radix: 16)
            else { return false }
            return mask & 1 << 21 != 0  // CAP_SYS_ADMIN
        }()

        static func begin() throws {
            typealias Unshare = @convention(c) (Int32) -> Int32
            guard let symbol = dlsym(nil, "unshare") else { throw Failed(call: "dlsym", number: 0) }
            try check("unshare", unsafeBitCast(symbol, to: Unshare.self)(newMounts))
            try check("private", Glibc.mount("none", "/", nil, recursive | isPrivate, nil))
        }

        static func mount(_ folder: String, size: Int) throws {
            try check(
                "tmpfs",
                Glibc.mount("tmpfs", folder, "tmpfs", 0, "size=\(size),mode=700,nr_inodes=64")
            )
        }

        /// Begins, and creates a store with rows 1...count on a disk of 4 MiB.
        static func store(
            onADisk folder: String,
            rows count: Int,
            secret: [UInt8] = [9, 9]
        ) throws -> SealedStore {
            try begin()
            try mount(folder, size: 4 << 20)
            let store = try SealedStore.create(.file(folder + "/store"), state: Bench.state)
            for number in 1...count {
                try store.write { _ = try $0.insert(row(number, secret: secret)) }
            }
            return store
        }

        static func makeReadOnly(_ folder: String) throws {
            try check("bind", Glibc.mount(folder, folder, nil, bind, nil))
            try check("read-only", Glibc.mount(folder, folder, nil, bind | remount | readOnly, nil))
        }

        static func unmount(_ folder: String) throws {
            try check("unmount", umount2(folder, 2))  // MNT_DETACH
        }

        /// Writes a file until there is no space left.
        static func fill(_ folder: String) throws {
            let descriptor = open(folder + "/filler", O_WRONLY | O_CREAT, 0o600)
            try check("open", descriptor)
            let page = [UInt8](repeating: 1, count: 4096)
            while Glibc.write(descriptor, page, page.count) > 0 {}
            try check("close", close(descriptor))
        }

        /// Makes empty files until there is no room for another one.
        static func useAllFiles(_ folder: String) throws {
            var number = 0
            while case let file = open("\(folder)/file\(number)", O_WRONLY | O_CREAT, 0o600),
                file >= 0
            {
                close(file)
                number += 1
            }
            try #require(number >= 8 && errno == ENOSPC)
        }

        /// Gives back the space of all of a file but its length.
        static func punchHole(_ path: String) throws {
            let descriptor = open(path, O_RDWR)
            try check("open", descriptor)
            let length = lseek(descriptor, 0, SEEK_END)
            // FALLOC_FL_KEEP_SIZE and FALLOC_FL_PUNCH_HOLE. The descriptor stays open: closing it
            // would release SQLite's locks.
            typealias Allocate = @convention(c) (Int32, Int32, off_t, off_t) -> Int32
            guard let symbol = dlsym(nil, "fallocate") else {
                throw Failed(call: "dlsym", number: 0)
            }
            try check(
                "punch",
                unsafeBitCast(symbol, to: Allocate.self)(descriptor, 3, 0, length)
            )
        }

        private static func check(_ call: String, _ result: Int32) throws {
            guard result >= 0 else { throw Failed(call: call, number: errno) }
        }
    }
#endif
