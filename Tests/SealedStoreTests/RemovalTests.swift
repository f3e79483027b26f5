import Foundation
import Testing

@testable import SealedStore

/// The store that is removed is the one that was meant.
@Suite struct RemovalTests {
    /// Another store takes its place while the removal waits for the gate.
    @Test(.enabled(if: openFiles() != nil, "open files are listed in /proc alone"))
    func leavesAStoreThatTookItsPlace() throws {
        let (bench, other) = (try Bench(), try Bench())
        try bench.create(rows: 1).close()
        try other.create(rows: 2).close()
        let (path, lock) = (bench.path, bench.path + "-lock")
        let gate = try Gate(shutting: lock, patience: Patience(limit: 60_000_000))
        let removal = inThread { kind { try SealedStore.remove(path) } }
        // The gate's own descriptor, and that of the removal, which has looked at the file before.
        let end = ContinuousClock.now + .seconds(60)
        while openFiles()?.count(where: { $0 == lock }) != 2 {
            try #require(ContinuousClock.now < end, "the removal does not come to the gate")
            usleep(1000)
        }
        #expect(rename(other.path, path) == 0)
        gate.open()
        #expect(removal() == .notFound)
        #expect(try bench.open().rowCount() == 2)
    }
}

/// The paths of the files that this process has open; `nil` where they are not listed.
private func openFiles() -> [String]? {
    let folder = "/proc/self/fd"
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
        return nil
    }
    return names.compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
}
