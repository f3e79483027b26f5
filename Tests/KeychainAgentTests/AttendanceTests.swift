import KeychainTesting
import Synchronization
import Testing

@testable import KeychainAgent
@_spi(Keepers) @testable import PortableKeychain

/// The points at which a request can end, or let others be answered: each step and each row.
@Suite struct AttendanceTests {
    /// Counts how often a body comes to such a place.
    private func checkpoints(_ body: () throws -> Void) throws -> Int {
        let count = Atomic(0)
        let attendance = RequestAttendance(
            before: {},
            checkpoint: { count.add(1, ordering: .relaxed) }
        )
        try RequestAttendance.$current.withValue(attendance, operation: body)
        return count.load(ordering: .relaxed)
    }

    private static let names = ["ann", "bob", "cat", "dan"]

    private func keychain() throws -> Keychain {
        let keychain = try Keychain.inMemory(Keychain.Configuration())
        for name in Self.names { _ = try keychain.keeper.perform(.add(name)) }
        return keychain
    }

    @Test func eachRowOfASearch() throws {
        let keychain = try keychain()
        let found = try checkpoints {
            let items = try keychain.items(matching: .genericPassword())
            #expect(items.count == 4)
        }
        #expect(found >= 4)
    }

    /// Rows that a change only looks through count too.
    @Test func eachRowOfAChange() throws {
        let keychain = try keychain()
        let deletion = ItemRequest(
            .delete,
            itemClass: .genericPassword,
            attributes: [.service: .string("s"), .comment: .string("none")]
        )
        let found = try checkpoints {
            #expect(throws: KeychainError(.itemNotFound)) {
                _ = try keychain.keeper.perform(deletion)
            }
        }
        #expect(found >= 4)
    }

    @Test func eachStepOfAMessage() throws {
        let keychain = try keychain()
        let steps = ["eve", "fay", "gus"].map { ItemStep(.add($0)) }
        let found = try checkpoints { _ = try keychain.keeper.performTogether(steps) }
        #expect(found >= 3)
    }

    /// Reading is work too: a private key in a step is parsed.
    @Test func eachStepThatIsRead() throws {
        var encoder = SecretEncoder()
        encoder.integer(UInt32(0))
        let writer = RequestWriter(number: { _ in 0 }, asksForPages: true)
        try encoder.list(["eve", "fay", "gus"].map { ItemStep(.add($0)) }) {
            encoder,
            step throws(KeychainError) in
            try writer.write(step, into: &encoder)
        }
        let bytes = encoder.finished().withUnsafeBytes { Array($0) }
        let found = try checkpoints {
            guard case .together(_, let steps)? = CallReader.call(.together, bytes) else {
                Issue.record("it is read")
                return
            }
            #expect(steps.count == 3)
        }
        #expect(found == 3)
    }
}
