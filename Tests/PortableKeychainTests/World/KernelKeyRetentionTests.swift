import Foundation
import Testing

@testable import PortableKeychain

/// Keys in the real kernel; KernelKeyTests has other sessions and sandboxes.
@Suite(.enabled(if: KernelKeyRetention().obstacle == nil, "the kernel keeps no keys here"))
struct KernelKeyRetentionTests {
    private let name = "\(KernelKeyRetention.prefix)test-\(UUID())"

    /// The line of `/proc/keys` for a key: number, flags, uses, time, permissions, owner and more.
    private func facts(_ ticket: RetentionTicket) throws -> [Substring] {
        let digits = String(UInt32(bitPattern: ticket.serial), radix: 16)
        let serial = String(repeating: "0", count: 8 - digits.count) + digits
        let file = try #require(FileHandle(forReadingAtPath: "/proc/keys"))
        let keys = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        let line = try #require(keys.split(separator: "\n").first { $0.hasPrefix(serial) })
        return line.split(separator: " ")
    }

    @Test(arguments: KernelKeyRetention.Keyring.allCases)
    func keepsUntilItIsDropped(_ keyring: KernelKeyRetention.Keyring) throws {
        let retention = KernelKeyRetention(keyring)
        defer { try? retention.drop(name) }
        let first = try retention.keep(secret("one"), as: name, for: 3600)
        let second = try retention.keep(secret("two"), as: name, for: 3600)
        #expect(!retention.holds(first))
        #expect(retention.holds(second))
        #expect(retention.find(name)?.ticket == second)
        #expect(retention.find(name)?.payload.array == Array("two".utf8))
        #expect(retention.names.contains(name))
        // Only a possessor has any rights, and no process can change its time.
        let facts = try facts(second)
        #expect(["59m", "60m", "1h"].contains(facts[3]), "\(facts)")
        #expect(facts[4] == "1b000000")
        try retention.drop(name)
        #expect(retention.find(name) == nil)
        #expect(!retention.holds(second))
        try retention.drop(name)
    }

    @Test(arguments: KernelKeyRetention.Keyring.allCases)
    func endsInTime(_ keyring: KernelKeyRetention.Keyring) throws {
        let retention = KernelKeyRetention(keyring)
        let ticket = try retention.keep(secret("one"), as: name, for: 1)
        Thread.sleep(forTimeInterval: 1.1)
        #expect(retention.find(name) == nil)
        #expect(!retention.holds(ticket))
        // A new one takes the place of one that has ended.
        _ = try retention.keep(secret("two"), as: name, for: 60)
        #expect(retention.find(name)?.payload.array == Array("two".utf8))
        try retention.drop(name)
    }

    /// Each thread can find a key that another one kept, whenever it was created.
    @Test func servesAllThreads() throws {
        let retention = KernelKeyRetention()
        let (name, start, found) = (name, DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let threads = (0..<8).map { number in
            Thread {
                if number.isMultiple(of: 2) { start.wait() }
                while retention.find(name) == nil { usleep(1000) }
                found.signal()
            }
        }
        for thread in threads { thread.start() }
        let ticket = try retention.keep(secret("one"), as: name, for: 60)
        for _ in 0..<4 { start.signal() }
        for _ in threads { #expect(found.wait(timeout: .now() + 20) == .success) }
        #expect(retention.holds(ticket))
        try retention.drop(name)
    }

    @Test func refusesWhatIsTooLarge() {
        #expect(throws: RetentionError.failed) {
            _ = try KernelKeyRetention().keep(
                SecretBytes([UInt8](repeating: 1, count: 40_000)),
                as: name,
                for: 60
            )
        }
    }
}
