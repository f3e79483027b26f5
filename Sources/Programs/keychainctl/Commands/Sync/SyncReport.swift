internal import KeychainSync
internal import KeychainctlKit

/// Says why `keychainctl sync run` cannot synchronize, each time that this changes.
actor SyncReport {
    nonisolated let say: @Sendable (String) -> Void
    /// The time for which others may be faster before that is said.
    private let patience: Duration
    private var busySince: ContinuousClock.Instant?
    private var last: String?
    private var lastPublishing: String?

    /// - Parameters:
    ///   - patience: The time for which others may be faster before that is said.
    ///   - say: Writes a line.
    init(
        patience: Duration = .seconds(60),
        say: @escaping @Sendable (String) -> Void = { Terminal.complain($0) }
    ) {
        (self.patience, self.say) = (patience, say)
    }

    /// Takes note of an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - detail: The message of the program that reaches the remote.
    ///   - isMirror: Whether the remote is a mirror.
    func note(_ event: SyncRunner.Event, _ detail: String?, isMirror: Bool = false) {
        guard hasLasted(event), let text = Self.text(event, detail, isMirror) else { return }
        guard text != last ?? "" else { return }
        say(text.isEmpty ? "synchronization continues" : text)
        last = text
    }

    /// Whether an event is worth a line: others are faster, most often, for a moment only.
    private func hasLasted(_ event: SyncRunner.Event) -> Bool {
        guard case .ended(.busy) = event else {
            busySince = nil
            return true
        }
        let start = busySince ?? .now
        busySince = start
        return start.duration(to: .now) > patience
    }

    /// Takes note of the end of an attempt to publish.
    ///
    /// - Parameter problem: The reason why it failed; `nil` if it did not.
    func note(publishing problem: String?) {
        guard problem != lastPublishing else { return }
        say(problem ?? "publishing continues")
        lastPublishing = problem
    }

    /// The obstacle to synchronization that an event reports; empty for none, and `nil` for an
    /// event that says nothing about it.
    private static func text(
        _ event: SyncRunner.Event,
        _ detail: String?,
        _ isMirror: Bool
    ) -> String? {
        switch event {
        case .held(let problem): return Failure.sync(problem, detail, isMirror: isMirror).message
        case .ended(.busy) where detail == nil:
            return "another command of this machine is running, or others change the remote or "
                + "this keychain each time before this machine can; synchronization keeps trying"
        // The command ends, and says why.
        case .ended(let end) where end.needsPerson: return nil
        case .ended(.offline), .ended(.busy):
            return Failure(SyncProblem.offline, detail).problem + "; synchronization keeps trying"
        case .ended(let end): return Failure(end, detail)?.message ?? ""
        }
    }
}
