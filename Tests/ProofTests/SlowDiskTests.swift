import FaultDisk
import Foundation
import ProofSupport
import SealedStore
import Synchronization
import TestRounds
import Testing

@testable import PortableKeychain

/// A keychain on a slow disk: its writer waits in the middle of each change, and others open it meanwhile.
@Suite(.thorough) struct SlowDiskTests {
    /// Threads that repeat something for some time, and what went wrong in them.
    private final class Crowd: Sendable {
        private let isOver = Mutex(false)
        private let found = Mutex<[String]>([])
        private let counted = Mutex(0)
        private let group = DispatchGroup()

        var problems: [String] { found.withLock { $0 } }
        /// The number of times that a body ran to its end.
        var rounds: Int { counted.withLock { $0 } }

        func start(_ body: @escaping @Sendable () throws -> Void) {
            group.enter()
            Thread.detachNewThread { [self] in
                while !isOver.withLock({ $0 }) {
                    do {
                        try body()
                        counted.withLock { $0 += 1 }
                    } catch { found.withLock { $0.append("\(error)") } }
                }
                group.leave()
            }
        }

        func end() {
            isOver.withLock { $0 = true }
            group.wait()
        }
    }

    @Test func opensBesideASlowWriter() throws {
        let bench = try Bench()
        let keychain = try bench.create()
        for number in 1...20 { try keychain.add(ProofItem(number, version: 1)) }
        let disk = try FaultDisk()
        disk.slowDown(microseconds: 90_000)
        let slow = try bench.open(on: disk, checkpointPages: 6)
        let (writers, readers) = (Crowd(), Crowd())
        let step = Mutex(0)
        writers.start {
            let number = step.withLock { step in
                step += 1
                return step
            }
            switch number % 5 {
            case 0: try slow.access.rotate()
            case 1, 3: try slow.add(ProofItem(1000 + number, version: 1))
            case 2: try slow.update(ProofItem(1 + number % 20, version: number))
            default: try slow.delete(number: 1000 + number - 1)
            }
        }
        // Keeps parts of the log from being moved into the file.
        readers.start {
            try SealedStore.open(bench.path).read { snapshot in
                _ = try snapshot.rowCount()
                usleep(.random(in: 1000...150_000))
            }
        }
        for _ in 1...2 {
            readers.start {
                let versions = try bench.open().versions()
                #expect(versions.count >= 20)
            }
        }
        sleep(TestRounds.isQuick ? 5 : 60)
        for crowd in [writers, readers] {
            crowd.end()
            #expect(crowd.problems == [])
            #expect(crowd.rounds > 0)
        }
        #expect(try keychain.verify().problems == [])
    }
}
