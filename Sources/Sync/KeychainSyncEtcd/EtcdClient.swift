#if Fleet && os(Linux)
    internal import KeychainSync
    @_spi(Keepers) internal import PortableKeychain
    internal import SafeText
    internal import Synchronization

    /// Requests to the servers of a cluster: connections, the user's token, and which server is asked.
    final class EtcdClient: Sendable {
        /// The outcome of a request.
        enum Outcome: Sendable {
            case answer(EtcdAnswer)
            /// No part of it can have arrived anywhere.
            case notSent
            /// The request may have arrived.
            case noAnswer
            /// The answer is longer than allowed.
            case tooLong
        }

        private struct State: ~Copyable {
            /// Idle connections.
            var idle: [CurlTransfer] = []
            /// The server that is asked, and stays so while it answers.
            var place = 0
            var token: SecretBytes?
            var trouble: EngineTrouble?
        }

        let configuration: EtcdConfiguration
        /// The servers in an order of this client: those of one that fails move to all others.
        private let servers: [String]
        private let patience: Duration
        private let state = Mutex(State())
        private static let longestTokenAnswer = 16_384
        private static let mostIdle = 4
        private static let json = "Content-Type: application/json"

        /// - Parameters:
        ///   - configuration: The cluster.
        ///   - patience: The time to wait for one server before another one is asked.
        ///   - entropy: Decides the order in which servers are asked, so that many machines with the
        ///     same settings do not all ask the first one.
        init(_ configuration: EtcdConfiguration, patience: Duration, entropy: KeychainEntropy) {
            (self.configuration, self.patience) = (configuration, patience)
            var dice = Dice(entropy: entropy)
            servers = configuration.endpoints.shuffled(using: &dice)
        }

        /// The trouble of the last request; `nil` if it was answered.
        var trouble: EngineTrouble? { state.withLock { $0.trouble } }

        /// Asks a server, and the next one if it says nothing.
        ///
        /// - Parameters:
        ///   - call: The call to make.
        ///   - body: The question.
        ///   - limit: The longest answer in bytes.
        ///   - repeats: Whether the question may arrive twice. If not, another server is asked only
        ///     if nothing was sent to the one before.
        ///   - factor: The time to wait for each server, as a multiple of the client's patience.
        /// - Returns: The answer, or the outcome that is known without one.
        func ask(
            _ call: EtcdCall,
            _ body: SecretBytes,
            limit: Int,
            repeats: Bool,
            patience factor: Int = 1
        ) async -> Outcome {
            await withCheckedContinuation { continuation in
                BackgroundThreads.shared.run { [self] in
                    continuation.resume(
                        returning: attempt(call, body, limit, repeats, patience * factor)
                    )
                }
            }
        }

        private func attempt(
            _ call: EtcdCall,
            _ body: SecretBytes,
            _ limit: Int,
            _ repeats: Bool,
            _ patience: Duration
        ) -> Outcome {
            var outcome = Outcome.notSent
            for _ in 0..<servers.count {
                outcome = once(call, body, limit, patience)
                switch outcome {
                case .answer(.failed(EtcdAnswer.Code.unauthenticated)) where hasUser:
                    // The token is too old: nothing was done, whatever was asked.
                    state.withLock { $0.token = nil }
                    outcome = once(call, body, limit, patience)
                default: break
                }
                switch outcome {
                case .answer(.failed(EtcdAnswer.Code.unavailable)) where repeats: note(.unreachable)
                case .answer(let answer):
                    note(Self.trouble(of: answer))
                    return outcome
                case .tooLong: return outcome
                case .noAnswer where !repeats: return outcome
                case .noAnswer, .notSent: break
                }
                state.withLock { $0.place = ($0.place + 1) % servers.count }
            }
            return outcome
        }

        private var hasUser: Bool { !configuration.user.isEmpty }

        private func once(
            _ call: EtcdCall,
            _ body: SecretBytes,
            _ limit: Int,
            _ patience: Duration
        ) -> Outcome {
            guard !hasUser || state.withLock({ $0.token != nil }) || authenticate(patience) else {
                return .notSent
            }
            let headers = hasUser ? state.withLock { Self.header($0.token) } : []
            return send(call, headers, body, limit, patience)
        }

        private var certificates: CurlTransfer.Certificates {
            CurlTransfer.Certificates(
                authority: configuration.authority,
                // Without an authority, no server is asked over TLS.
                mayBeOwn: !configuration.authority.isEmpty,
                own: configuration.certificate,
                key: configuration.key
            )
        }

        private static func header(_ token: SecretBytes?) -> [String] {
            // A line of its own must not come from the server.
            guard let text = token?.string(), text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
                return []
            }
            return ["Authorization: \(text)"]
        }

        /// Fetches a token for the user.
        private func authenticate(_ patience: Duration) -> Bool {
            let body = JSON.object([
                ("name", .string(configuration.user)),
                ("password", .secret(configuration.password)),
            ]).secretLine
            let limit = Self.longestTokenAnswer
            switch send(.authenticate, [], body, limit, patience) {
            case .answer(.token(let token)):
                state.withLock { $0.token = token }
                return true
            case .answer(.failed(let code)) where code != EtcdAnswer.Code.unavailable:
                note(.password)
            case .answer(.failed), .noAnswer, .notSent: break
            case .answer, .tooLong: note(.strange)
            }
            return false
        }

        private func send(
            _ call: EtcdCall,
            _ headers: [String],
            _ body: SecretBytes,
            _ limit: Int,
            _ patience: Duration
        ) -> Outcome {
            let (place, idle) = state.withLock { ($0.place, $0.idle.popLast()) }
            guard let transfer = idle ?? CurlTransfer(certificates) else { return .notSent }
            defer {
                state.withLock { if $0.idle.count < Self.mostIdle { $0.idle.append(transfer) } }
            }
            let request = CurlTransfer.Request(
                address: servers[place] + call.rawValue,
                headers: headers + [Self.json],
                body: body,
                limit: limit,
                milliseconds: Int(patience / .milliseconds(1))
            )
            do throws(CurlTransfer.Failure) {
                let answer = try transfer.ask(request)
                let isSuccess = answer.status == CurlTransfer.success
                guard let read = EtcdAnswer(answer.body, to: call, isSuccess: isSuccess) else {
                    // In a cluster with users, etcd's gateway refuses certificates that name one, in
                    // plain text.
                    let isRefusal = answer.status == 400 && !configuration.certificate.isEmpty
                    note(isRefusal ? .ownCertificate : .strange)
                    return .noAnswer
                }
                return .answer(read)
            } catch {
                switch error {
                case .certificate: note(.certificate)
                case .ownCertificate: note(.ownCertificate)
                case .notSent, .noAnswer: note(.unreachable)
                case .tooLong: note(.strange)
                }
                switch error {
                case .certificate, .notSent: return .notSent
                // Whether it was read before the connection was closed is not known.
                case .noAnswer, .ownCertificate: return .noAnswer
                case .tooLong: return .tooLong
                }
            }
        }

        /// The meaning of a server's refusal for the user.
        private static func trouble(of answer: EtcdAnswer) -> EngineTrouble? {
            guard case .failed(let code) = answer else { return nil }
            switch code {
            case EtcdAnswer.Code.denied: return .denied
            case EtcdAnswer.Code.exhausted: return .full
            case EtcdAnswer.Code.unauthenticated: return .password
            case EtcdAnswer.Code.unavailable: return .unreachable
            // Asked again, of the present state.
            case EtcdAnswer.Code.outOfRange: return nil
            default: return .refused
            }
        }

        /// Notes that an answer is not one to the question that was asked.
        func refuse(_ outcome: Outcome) {
            switch outcome {
            case .answer(.failed), .noAnswer, .notSent, .tooLong: break
            case .answer: note(.strange)
            }
        }

        private func note(_ trouble: EngineTrouble?) {
            state.withLock { $0.trouble = trouble }
        }

        // MARK: Watching

        /// Waits for the changes that a question is about until there is an error or no caller
        /// waits any longer; blocks its thread.
        func watch(
            _ question: SecretBytes,
            isWanted: @escaping () -> Bool,
            onChange: @escaping () -> Void
        ) {
            guard !hasUser || state.withLock({ $0.token != nil }) || authenticate(patience),
                let transfer = CurlTransfer(certificates)
            else { return }
            let (place, headers) = state.withLock { ($0.place, Self.header($0.token)) }
            let request = CurlTransfer.Request(
                address: servers[place] + "/v3/watch",
                // Without it, a server that is cut off from the others is silent for ever.
                headers: headers + [Self.json, "Grpc-Metadata-hasleader: true"],
                body: question,
                limit: 0,
                milliseconds: nil
            )
            do throws(CurlTransfer.Failure) {
                // Every answer is a reason to look, the first one too: the vault may have changed
                // before. Its content is not trusted, so it is not read.
                try transfer.stream(request, isWanted: isWanted) { _ in
                    onChange()
                    return isWanted()
                }
            } catch {
                // A watch only hints at changes. The next round asks the remote itself, and reports why it
                // gets no answer; the next watch uses another address.
            }
            state.withLock {
                $0.place = ($0.place + 1) % servers.count
                // It may have been too old.
                $0.token = nil
            }
        }
    }

    /// Random numbers for a choice that need not be secret.
    private struct Dice: RandomNumberGenerator {
        let entropy: KeychainEntropy

        func next() -> UInt64 {
            entropy.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
#endif
