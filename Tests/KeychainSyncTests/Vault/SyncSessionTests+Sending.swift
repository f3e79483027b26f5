@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// The rows that a round looks at, and those that it knows.
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

    /// A round for a change elsewhere looks neither at all items nor at all state, as long as no other program
    /// has written since the last round.
    @Test func looksUpWhatOthersHaveChanged() async throws {
        let (running, other) = try await members()
        let store = running.store
        #expect(running.device.write((0..<50).map { item("b\($0)", "1") }))
        try await running.settle()
        try await other.synchronize()
        for number in 0..<4 {
            let edits = [
                item("a\(number)", "new"), item("b1", "\(number)"), item("b\(number + 2)", "2"),
            ]
            #expect(other.device.write(edits))
            if number > 1 { #expect(other.device.delete("a\(number - 2)")) }
            try await other.synchronize()
            (store.scans, store.stateScans, store.items, store.rows) = (0, 0, 0, 0)
            #expect(try await running.round() == .upToDate(waiting: 0))
            #expect((store.scans, store.stateScans) == (0, 0))
            // The changed ones, and those that the round before has stored.
            #expect((1...6).contains(store.items))
            #expect(store.rows < 60)
            #expect(secrets(running.device) == secrets(other.device))
        }
    }

    /// An act of another program between two rounds, of which the second reads a change from elsewhere.
    enum Act: CaseIterable { case edit, removal, silentRemoval, state, cursor, lock }

    @Test(arguments: Act.allCases)
    func looksAtEverythingAfterAnotherProgram(_ act: Act) async throws {
        let (running, other) = try await members()
        let (device, store) = (running.device, running.store)
        #expect(device.write(["a1", "b0", "b1"].map { item($0, "1", $0 == "a1" ? "ak" : "ck") }))
        try await running.settle()
        try await other.synchronize()
        #expect(other.device.write([item("a0", "there"), item("b0", "2")]))
        try await other.synchronize()
        switch act {
        case .edit: #expect(device.write([item("b1", "here")]))
        case .removal: #expect(device.delete("b1"))
        case .silentRemoval:
            let key = SimItem.key("b1")
            guard case .live(_, let seen) = try device.content().entries[key] else { return }
            let removal = SyncApplication(key: key, expected: seen, outcome: .delete)
            #expect(try device.apply([removal], state: []).isApplied)
        case .state:
            let replicas = try device.state().keys.filter { $0.kind == "replica" }
            try device.keep(replicas.map { .remove($0) })
        case .cursor: try device.keep([.remove(SyncStateName(kind: "vault"))])
        case .lock: device.setLocked(true)
        }
        (store.scans, store.stateScans) = (0, 0)
        #expect(try await running.round() == .upToDate(waiting: 0))
        #expect(store.scans >= 1 && store.stateScans >= 1)
        if act == .lock { device.setLocked(false) }
        try await running.settle()
        try await other.synchronize()
        var expected = ["a0": "there", "a1": "1", "b0": "2", "b1": "1"]
        if act == .edit { expected["b1"] = "here" }
        if act == .removal { expected["b1"] = nil }
        #expect(secrets(device) == expected)
        #expect(secrets(other.device) == expected)
    }

    /// Each row is whether another program writes after a part of the state was read, or after some items
    /// were looked up.
    @Test(arguments: [true, false])
    func looksAtEverythingIfAnotherProgramWritesMeanwhile(_ isState: Bool) async throws {
        let (running, other) = try await members()
        let (device, store) = (running.device, running.store)
        #expect(device.write([item("a0", "1")]))
        try await running.settle()
        try await other.synchronize()
        #expect(other.device.write([item("a0", "2")]))
        try await other.synchronize()
        let write = { _ = device.write([self.item("a1", "meanwhile")]) }
        store.afterPart = isState ? write : { store.afterPart = write }
        (store.scans, store.stateScans) = (0, 0)
        #expect(try await running.round() == .upToDate(waiting: 0))
        #expect(store.scans > 0 && store.stateScans > 0)
        try await running.settle()
        try await other.synchronize()
        #expect(secrets(other.device) == ["a0": "2", "a1": "meanwhile"])
    }

    /// Rows that cannot be read are looked at in each round: one may be an item under another name.
    @Test func looksAtLockedItemsInEachRound() async throws {
        let (running, other) = try await members()
        #expect(running.device.write([item("a0", "1")]))
        try await running.settle()
        try await other.synchronize()
        // Before the session has seen it.
        #expect(running.device.write([item("b0", "1", "ak")]))
        running.device.setLocked(true)
        for number in 0..<3 {
            #expect(other.device.write([item("a1", "\(number)")]))
            try await other.synchronize()
            running.store.scans = 0
            #expect(try await running.round() == .upToDate(waiting: 0))
            #expect(running.store.scans == 1)
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
