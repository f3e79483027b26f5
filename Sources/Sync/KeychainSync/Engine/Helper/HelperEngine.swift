package import PortableKeychain
internal import Synchronization

/// An engine in a helper program, so that the asking program links no library for networks.
///
/// The program is started when it is first needed, and again after it ended. It is given the
/// settings, with their password, in its first message: never in its arguments or its environment.
package final class HelperEngine: VaultEngine {
    private struct State: ~Copyable {
        var conversation: HelperConversation?
        var trouble: EngineTrouble?
        /// The trouble of the last commit.
        var refusal: EngineTrouble?
    }

    private let helper: HelperProgram?
    private let settings: SecretBytes
    package let isMirror: Bool
    private let state = Mutex(State())

    /// The longest time that the program may take for one answer, in seconds: it asks several
    /// servers in turn.
    private static let patience = 300.0

    /// - Parameters:
    ///   - helper: The program; `nil` if it is not installed.
    ///   - settings: The settings that the program receives at its start, such as
    ///     ``EtcdConfiguration/encoded``.
    ///   - isMirror: Whether they are those of a mirror.
    package init(_ helper: HelperProgram?, settings: SecretBytes, isMirror: Bool = false) {
        (self.helper, self.settings, self.isMirror) = (helper, settings, isMirror)
    }

    /// The trouble of the last request; `nil` if it was answered.
    ///
    /// Where a commit is not taken, its trouble stays while the state is read again, which succeeds.
    package var trouble: EngineTrouble? {
        let (last, refusal) = state.withLock { ($0.trouble, $0.refusal) }
        return last ?? refusal
    }

    package func snapshot() async throws(EngineFailure) -> VaultSnapshot {
        guard case .snapshot(let snapshot) = try await answer(.snapshot) else {
            throw .unavailable
        }
        return snapshot
    }

    package func read(
        _ paths: [String],
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        var rest = paths[...]
        while !rest.isEmpty {
            let request = EngineRequest.read(Array(rest), of: snapshot)
            guard case .files(let files, let count) = try await answer(request),
                1...rest.count ~= count
            else { throw .unavailable }
            for path in rest.prefix(count) { found[path] = files[path] }
            rest = rest.dropFirst(count)
        }
        return found
    }

    package func list(
        _ folder: String,
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String] {
        guard case .paths(let paths) = try await answer(.list(folder, of: snapshot)),
            paths.allSatisfy({ $0.hasPrefix(folder + "/") })
        else { throw .unavailable }
        return paths
    }

    package func commit(
        _ changes: [VaultFileChange],
        onto snapshot: VaultSnapshot
    ) async -> CommitOutcome {
        guard let content = try? await answer(.commit(changes, onto: snapshot)),
            case .outcome(let outcome) = content
        else { return .unknown }
        return outcome
    }

    package func forget(_ paths: [String], of snapshot: VaultSnapshot) async -> Bool {
        guard let content = try? await answer(.forget(paths, of: snapshot)) else { return false }
        return content == .outcome(.committed)
    }

    /// Reports that the vault may have changed, as the engine does; ends if the program does.
    package func hints() -> AsyncStream<Void> {
        let (helper, settings) = (helper, settings)
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        BackgroundThreads.shared.run {
            defer { continuation.finish() }
            guard let conversation = Self.begin(helper, settings),
                conversation.send(EngineRequest.watch.encoded)
            else { return }
            while let message = conversation.receive(within: Self.patience) {
                guard EngineReply(message)?.content == .ready,
                    case .enqueued = continuation.yield()
                else { return }
            }
        }
        return stream
    }

    private func answer(
        _ request: EngineRequest
    ) async throws(EngineFailure) -> EngineReply.Content {
        let reply = await withCheckedContinuation { continuation in
            BackgroundThreads.shared.run { [self] in
                continuation.resume(returning: state.withLock { ask(request, &$0) })
            }
        }
        guard case .failed(let wasCompacted) = reply.content else { return reply.content }
        throw wasCompacted ? .compacted : .unavailable
    }

    private func ask(_ request: EngineRequest, _ state: inout State) -> EngineReply {
        let reply = exchange(request, &state)
        state.trouble = reply.trouble
        if case .commit = request { state.refusal = reply.trouble }
        return reply
    }

    private func exchange(_ request: EngineRequest, _ state: inout State) -> EngineReply {
        if state.conversation == nil { state.conversation = Self.begin(helper, settings) }
        let message = request.encoded
        guard !message.isEmpty, let conversation = state.conversation,
            conversation.send(message),
            let reply = conversation.receive(within: Self.patience).flatMap(EngineReply.init)
        else {
            // Later bytes would be taken for another answer.
            state.conversation = nil
            return EngineReply(.failed(wasCompacted: false), trouble: .program)
        }
        return reply
    }

    private static func begin(
        _ helper: HelperProgram?,
        _ settings: SecretBytes
    ) -> HelperConversation? {
        guard let conversation = helper?.start(limit: EngineMessage.longest),
            conversation.send(EngineRequest.begin(settings).encoded),
            let message = conversation.receive(within: patience),
            EngineReply(message)?.content == .ready
        else { return nil }
        return conversation
    }
}
