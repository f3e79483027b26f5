package import PortableKeychain

/// One round of synchronization: read the log, bring items and records together, commit.
///
/// A round performs no input or output. It returns a question, and its caller passes the answer
/// back; a test can therefore delay or falsify any answer. Everything that it needs again is stored
/// before it asks, so it can be dropped at any time and another round continues.
package struct SyncRound {
    /// The information that the round asks for.
    package enum Question: Sendable, Equatable {
        case head
        case log(ClosedRange<UInt64>, at: ZoneHead)
        case listing(at: ZoneHead)
        case records([ItemID], at: ZoneHead)
        case commit(CommitAttempt)
    }

    /// The answer to a question.
    package enum Answer: Sendable {
        case head(ZoneHead)
        case log([LogEntry])
        case listing([ItemID: [UInt8]])
        case records([ItemID: [UInt8]])
        case outcome(CommitOutcome)
        case failed(EngineFailure)
    }

    package enum Step: Sendable {
        case ask(Question)
        case finished(End)
    }

    private enum Phase {
        case start
        case head
        case log(ZoneHead)
        case records(ZoneHead, ids: [ItemID])
        case listing(ZoneHead)
        case commit(CommitAttempt)
    }

    let store: any SyncStore
    let tools: SyncTools
    /// The memory with which the next round can start.
    package private(set) var memory: SyncMemory
    /// Changes that were compared, and are not in a commit yet.
    private var queue: ArraySlice<CommitAttempt.Change> = []
    /// The last comparison; `nil` after records of other devices were read.
    private var compared: ComparedItems?
    private var phase = Phase.start
    private var turns = 0

    /// The number of times that a round starts again before it lets others go first.
    private static let maximumTurns = 64

    /// Starts a round with the stored state.
    ///
    /// - Parameters:
    ///   - store: The items and the state.
    ///   - tools: The functions that seal and merge items.
    ///   - memory: The memory of an earlier round over the same store and the same vault.
    /// - Throws: Any error of reading state.
    package init(
        store: any SyncStore,
        tools: SyncTools,
        memory: SyncMemory = SyncMemory()
    ) throws(KeychainError) {
        self.store = store
        self.tools = tools
        self.memory = memory
        try self.memory.refresh(from: store, tools.rules)
    }

    private var ledger: SyncLedger { memory.ledger }

    /// Continues with an answer.
    ///
    /// - Parameter answer: The answer to the last question; `nil` at the start.
    /// - Returns: The next question, or the end.
    /// - Throws: ``KeychainError/Code/locked`` if the keychain was locked meanwhile, or any error
    ///   of storing; then this round is over.
    package mutating func next(_ answer: Answer?) throws(KeychainError) -> Step {
        switch (phase, answer) {
        case (.start, _): return askHead()
        case (.commit, .outcome(.unknown)): return .finished(.offline)
        case (_, .failed(let failure)): return try stop(failure)
        case (.head, .head(let head)): return try decide(head)
        case (.log(let head), .log(let entries)): return read(entries, head)
        case (.records(let head, let ids), .records(let records)):
            return try take(ids, records, head)
        case (.listing(let head), .listing(let digests)): return compare(digests, head)
        // The answer proves nothing, and another copy may have arrived: the head shows the result.
        case (.commit, .outcome(.committed)), (.commit, .outcome(.refused)): return askHead()
        default: throw KeychainError(.internalError)
        }
    }

    private mutating func stop(_ failure: EngineFailure) throws(KeychainError) -> Step {
        switch failure {
        case .compacted: askHead()
        case .unavailable, .readOnly: .finished(.offline)
        case .outdated: .finished(.outdated)
        case .alarm(let alarm): .finished(.alarm(alarm))
        case .notMember: .finished(.notMember)
        case .keysMissing: .finished(.keysMissing)
        case .storage(let code): throw KeychainError(code)
        }
    }

    private mutating func askHead() -> Step {
        turns += 1
        guard turns <= Self.maximumTurns else { return .finished(.busy) }
        phase = .head
        return .ask(.head)
    }
}

// MARK: Reading the log

extension SyncRound {
    private mutating func decide(_ head: ZoneHead) throws(KeychainError) -> Step {
        guard head.sequence >= ledger.cursor else { return .finished(.wentBack) }
        if let attempt = ledger.attempt {
            let isTaken = tools.rules.isCommitted(attempt, head)
            if isTaken, head.isOf(attempt) {
                // Before anything newer is read: it was made knowing this commit.
                try conclude(attempt)
                if let step = try pushMore(attempt, head) { return step }
            } else if isTaken || !tools.rules.isPossible(attempt, head) {
                try store([.attempt(nil)])
            } else {
                phase = .commit(attempt)
                return .ask(.commit(attempt))
            }
        }
        // Other devices' commits in the meantime can change the content of this one.
        queue = []
        guard head.sequence > ledger.cursor else { return try settle(head) }
        guard head.oldest <= ledger.cursor + 1 else {
            phase = .listing(head)
            return .ask(.listing(at: head))
        }
        phase = .log(head)
        return .ask(.log(ledger.cursor + 1...head.sequence, at: head))
    }

