import FaultDisk
import ProofSupport
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The reads and writes of a keychain, with few items and with many.
@Suite struct GrowthTests {
    /// The number of the disk's reads and writes in one step.
    private struct Use {
        let name: String
        let reads: Int
        let writes: Int
    }

    private static let steps: [(name: String, run: @Sendable (Keychain) throws -> Void)] = [
        ("open", { _ = try $0.lockState }),
        ("read", { _ = try $0.item(1) }),
        ("set", { try $0.setPasscode(secret("one")) }),
        ("lock", { try $0.lock() }),
        ("unlock", { try $0.unlock(passcode: secret("one")) }),
        ("change", { try $0.changePasscode(from: secret("one"), to: secret("two")) }),
        ("remove", { try $0.removePasscode(secret("two")) }),
    ]

    /// The steps that unlock.
    private static let marked: Set = ["set", "unlock", "change"]

    /// Does each step in a keychain that was just opened, so that nothing is in memory.
    private static func uses(items count: Int) throws -> [Use] {
        let bench = try Bench(inMemory: true)
        try bench.create().performTogether(
            (0..<count).map { number in
                ItemRequest(
                    .add,
                    itemClass: .genericPassword,
                    attributes: [.service: .string("item \(number)")],
                    secret: secret("\(number)")
                )
            }
        )
        try bench.open().add(ProofItem(1, version: 1))
        let disk = try FaultDisk()
        return try steps.map { step in
            let keychain = try bench.open(on: disk)
            disk.heal()
            try step.run(keychain)
            return Use(name: step.name, reads: disk.reads, writes: disk.writes)
        }
    }

    /// Locks and passcodes concern keys, and no item is read or sealed again for them; an item is
    /// found by an index.
    @Test func doesNotDependOnTheNumberOfItems() throws {
        let (few, many) = (try Self.uses(items: 10), try Self.uses(items: 2_000))
        for (few, many) in zip(few, many) {
            // A larger index has another level or two. An unlock looks for the mark of an exclusive
            // keychain, which is one item.
            let more = few.name == "read" ? 4 : Self.marked.contains(few.name) ? 1 : 0
            #expect(many.reads <= few.reads + more, "\(few), \(many)")
            #expect(many.writes <= few.writes, "\(few), \(many)")
        }
        #expect(few.contains { $0.reads > 0 })
        #expect(few.contains { $0.writes > 0 })
    }
}
