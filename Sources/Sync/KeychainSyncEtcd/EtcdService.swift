internal import KeychainSync
internal import PortableKeychain

/// The program `keychain-etcd`: requests of `HelperEngine` on its standard input, answers on its
/// standard output, until that is closed.
package enum EtcdService {
    /// Serves.
    ///
    /// - Returns: The reason why nothing was served; `nil` at the end.
    package static func serve() async -> String? {
        guard let message = HelperServer.receive(atMost: EtcdConfiguration.longest),
            case .begin(let settings) = EngineRequest(message)
        else { return "other programs start this one, which speaks to an etcd cluster for them" }
        #if Fleet && os(Linux)
            guard let engine = engine(settings) else {
                return "these are no settings of an etcd cluster or a mirror"
            }
            guard send(.ready) else { return nil }
            while let message = HelperServer.receive(atMost: EngineMessage.longest) {
                guard let request = EngineRequest(message) else { return "this is no request" }
                if case .watch = request { return await watch(engine) }
                let content = await answer(request, engine)
                guard send(content, trouble: engine.trouble) else { break }
            }
            return nil
        #else
            return "this program was built without the trait Fleet"
        #endif
    }

    private static func send(
        _ content: EngineReply.Content,
        trouble: EngineTrouble? = nil
    ) -> Bool {
        let message = EngineReply(content, trouble: trouble).encoded
        guard message.isEmpty else { return HelperServer.send(message) }
        let refusal = EngineReply(.failed(wasCompacted: false), trouble: .strange)
        return HelperServer.send(refusal.encoded)
    }

    #if Fleet && os(Linux)
        /// The engine that settings are for; `nil` if they are none.
        private static func engine(_ settings: SecretBytes) -> (any ServedEngine)? {
            if let cluster = try? EtcdConfiguration(settings) { return EtcdEngine(cluster) }
            guard let mirror = try? MirrorConfiguration(settings) else { return nil }
            return ServedMirror(MirrorTransfer(mirror)) { MirrorEngine($0) }
        }

        private static func answer(
            _ request: EngineRequest,
            _ engine: any ServedEngine
        ) async -> EngineReply.Content {
            do throws(EngineFailure) {
                switch request {
                case .snapshot: return .snapshot(try await engine.snapshot())
                case .read(let paths, let snapshot):
                    let part = try await engine.readSome(paths[...], of: snapshot)
                    return .files(part.files, count: part.count)
                case .list(let folder, let snapshot):
                    return .paths(try await engine.list(folder, of: snapshot))
                case .commit(let changes, let snapshot):
                    return .outcome(await engine.commit(changes, onto: snapshot))
                case .forget(let paths, let snapshot):
                    let isDone = await engine.forget(paths, of: snapshot)
                    return .outcome(isDone ? .committed : .refused)
                case .begin, .watch: return .failed(wasCompacted: false)
                }
            } catch {
                return .failed(wasCompacted: error == .compacted)
            }
        }

        /// Reports changes until the other side has closed its end.
        ///
        /// An engine without news is silent: an end would make the other side start this program again.
        private static func watch(_ engine: any ServedEngine) async -> String? {
            let news = engine.news
            return await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await withCheckedContinuation { done in
                        BackgroundThreads.shared.run {
                            HelperServer.waitForEnd()
                            done.resume()
                        }
                    }
                }
                if let news {
                    group.addTask { for await _ in news where !send(.ready) { return } }
                }
                await group.next()
                group.cancelAll()
                return nil
            }
        }
    #endif
}
