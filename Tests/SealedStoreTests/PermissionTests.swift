import Foundation
import Testing

@testable import SealedStore

/// Files that others could read or exchange are refused (vault-format.md §11: M50).
@Suite struct PermissionTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    @Test func createsFilesAndFoldersForTheirOwnerOnly() throws {
        let path = bench.folder + "/a/b/store"
        let store = try SealedStore.create(.file(path), state: Bench.state)
        try store.write { _ = try $0.insert(row(1)) }
        for name in ["/a", "/a/b"] { #expect(try mode(bench.folder + name) == 0o700) }
        for suffix in ["", "-wal", "-shm", "-lock"] { #expect(try mode(path + suffix) == 0o600) }
    }

    @Test(arguments: [0o000, 0o022, 0o277, 0o777] as [mode_t])
    func createsTheSameUnderAnyMask(_ mask: mode_t) async throws {
        let path = bench.folder + "/a/b/store"
        await #expect(processExitsWith: .success) {
            [path = path as String, mask = mask as mode_t] in
            umask(mask)
            let store = try SealedStore.create(.file(path), state: Bench.state)
            try store.write { _ = try $0.insert(row(1)) }
            let parts = path.split(separator: "/")
            let folders = [1, 2].map { "/" + parts.dropLast($0).joined(separator: "/") }
            for folder in folders { try #require(try mode(folder) == 0o700) }
            for suffix in ["", "-wal", "-shm", "-lock"] {
                try #require(try mode(path + suffix) == 0o600)
            }
        }
    }

    @Test(arguments: [0o644, 0o640, 0o620, 0o602, 0o604, 0o666, 0o601])
    func refusesAFileOpenToOthers(_ fileMode: Int) throws {
        try bench.create().close()
        try setMode(fileMode, bench.path)
        #expect(kind { try bench.open() } == .unsafePermissions)
        #expect(detail { try bench.open() }.contains("chmod 600"))
    }

    @Test(arguments: ["-wal", "-shm", "-journal", "-lock"])
    func refusesACompanionOpenToOthers(_ suffix: String) throws {
        try bench.create().close()
        try write([], bench.path + suffix)
        try setMode(0o666, bench.path + suffix)
        #expect(kind { try bench.open() } == .unsafePermissions)
    }

    @Test(arguments: [0o722, 0o770, 0o707, 0o777])
    func refusesAFolderOpenToOthers(_ folderMode: Int) throws {
        try bench.create().close()
        try setMode(folderMode, bench.folder)
        #expect(kind { try bench.open() } == .unsafePermissions)
        #expect(detail { try bench.open() }.contains("chmod go-w"))
        let other = bench.folder + "/other"
        #expect(
            kind { try SealedStore.create(.file(other), state: Bench.state) } == .unsafePermissions
        )
        #expect(!FileManager.default.fileExists(atPath: other))
    }

    @Test(arguments: [0o700, 0o750, 0o755, 0o1777])
    func acceptsAFolderInWhichOthersCannotExchangeFiles(_ folderMode: Int) throws {
        try bench.create().close()
        try setMode(folderMode, bench.folder)
        #expect(try bench.open().epoch() == 7)
    }

    @Test func refusesALinkToAStoreButFollowsLinksToItsFolder() throws {
        try bench.create().close()
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: bench.folder + "/link",
            withDestinationPath: bench.path
        )
        #expect(kind { try SealedStore.open(bench.folder + "/link") } == .unsafePermissions)

        let folder = bench.folder + "/folder"
        try files.createSymbolicLink(atPath: folder, withDestinationPath: bench.folder)
        let store = try SealedStore.open(folder + "/store")
        #expect(store.place == .file(bench.path))
    }

    @Test func refusesWhatIsNotARegularFile() throws {
        #expect(mkfifo(bench.path, 0o600) == 0)
        #expect(kind { try bench.open() } == .unsafePermissions)
    }

    @Test(.enabled(if: geteuid() == 0)) func refusesAFileOfAnotherUser() throws {
        try bench.create().close()
        #expect(chown(bench.path, 12345, 12345) == 0)
        #expect(kind { try bench.open() } == .unsafePermissions)
        #expect(chown(bench.path, 0, 0) == 0)
        #expect(chown(bench.folder, 12345, 12345) == 0)
        #expect(kind { try bench.open() } == .unsafePermissions)
    }

    @Test(.enabled(if: geteuid() != 0)) func readsAFileThatMayNotBeWritten() throws {
        try bench.create(rows: 1).close()
        try setMode(0o400, bench.path)
        let store = try bench.open()
        #expect(try store.rowCount() == 1)
        #expect(kind { try store.write { try $0.delete(id: 1) } } == .readOnly)
    }

    @Test(arguments: ["a b", "ä?b#c%20", "file:x", ":memory:", "-x", "x'\"y\n"])
    func takesAnyName(_ name: String) throws {
        let path = bench.folder + "/" + name
        let store = try SealedStore.create(.file(path), state: Bench.state)
        try store.write { _ = try $0.insert(row(1)) }
        store.close()
        #expect(try bench.names().sorted() == [name, name + "-lock"])
        #expect(try SealedStore.open(path).rowCount() == 1)
        let immutable = try Connection(path: path, mode: .readImmutable, options: .init())
        try immutable.verify()
        #expect(try immutable.rowCount() == 1)
    }

    private func detail<R>(_ body: () throws -> R) -> String {
        do {
            _ = try body()
            return ""
        } catch {
            return (error as? StoreError)?.detail ?? ""
        }
    }

    /// SQLite looks the file up again before it makes the log beside it.
    @Test func aStoreRemovedWhileItIsOpenedIsNotADiskFailure() throws {
        try bench.create().close()
        let connection = try Connection(path: bench.path, mode: .write, options: .init())
        for suffix in ["", "-wal", "-shm"] { unlink(bench.path + suffix) }
        #expect(kind { try connection.run("SELECT count(*) FROM sqlite_schema") } == .notFound)
    }
}