    private mutating func read(_ entries: [LogEntry], _ head: ZoneHead) -> Step {
        askRecords(Set(entries.flatMap(\.ids)), head)
    }

    /// The entries since the last round are gone: the records that are others than those of this
    /// device are read, and an item that is not listed no longer exists.
    private mutating func compare(_ digests: [ItemID: [UInt8]], _ head: ZoneHead) -> Step {
        let known = ledger.replicas
        let others = digests.filter { known[$0].map { SyncDigest.of($0) } != $1 }
        return askRecords(Set(others.keys).union(known.keys.filter { digests[$0] == nil }), head)
    }

    private mutating func askRecords(_ ids: Set<ItemID>, _ head: ZoneHead) -> Step {
        let ids = ids.sorted()
        phase = .records(head, ids: ids)
        return .ask(.records(ids, at: head))
    }

    /// Stores new records beside the states with which the items were merged.
    private mutating func take(
        _ ids: [ItemID],
        _ records: [ItemID: [UInt8]],
        _ head: ZoneHead
    ) throws(KeychainError) -> Step {
        compared = nil
        var changes: [SyncStateChange] = []
        for id in ids {
            let (old, new) = (ledger.replicas[id], records[id])
            guard old != new, new != nil || tools.rules.heedsAbsence else { continue }
            changes.append(.replica(id, new))
            if ledger.basis(of: id) == .replica, tools.rules.keepsBasis {
                changes.append(.basis(id, old.map { .record($0) } ?? .nothing))
            }
        }
        try store(changes + [.cursor(head.sequence)])
        return try settle(head)
    }

    /// Stores state alone.
    private mutating func store(_ changes: [SyncStateChange]) throws(KeychainError) {
        try store.keep(changes)
        try memory.follow(changes, tools.rules)
    }
}

// MARK: Bringing together, and committing

extension SyncRound {
    private mutating func settle(_ head: ZoneHead) throws(KeychainError) -> Step {
        if let compared, compared.isPresent(at: store.othersMark) { return .finished(compared.end) }
        var held: Set<SyncKey> = []
        for _ in 0..<Self.maximumTurns {
            let mark = store.othersMark
            let content = try content(at: mark)
            let settlement = try Settlement(content, memory, tools, holding: held)
            switch try store.apply(settlement.applications, state: settlement.changes) {
            case .applied:
                try memory.follow(settlement.changes, tools.rules)
                memory.settle(settlement.settled, missing: content.missing)
                memory.haveLooked(at: settlement.isWhole ? mark : nil)
                compared = ComparedItems(settlement, since: mark)
                return try push(settlement, head)
            // Another device wrote in between: look again.
            case .stale(_, let locked): held.formUnion(locked)
            }
        }
        return .finished(.busy)
    }

    private mutating func push(
        _ settlement: Settlement,
        _ head: ZoneHead
    ) throws(KeychainError) -> Step {
        // Puts first: until the rest of a large change is sent, others have an item under both of its
        // names instead of none. In order, because a device stores the digests of neighbours together:
        // each of many commits then writes few of these rows.
        var changes = settlement.puts.sorted { $0.id < $1.id }.map {
            CommitAttempt.Change(id: $0.id, record: $0.record)
        }
        changes += settlement.deletes.sorted().map { CommitAttempt.Change(id: $0, record: nil) }
        guard !changes.isEmpty, head.acceptsCommits else {
            return .finished(settlement.end)
        }
        queue = changes[...]
        return try pushNext(head)
    }

    /// Continues with the compared changes, if only one's own commit came in between.
    ///
    /// An item that its user changed since is found by the next comparison, as an edit of the
    /// committed state.
    private mutating func pushMore(
        _ attempt: CommitAttempt,
        _ head: ZoneHead
    ) throws(KeychainError) -> Step? {
        guard !queue.isEmpty, head.sequence == attempt.sequence, head.acceptsCommits,
            head.membership == attempt.membership
        else { return nil }
        // Not a new start: there is less to do each time.
        turns = 0
        return try pushNext(head)
    }

    private mutating func pushNext(_ head: ZoneHead) throws(KeychainError) -> Step {
        let part = CommitAttempt.part(of: queue)
        let attempt = CommitAttempt(
            author: tools.device,
            number: head.written[tools.device, default: 0] + 1,
            sequence: ledger.cursor + 1,
            membership: head.membership,
            changes: part
        )
        queue = queue.dropFirst(part.count)
        try store([.attempt(attempt)])
        phase = .commit(attempt)
        return .ask(.commit(attempt))
    }

    /// Notes that a commit is on the log: the items are now merged with its records.
    private mutating func conclude(_ attempt: CommitAttempt) throws(KeychainError) {
        var changes: [SyncStateChange] = [.attempt(nil), .cursor(attempt.sequence)]
        for change in attempt.changes {
            changes.append(.replica(change.id, change.record))
            changes.append(.pending(change.id, nil))
            changes.append(.gone(change.id, false))
        }
        try store(changes)
        let same = (compared?.conclude(attempt) ?? []).filter {
            tools.rules.isSettled(false, ledger.pending[$0.id] != nil)
        }
        memory.settle(same, missing: [])
    }
}
