package import PortableKeychain

/// Synchronizes the items of a device with an engine, round after round.
package actor Synchronizer {
    private let store: any SyncStore
    private let engine: any SyncEngine
    private let device: DeviceID
    private let sealing: any RecordSealing
    private let rules: SyncRules
    private var isRunning = false
    /// The memory with which the next synchronizer over the same store and the same vault can
    /// start.
    package private(set) var memory: SyncMemory

    package init(
        store: any SyncStore,
        engine: any SyncEngine,
        device: DeviceID,
        sealing: any RecordSealing,
        rules: SyncRules = .standard,
        memory: SyncMemory = SyncMemory()
    ) {
        self.memory = memory
        self.store = store
        self.engine = engine
        self.device = device
        self.sealing = sealing
        self.rules = rules
    }

    /// Makes one round.
    ///
    /// - Returns: The outcome; ``SyncRound/End/busy`` while another round is under way.
    /// - Throws: ``KeychainError/Code/locked`` before the first unlock, or if the keychain is
    ///   locked during the round; or any error of storing.
    package func synchronize() async throws(KeychainError) -> SyncRound.End {
        guard !isRunning else { return .busy }
        isRunning = true
        defer { isRunning = false }
        let tools = SyncTools(device: device, sealing: sealing, rules: rules, store: store)
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
}

extension SyncEngine {
    /// Asks the engine the question of a round.
    fileprivate func answer(to question: SyncRound.Question) async -> SyncRound.Answer {
        do throws(EngineFailure) {
            switch question {
            case .head: return .head(try await head())
            case .log(let range, let head): return .log(try await log(range, at: head))
            case .listing(let head): return .listing(try await listing(at: head))
            case .records(let ids, let head):
                return .records(try await records(ids, at: head))
            case .commit(let attempt): return .outcome(await commit(attempt))
            }
        } catch {
            return .failed(error)
        }
    }
}
