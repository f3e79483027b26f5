@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// What a round looks at again after it has sent something.
extension SyncSessionTests {
    /// A round that has sent an edit looks at the items again only if others have changed some since.
    ///
    /// Each row is the number of the round's transactions before another program writes; with 4, it does not.
    @Test(arguments: 1...4)
    func sendsWhatIsWrittenWhileItSends(_ transactions: Int) async throws {
        let (running, other) = try await members()
        try await running.settle()
        #expect(running.device.write([item("a0", "1")]))
        let (device, store) = (running.device, running.store)
        store.beforeApply(transactions) { _ = device.write([self.item("a1", "meanwhile")]) }
        store.scans = 0
        #expect(try await running.round() == .upToDate(waiting: 0))
        #expect((store.scans > 1) == (transactions < 4))
        try await other.synchronize()
        let sent = transactions < 4 ? ["a0": "1", "a1": "meanwhile"] : ["a0": "1"]
        #expect(secrets(other.device) == sent)
    }

    /// Without a further transaction, the present mark alone shows that another program has written.
    @Test func sendsWhatIsWrittenAfterItsLastTransaction() async throws {
        let (running, other) = try await members()
        try await running.settle()
        for isLater in [false, true] {
            #expect(running.device.write([item("a0", "\(isLater)")]))
            let (device, store) = (running.device, running.store)
            if isLater {
                store.afterApply(3) { _ = device.write([self.item("a1", "meanwhile")]) }
            }
            #expect(try await running.round() == .upToDate(waiting: 0))
            try await other.synchronize()
            #expect(secrets(other.device)["a1"] == (isLater ? "meanwhile" : nil))
        }
    }

    /// The tombstone of a deletion is removed once the deletion is on the log.
    @Test func looksAgainAfterADeletion() async throws {
        let (running, other) = try await members()
        #expect(running.device.write([item("a0", "1"), item("a1", "1")]))
        try await running.settle()
        #expect(running.device.delete("a0"))
        #expect(running.device.write([item("a1", "2")]))
        #expect(try await running.round() == .upToDate(waiting: 0))
        #expect(try running.device.content().entries.count == 1)
        try await other.synchronize()
        #expect(secrets(other.device) == ["a1": "2"])
    }

    /// A row that this device has merged with a record of others is not the row that it has compared.
    @Test func comparesWhatItHasMerged() async throws {
        let (running, other) = try await members()
        #expect(running.device.write([item("a0", "1")]))
        try await running.settle()
        try await other.synchronize()
        #expect(other.device.write([item("a0", "there")]))
        try await other.synchronize()
        #expect(running.device.write([item("a0", "here")]))
        running.store.items = 0
        for _ in 0..<3 { #expect(try await running.round() == .upToDate(waiting: 0)) }
        try await other.synchronize()
        #expect(secrets(other.device) == secrets(running.device))
        #expect(running.store.items > 0)
    }
}
