#if Fleet && os(Linux)
    package import KeychainSync

    /// An engine as the helper program serves it.
    package protocol ServedEngine: TroubledEngine {
        /// Reports that the vault may have changed; `nil` for an engine that is not told.
        var news: AsyncStream<Void>? { get }

        /// Reads as many of the first files as fit into an answer, at least one.
        ///
        /// - Returns: The files, and of how many paths they are.
        func readSome(
            _ paths: ArraySlice<String>,
            of snapshot: VaultSnapshot
        ) async throws(EngineFailure) -> (files: [String: [UInt8]], count: Int)
    }

    /// An engine that says why a call was not answered.
    package protocol TroubledEngine: VaultEngine {
        /// The trouble of the last call; `nil` if it was answered.
        var trouble: EngineTrouble? { get }
    }

    extension MirrorEngine: TroubledEngine {}

    extension EtcdEngine: ServedEngine {
        package var news: AsyncStream<Void>? { hints() }
    }
#endif
