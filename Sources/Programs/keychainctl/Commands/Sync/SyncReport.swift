internal import KeychainSync
internal import KeychainctlKit

/// Says why `keychainctl sync run` cannot synchronize, each time that this changes.
actor SyncReport {
    nonisolated let say: @Sendable (String) -> Void
    private var last: String?
    private var lastPublishing: String?

    /// - Parameter say: Writes a line.
    init(say: @escaping @Sendable (String) -> Void = { Terminal.complain($0) }) { self.say = say }

    /// Takes note of an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - detail: The message of the program that reaches the remote.
    ///   - isMirror: Whether the remote is a mirror.
    func note(_ event: SyncRunner.Event, _ detail: String?, isMirror: Bool = false) {
        guard let text = Self.text(event, detail, isMirror) else { return }
        guard text != last ?? "" else { return }
        say(text.isEmpty ? "synchronization continues" : text)
        last = text
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
        // Another command has its turn, which is over soon; or the command ends, and says why.
        case .ended(.busy): return nil
        case .ended(let end) where end.needsPerson: return nil
        case .ended(.offline):
            return Failure(SyncProblem.offline, detail).problem + "; synchronization keeps trying"
        case .ended(let end): return Failure(end, detail)?.message ?? ""
        }
    }
}
