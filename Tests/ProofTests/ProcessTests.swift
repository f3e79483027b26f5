import Foundation
import ProofSupport
import TestRounds
import Testing

@testable import PortableKeychain

/// Several processes read and write one keychain at once: nothing is lost, no process gets the
/// error that it is busy, and none waits long.
@Suite struct ProcessTests {
    @Test func losesNothingAmongProcesses() throws {
        let bench = try Bench(inMemory: true)
        let keychain = try bench.create()
        let writers = 3
        let count = 30 * TestRounds.count
        var children: [Child] = []
        for writer in 1...writers {
            let first = writer * 100_000
            children.append(
                try Child(
                    "write",
                    bench.folder,
                    journal: bench.journalPath("write-\(writer)"),
                    first,
                    count
                )
            )
        }
        children.append(
            try Child("watch", bench.folder, journal: bench.journalPath("watch-1"), 100_000, count)
        )
        children.append(
            try Child("watch", bench.folder, journal: bench.journalPath("watch-2"), 200_000, count)
        )
        for child in children { #expect(child.wait() == 0) }

        var expected: [Int: Int] = [:]
        for writer in 1...writers {
            for done in 1...count { expected[writer * 100_000 + done] = done }
            expected[writer * 100_000] = count
        }
        #expect(try keychain.versions() == expected)
        #expect(try keychain.verify().problems == [])
        for (kind, processes) in [("write", writers), ("watch", 2)] {
            for process in 1...processes {
                let lines = try bench.journal("\(kind)-\(process)")
                let waits = lines.first?.split(separator: " ").compactMap { Int($0) } ?? []
                try #require(waits.count == 2, "\(kind): \(lines)")
                print("\(kind) \(process) waited \(waits[0]) µs at most, \(waits[1]) µs on average")
                // A second, or some turns of the others where the machine is busy with other things.
                #expect(waits[0] < max(1_000_000, 10 * waits[1]), "a process starved")
            }
        }
    }

    /// Processes that renew one secret from the value that they have read store none over
    /// another's.
    @Test func losesNoChangeThatDependsOnAnother() throws {
        let bench = try Bench(inMemory: true)
        let keychain = try bench.create()
        try keychain.set("0", for: GenericPassword(service: "counter", account: "all"))
        let times = 100 * TestRounds.count
        let children = try (1...3).map {
            try Child("count", bench.folder, journal: bench.journalPath("count-\($0)"), times)
        }
        for child in children { #expect(child.wait() == 0) }
        let query = KeychainQuery.genericPassword(service: "counter", account: "all")
        #expect(try keychain.first(matching: query)?.secret.string() == "\(3 * times)")
        let losses = try (1...3).compactMap { Int(try bench.journal("count-\($0)").first ?? "") }
        print("\(losses.reduce(0, +)) of \(3 * times) changes were made again")
        try #require(losses.count == 3)
        // Otherwise they came one after the other, and nothing was shown.
        #expect(losses.contains { $0 > 0 })
    }
}
