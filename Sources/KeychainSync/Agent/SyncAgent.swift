package import PortableKeychain

/// Synchronizes the items of a device with an engine, round after round.
package actor SyncAgent {
    private let store: any SyncStore
    private let engine: any SyncEngine
    private let device: DeviceID
    private let sealing: any RecordSealing
    private var isRunning = false
    private var memory = SyncMemory()
    private var pause = Pause()

    package init(
        store: any SyncStore,
        engine: any SyncEngine,
        device: DeviceID,
        sealing: any RecordSealing
    ) {
        self.store = store
        self.engine = engine
        self.device = device
        self.sealing = sealing
    }

    /// Makes one round.
    ///
    /// - Returns: How it ended; ``SyncRound/End/busy`` while another one is under way.
    /// - Throws: ``KeychainError/Code/locked`` before the first unlock, or if the keychain is locked
    ///   during the round; or what storing throws.
    package func synchronize() async throws(KeychainError) -> SyncRound.End {
        guard !isRunning else { return .busy }
        isRunning = true
        defer { isRunning = false }
        let tools = SyncTools(device: device, sealing: sealing, store: store)
        var round = try SyncRound(store: store, tools: tools, memory: memory)
        // One owner, so that it is changed in place.
        memory = SyncMemory()
        defer { memory = round.memory }
        var answer: SyncRound.Answer?
        while true {
            switch try round.next(answer) {
            case .finished(let end): return end
            case .ask(let question): answer = await engine.answer(to: question)
            }
        }
    }

    /// Makes rounds until its task is cancelled, or the log went back.
    ///
    /// - Parameters:
    ///   - clock: The clock for the pauses.
    ///   - isChanged: Whether items may have changed since it was last asked.
    /// - Returns: The end that needs a person.
    /// - Throws: `CancellationError`, or what ``synchronize()`` throws except that the keychain is
    ///   locked.
    package func run(
        on clock: any Clock<Duration> = ContinuousClock(),
        isChanged: @Sendable () throws -> Bool
    ) async throws -> SyncRound.End {
        while true {
            do throws(KeychainError) {
                let end = try await synchronize()
                guard !end.needsPerson else { return end }
                pause.follow(end)
            } catch {
                guard error.code == .locked else { throw error }
                pause.follow(.offline)
            }
            var waited = Duration.zero
            repeat {
                try await clock.sleep(for: Pause.look)
                waited += Pause.look
            } while try waited < pause.length && (pause.isForced || !isChanged())
        }
    }
}

/// How long an agent waits between two rounds.
package struct Pause: Sendable, Equatable {
    /// How often it looks whether items have changed.
    package static let look = Duration.seconds(1)
    private static let usual = Duration.seconds(60)
    private static let longest = Duration.seconds(300)

    /// The time until the next round if nothing changes.
    package private(set) var length = Pause.look
    /// Whether it waits even if items change, because the engine does not answer.
    package private(set) var isForced = false

    package init() {}

    /// Follows a round: an engine that does not answer is asked less and less often.
    package mutating func follow(_ end: SyncRound.End) {
        switch end {
        case .offline, .keysMissing:
            length = isForced ? min(length * 2, Self.longest) : Self.look
            isForced = true
        case .busy: (length, isForced) = (Self.look, false)
        case .upToDate, .wentBack, .alarm, .notMember: (length, isForced) = (Self.usual, false)
        }
    }
}

extension SyncEngine {
    /// Asks the engine what a round wants to know.
    fileprivate func answer(to question: SyncRound.Question) async -> SyncRound.Answer {
        do throws(EngineFailure) {
            switch question {
            case .head: return .head(try await head())
            case .log(let range, let head): return .log(try await log(range, at: head))
            case .records(let selection, let head):
                return .records(try await records(selection, at: head))
            case .commit(let attempt): return .outcome(await commit(attempt))
            }
        } catch {
            return .failed(error)
        }
    }
}
