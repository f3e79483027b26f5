#if Fleet && os(Linux)
    package import KeychainSync
    internal import PortableKeychain
    internal import Synchronization

    /// The files of a mirror, fetched over HTTP.
    ///
    /// Several are fetched at a time, each on a connection that the next one uses again. The caller
    /// bounds what they take in memory: by the number of paths and the longest file.
    package final class MirrorTransfer: MirrorSource {
        /// The longest times to wait for a server.
        package struct Patience: Sendable {
            /// Until it takes a connection, whose certificate is verified.
            package var connection = Duration.seconds(10)
            /// For a whole file.
            package var file = Duration.seconds(180)
            /// While less than a thousand bytes of a file come in a second, or none; whole seconds.
            package var silence = Duration.seconds(20)

            package init() {}
        }

        private struct State: ~Copyable {
            /// Idle connections.
            var idle: [CurlTransfer] = []
            var trouble: EngineTrouble?
        }

        private let configuration: MirrorConfiguration
        private let patience: Patience
        private let state = Mutex(State())
        /// The most files that are fetched at a time.
        package static let mostAtOnce = 8
        /// Some servers refuse programs that do not say who they are.
        private static let name = "User-Agent: PortableKeychain"
        /// The wish for what the server itself has, not what a cache in between has kept.
        ///
        /// A cache may otherwise give out an old stamp for long, as for a tenth of its age where the
        /// server says nothing (RFC 9111, 4.2.2), and so hide new states. All other files never change,
        /// and caches are welcome to have them.
        private static let uncached = "Cache-Control: no-cache"

        /// - Parameters:
        ///   - configuration: The mirror.
        ///   - patience: The longest times to wait for its server.
        package init(_ configuration: MirrorConfiguration, patience: Patience = Patience()) {
            (self.configuration, self.patience) = (configuration, patience)
        }

        /// The trouble of the last call; `nil` if all files were answered.
        package var trouble: EngineTrouble? { state.withLock { $0.trouble } }

        package func read(
            _ paths: [String],
            limit: Int
        ) async throws(EngineFailure) -> [String: [UInt8]] {
            // A path that no mirror has does not exist.
            let list = List(paths.filter(VaultPath.isPlain))
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<min(paths.count, Self.mostAtOnce) {
                    group.addTask { [self] in
                        await withCheckedContinuation { done in
                            BackgroundThreads.shared.run { [self] in
                                work(list, limit)
                                done.resume()
                            }
                        }
                    }
                }
            }
            let (files, trouble) = list.result
            state.withLock { $0.trouble = trouble }
            guard trouble == nil else { throw .unavailable }
            return files
        }

        /// Fetches files of a list until there are no more, on one connection.
        private func work(_ list: List, _ limit: Int) {
            guard let first = list.next() else { return }
            let idle = state.withLock { $0.idle.popLast() }
            let certificates = CurlTransfer.Certificates(
                authority: configuration.authority.isEmpty ? nil : configuration.authority
            )
            let connecting = Int(patience.connection / .milliseconds(1))
            guard let transfer = idle ?? CurlTransfer(certificates, connecting: connecting) else {
                return list.end(.mirrorUnreachable)
            }
            defer {
                state.withLock { if $0.idle.count < Self.mostAtOnce { $0.idle.append(transfer) } }
            }
            var next: String? = first
            while let path = next {
                switch fetch(path, limit, transfer, list) {
                case .success(let file): list.add(path, file)
                case .failure(let trouble): return list.end(trouble.trouble)
                }
                next = list.next()
            }
        }

        private struct Failure: Error { let trouble: EngineTrouble }

        /// Fetches a file; `nil` if it does not exist.
        private func fetch(
            _ path: String,
            _ limit: Int,
            _ transfer: CurlTransfer,
            _ list: List
        ) -> Result<[UInt8]?, Failure> {
            let request = CurlTransfer.Request(
                address: configuration.address.url(of: path),
                headers: [Self.name] + (path == MirrorPath.stamp ? [Self.uncached] : []),
                limit: limit,
                milliseconds: Int(patience.file / .milliseconds(1)),
                slowSeconds: Int(patience.silence / .seconds(1))
            )
            do throws(CurlTransfer.Failure) {
                let answer = try transfer.ask(request) { list.isWanted }
                switch answer.status {
                case CurlTransfer.success:
                    return .success(answer.body.withUnsafeBytes { Array($0) })
                case 404, 410: return .success(nil)
                // Too many requests, or a fault of the server: both pass.
                case 429, 500...599: return .failure(Failure(trouble: .mirrorUnreachable))
                default: return .failure(Failure(trouble: .mirrorStrange))
                }
            } catch {
                switch error {
                case .certificate: return .failure(Failure(trouble: .mirrorCertificate))
                case .notSent, .noAnswer: return .failure(Failure(trouble: .mirrorUnreachable))
                case .ownCertificate, .tooLong: return .failure(Failure(trouble: .mirrorStrange))
                }
            }
        }
    }

    /// The files of one call: those to fetch, and those that are there.
    private final class List: Sendable {
        private struct State {
            var paths: ArraySlice<String>
            var files: [String: [UInt8]] = [:]
            var trouble: EngineTrouble?
        }

        private let state: Mutex<State>

        init(_ paths: [String]) { state = Mutex(State(paths: paths[...])) }

        /// The next file to fetch.
        func next() -> String? { state.withLock { $0.paths.popFirst() } }

        func add(_ path: String, _ file: [UInt8]?) { state.withLock { $0.files[path] = file } }

        /// Ends the call: without one of the files, the others are of no use.
        func end(_ trouble: EngineTrouble) {
            state.withLock { state in
                // What is broken off because of it has troubles of its own.
                state.trouble = state.trouble ?? trouble
                state.paths = []
            }
        }

        var isWanted: Bool { state.withLock { $0.trouble == nil } }

        var result: ([String: [UInt8]], EngineTrouble?) {
            state.withLock { ($0.files, $0.trouble) }
        }
    }
#endif
