import Foundation
import Testing

@testable import PortableKeychain

/// The memory of small secrets.
@Suite struct SecretPoolTests {
    @Test func aReleasedSlotIsZero() throws {
        let pool = SecretPool(slotSize: 64)
        let neighbour = try #require(pool.lend())
        let slot = try #require(pool.lend())
        let bytes = UnsafeMutableRawBufferPointer(start: slot.start, count: 64)
        bytes.copyBytes(from: repeatElement(0xa5, count: 64))
        #expect(bytes.allSatisfy { $0 == 0xa5 })
        pool.release(slot)
        // The neighbour keeps the page.
        #expect(bytes.allSatisfy { $0 == 0 })
        pool.release(neighbour)
    }

    @Test func lentSlotsNeverOverlap() throws {
        let pool = SecretPool(slotSize: 256)
        var lent: [SecretPool.Slot] = []
        // Several slabs, released and lent again in an order of no pattern.
        var generator = SeededGenerator(state: 7)
        for _ in 0..<5000 {
            if lent.count < 300, Bool.random(using: &generator) || lent.isEmpty {
                lent.append(try #require(pool.lend()))
            } else {
                pool.release(lent.remove(at: .random(in: lent.indices, using: &generator)))
            }
            if lent.count % 50 == 0 {
                #expect(Set(lent.map(\.start)).count == lent.count)
            }
        }
        let starts = lent.map { UInt(bitPattern: $0.start) }.sorted()
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 >= 256 })
        for slot in lent { pool.release(slot) }
    }

    @Test func manyThreadsShareIt() async {
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<2000 {
                        let mark = UInt8(truncatingIfNeeded: task &* 31 &+ round)
                        let secret = SecretBytes([UInt8](repeating: mark, count: 60))
                        let isWhole = secret.withUnsafeBytes { $0.allSatisfy { $0 == mark } }
                        if !isWhole { Issue.record("a secret changed") }
                    }
                }
            }
        }
    }

    #if os(Linux)
        @Test(arguments: [8, 900, 5000, 3 << 20])
        func secretsStayOutOfCoreDumps(count: Int) throws {
            let buffer = SecretBytes(count: count) { _ in }
            let neighbour: SecretBytes? = SecretBytes(count: count) { _ in }
            #expect(neighbour != nil)
            let flags = try buffer.withUnsafeBytes { try Self.flags(of: $0.baseAddress) }
            #expect(flags.contains("dd"))
        }

        @Test func theEndOfOneSecretLeavesItsNeighbourLocked() throws {
            let pool = SecretPool(slotSize: 64)
            let first = try #require(pool.lend())
            let second = try #require(pool.lend())
            let before = try Self.flags(of: first.start)
            pool.release(second)
            #expect(try Self.flags(of: first.start) == before)
            pool.release(first)
        }

        /// The kernel's flags of the mapping around an address (proc_pid_smaps(5)).
        private static func flags(of address: UnsafeRawPointer?) throws -> [Substring] {
            let address = UInt(bitPattern: address)
            let file = try #require(fopen("/proc/self/smaps", "r"))
            defer { fclose(file) }
            var isInside = false
            var line = [CChar](repeating: 0, count: 4096)
            while fgets(&line, Int32(line.count), file) != nil {
                let text = String(
                    decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
                    as: UTF8.self
                )
                let words = text.split { $0 == " " || $0 == "\n" }
                if let range = words.first?.split(separator: "-"), range.count == 2,
                    let start = UInt(range[0], radix: 16), let end = UInt(range[1], radix: 16)
                {
                    isInside = (start..<end).contains(address)
                }
                if isInside, words.first == "VmFlags:" { return Array(words.dropFirst()) }
            }
            Issue.record("no mapping around the address")
            return []
        }
    #endif
}

private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}
