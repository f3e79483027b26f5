#if Fleet && os(Linux)
    package import KeychainSync
    @_spi(Keepers) package import PortableKeychain
    internal import Synchronization

    /// The files of a vault in an etcd cluster (version 3.4 or newer), through its JSON gateway.
    ///
    /// Each file is a key below `PREFIX/f/`. Each commit also changes `PREFIX/tip`, and is carried
    /// out only if that key was not changed since the state that it is made onto: so all commits of
    /// a vault exclude each other, whichever files they replace. A state is a revision of the
    /// cluster and the revision of the last change of that key.
    ///
    /// Requests to join are not a part of the log. A commit of them alone does not change that key,
    /// so that a device needs no right to commit in order to ask; it is carried out only if they
    /// were not changed either.
    ///
    /// A file that is too long for a transaction is stored in parts below `PREFIX/p/ID/`, written
    /// before the transaction that names them in `PREFIX/s/PATH`; its key below `PREFIX/f/` is empty.
    package final class EtcdEngine: VaultEngine {
        let client: EtcdClient
        let prefix: String
        let tip: [UInt8]
        let files: [UInt8]

        /// The most changes of one transaction: etcd refuses more than 128 operations.
        package static let mostChanges = 119
        static let mostOperations = 127
        /// The most bytes of one transaction: etcd refuses more than 1.5 MiB.
        package static let longestCommit = 1_200_000

        static let longestAnswer = 16 << 20
        static let longestShortAnswer = 1 << 20
        /// The number of files that are read in one transaction.
        private static let pageLength = 100
        private static let listLength = 1000
        /// The prefix of the paths of requests to join.
        private static let requests = VaultPath.requests + "/"
        /// No folder of a vault has more files.
        private static let longestList = 4_000_000

        /// - Parameters:
        ///   - configuration: The cluster.
        ///   - patience: The time to wait for one server before another one is asked.
        ///   - entropy: Decides the order in which servers are asked.
        package init(
            _ configuration: EtcdConfiguration,
            patience: Duration = .seconds(5),
            entropy: KeychainEntropy = .system
        ) {
            client = EtcdClient(configuration, patience: patience, entropy: entropy)
            prefix = configuration.prefix
            tip = Array((configuration.prefix + "tip").utf8)
            files = Array((configuration.prefix + "f/").utf8)
        }

        /// The trouble of the last request; `nil` if it was answered.
        package var trouble: EngineTrouble? { client.trouble }

        package func snapshot() async throws(EngineFailure) -> VaultSnapshot {
            let answer = await client.ask(
                .range,
                EtcdRequest.range(tip),
                limit: Self.longestShortAnswer,
                repeats: true
            )
            guard case .answer(.pairs(let pairs, let revision, _)) = answer, pairs.count <= 1,
                pairs.allSatisfy({ $0.key == tip && $0.changed <= revision })
            else { throw refusing(answer) }
            return EtcdState(revision: revision, tip: pairs.first?.changed ?? 0).snapshot
        }

        package func read(
            _ paths: [String],
            of snapshot: VaultSnapshot
        ) async throws(EngineFailure) -> [String: [UInt8]] {
            var found: [String: [UInt8]] = [:]
            var rest = paths[...]
            while !rest.isEmpty {
                let part = try await readSome(rest, of: snapshot)
                found.merge(part.files) { $1 }
                rest = rest.dropFirst(part.count)
            }
            return found
        }

        /// Reads as many of the first files as fit into an answer, at least one.
        ///
        /// - Returns: The files, and of how many paths they are.
        package func readSome(
            _ paths: ArraySlice<String>,
            of snapshot: VaultSnapshot
        ) async throws(EngineFailure) -> (files: [String: [UInt8]], count: Int) {
            guard let state = EtcdState(snapshot) else { throw .unavailable }
            var count = min(paths.count, Self.pageLength)
            while count > 0 {
                // A path that no vault has does not exist.
                let page = paths.prefix(count).filter(VaultPath.isPlain)
                let keys = page.map { files + $0.utf8 }
                let answer = await client.ask(
                    .transaction,
                    EtcdRequest.read(keys, revision: state.revision),
                    limit: Self.longestAnswer,
                    repeats: true,
                    patience: 4
                )
                if case .tooLong = answer {
                    count /= 2
                    continue
                }
                let values = try values(of: keys, in: answer)
                var found: [String: [UInt8]] = [:]
                for (path, value) in zip(page, values) {
                    guard value?.isEmpty == true, let parts = try await parts(of: path, state)
                    else {
                        found[path] = value
                        continue
                    }
                    // Alone: an answer with several of them would be too long for the reader.
                    guard let place = paths.firstIndex(of: path), place == paths.startIndex else {
                        count = (paths.firstIndex(of: path) ?? paths.startIndex) - paths.startIndex
                        return (found, count)
                    }
                    return ([path: try await joined(parts, state)], 1)
                }
                return (found, count)
            }
            throw .unavailable
        }

        /// The values of keys that were read in one transaction; `nil` for one that does not exist.
        func values(
            of keys: [[UInt8]],
            in answer: EtcdClient.Outcome
        ) throws(EngineFailure) -> [[UInt8]?] {
            guard case .answer(.transaction(_, let reads)) = answer, reads.count == keys.count,
                zip(keys, reads).allSatisfy({ key, pairs in
                    pairs.count <= 1 && pairs.allSatisfy { $0.key == key }
                })
            else { throw refusing(answer) }
            return reads.map { $0.first?.value }
        }

        /// The failure that an answer is, or is for not being one.
        private func refusing(_ answer: EtcdClient.Outcome) -> EngineFailure {
            client.refuse(answer)
            guard case .answer(.failed(EtcdAnswer.Code.outOfRange)) = answer else {
                return .unavailable
            }
            return .compacted
        }

        package func list(
            _ folder: String,
            of snapshot: VaultSnapshot
        ) async throws(EngineFailure) -> [String] {
            guard let state = EtcdState(snapshot) else { throw .unavailable }
            guard VaultPath.isPlain(folder) else { return [] }
            var start = files + folder.utf8 + [UInt8(ascii: "/")]
            // The end of all keys that begin with the folder and a slash.
            let end = files + folder.utf8 + [UInt8(ascii: "/") + 1]
            var paths: [String] = []
            while paths.count <= Self.longestList {
                let body = EtcdRequest.names(
                    from: start,
                    before: end,
                    revision: state.revision,
                    limit: Self.listLength
                )
                let answer = await client.ask(
                    .range,
                    body,
                    limit: Self.longestShortAnswer,
                    repeats: true
                )
                guard case .answer(.pairs(let pairs, _, let hasMore)) = answer else {
                    throw refusing(answer)
                }
                for pair in pairs {
                    guard !pair.key.lexicographicallyPrecedes(start),
                        pair.key.lexicographicallyPrecedes(end),
                        let path = String(
                            validating: pair.key.dropFirst(files.count),
                            as: UTF8.self
                        )
                    else { throw refusing(answer) }
                    paths.append(path)
                    // The next possible name: so each page, and each name in it, is after the last.
                    start = pair.key + [0]
                }
                guard hasMore, !pairs.isEmpty else { return paths }
            }
            throw .unavailable
        }

        package func commit(
            _ changes: [VaultFileChange],
            onto snapshot: VaultSnapshot
        ) async -> CommitOutcome {
            guard let state = EtcdState(snapshot), changes.count <= Self.mostChanges,
                changes.allSatisfy(\.isStorable)
            else { return .refused }
            let parted = changes.compactMap { PartedFile($0, below: prefix) }
            var all: [EtcdRequest.Change] = changes.map { change in
                (files + change.path.utf8, PartedFile.isNeeded(for: change) ? [] : change.bytes)
            }
            all += parted.map(\.naming)
            // An empty file has no parts, whatever was there before.
            all += changes.filter { $0.bytes?.isEmpty == true }.map {
                (PartedFile.name($0.path, below: prefix), nil)
            }
            let length = all.reduce(0) { $0 + $1.key.count + ($1.value?.count ?? 0) }
            guard length <= Self.longestCommit, all.count <= Self.mostOperations else {
                return .refused
            }
            var conditions = [EtcdRequest.Condition.changed(tip, at: state.tip)]
            if !changes.isEmpty, changes.allSatisfy({ $0.path.hasPrefix(Self.requests) }) {
                conditions += all.map { .changed($0.key, before: state.revision + 1) }
            } else {
                all.append((tip, [1]))
            }
            let replaced = await replacedParts(changes, state)
            for file in parted {
                guard await write(file) else {
                    // Nothing names them, and nothing will.
                    for file in parted { await remove(file) }
                    return .refused
                }
            }
            let answer = await client.ask(
                .transaction,
                EtcdRequest.commit(all, if: conditions),
                limit: Self.longestShortAnswer,
                repeats: false
            )
            // No other answer proves that it is not, and never will be, carried out: a full
            // database is also reported by the transaction that filled it, and was carried out.
            guard case .answer(.transaction(let succeeded, _)) = answer else { return .unknown }
            for file in succeeded ? replaced : parted { await remove(file) }
            return succeeded ? .committed : .refused
        }

        /// Reports that the vault may have changed: at the start, after each commit of any device,
        /// when a device asks to join, and whenever the connection was lost.
        ///
        /// - Parameter waits: The times to wait before a lost connection is made again.
        /// - Returns: The hints, until the caller stops waiting for them.
        package func hints(_ waits: BackOff = BackOff()) -> AsyncStream<Void> {
            let (stream, continuation) = AsyncStream.makeStream(
                of: Void.self,
                bufferingPolicy: .bufferingNewest(1)
            )
            let isWanted = Flag()
            continuation.onTermination = { _ in isWanted.lower() }
            let client = client
            let question = EtcdRequest.watch(tip, andBelow: files + Self.requests.utf8)
            let task = Task {
                var waits = waits
                while isWanted.isRaised {
                    let start = ContinuousClock.now
                    await withCheckedContinuation { done in
                        BackgroundThreads.shared.run {
                            client.watch(question, isWanted: { isWanted.isRaised }) {
                                continuation.yield()
                            }
                            done.resume()
                        }
                    }
                    // A server that refuses at once is not asked again and again.
                    waits.note(lasted: ContinuousClock.now - start)
                    guard isWanted.isRaised else { break }
                    try? await QuietClock().sleep(for: waits.wait())
                }
            }
            _ = task
            return stream
        }
    }

    /// A flag that is raised until it is lowered once.
    private final class Flag: Sendable {
        private let state = Mutex(true)

        var isRaised: Bool { state.withLock { $0 } }

        func lower() { state.withLock { $0 = false } }
    }
#endif
