#if Fleet && os(Linux)
    package import KeychainSync

    /// A mirror as the helper program serves it: its engine, over files that are fetched.
    package struct ServedMirror: ServedEngine {
        /// The limits of an answer with files.
        package struct Limits: Sendable {
            /// The most bytes of more than one file.
            package var bytes = VaultFileChange.longest
            /// The most files.
            package var files = 100
            /// The time after which it has no more files: the asking program waits for a few minutes, and
            /// asks for the rest.
            package var time = Duration.seconds(60)

            package init() {}
        }

        private let engine: any TroubledEngine
        private let transfer: MirrorTransfer
        private let limits: Limits

        /// - Parameters:
        ///   - transfer: Fetches the files.
        ///   - limits: The limits of an answer.
        ///   - engine: Makes the engine that reads them.
        package init(
            _ transfer: MirrorTransfer,
            limits: Limits = Limits(),
            engine: (any MirrorSource) -> any TroubledEngine
        ) {
            (self.engine, self.transfer, self.limits) = (engine(transfer), transfer, limits)
        }

        package var trouble: EngineTrouble? { transfer.trouble ?? engine.trouble }

        /// None: a server of files does not tell of changes, and readers ask from time to time.
        package var news: AsyncStream<Void>? { nil }

        package func readSome(
            _ paths: ArraySlice<String>,
            of snapshot: VaultSnapshot
        ) async throws(EngineFailure) -> (files: [String: [UInt8]], count: Int) {
            let start = ContinuousClock.now
            let most = min(paths.count, limits.files)
            var found: [String: [UInt8]] = [:]
            var (count, length) = (0, 0)
            while count < most,
                count == 0 || ContinuousClock.now - start < limits.time
            {
                // No more at once than are fetched at once: each can be as long as the longest file.
                let group = paths.dropFirst(count).prefix(
                    min(MirrorTransfer.mostAtOnce, most - count)
                )
                let files = try await engine.read(Array(group), of: snapshot)
                for path in group {
                    length += files[path]?.count ?? 0
                    guard count == 0 || length <= limits.bytes else { return (found, count) }
                    found[path] = files[path]
                    count += 1
                }
            }
            return (found, count)
        }

        // MARK: The engine

        package func snapshot() async throws(EngineFailure) -> VaultSnapshot {
            try await engine.snapshot()
        }

        package func read(
            _ paths: [String],
            of snapshot: VaultSnapshot
        ) async throws(EngineFailure) -> [String: [UInt8]] {
            try await engine.read(paths, of: snapshot)
        }

        package func list(
            _ folder: String,
            of snapshot: VaultSnapshot
        ) async throws(EngineFailure) -> [String] {
            try await engine.list(folder, of: snapshot)
        }

        package func commit(
            _ changes: [VaultFileChange],
            onto snapshot: VaultSnapshot
        ) async -> CommitOutcome {
            await engine.commit(changes, onto: snapshot)
        }

        package func forget(_ paths: [String], of snapshot: VaultSnapshot) async -> Bool {
            await engine.forget(paths, of: snapshot)
        }
    }
#endif
