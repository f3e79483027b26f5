/// The agent's record of one of its clients.
///
/// ``AgentServer`` makes one for each connection, and only the connection's thread uses it.
final class AgentClient {
    /// The largest number of bindings, which is that of OpenSSH's agent for one connection.
    static let mostBindings = 16

    /// The name of the program, for people.
    let program: String
    private let stillConnected: () -> Bool
    private(set) var bindings: [SessionBinding] = []
    /// Whether ssh wanted to state something about the connection, and failed.
    private var isUnidentified = false

    /// Creates a client without bindings.
    ///
    /// - Parameters:
    ///   - program: The name of the program, for people.
    ///   - stillConnected: Returns whether the client still waits for an answer.
    init(program: String, stillConnected: @escaping () -> Bool = { true }) {
        (self.program, self.stillConnected) = (program, stillConnected)
    }

    /// Whether the client still waits for an answer.
    var isConnected: Bool { stillConnected() }

    /// Whether requests may come from another host.
    ///
    /// A connection of which ssh made a statement that is not true counts as one: nothing is known
    /// about it.
    var isForwarded: Bool { isUnidentified || bindings.contains(where: \.isForwarded) }

    /// The keys of the hosts to which the agent is forwarded, the nearest first.
    var forwarders: [[UInt8]] { bindings.filter(\.isForwarded).map(\.hostKey) }

    /// Records a statement, by the rules of OpenSSH's agent.
    ///
    /// - Parameter binding: The statement; `nil` for one that is not true.
    /// - Returns: Whether it was accepted.
    func bind(_ binding: SessionBinding?) -> Bool {
        guard let binding, accepts(binding) else {
            isUnidentified = true
            return false
        }
        if !bindings.contains(where: { $0.session == binding.session }) { bindings.append(binding) }
        return true
    }

    /// A session belongs to one host, and a connection that serves a login leads nowhere else.
    private func accepts(_ binding: SessionBinding) -> Bool {
        guard bindings.allSatisfy(\.isForwarded) else { return false }
        if let known = bindings.first(where: { $0.session == binding.session }) {
            return known.hostKey == binding.hostKey
        }
        return bindings.count < Self.mostBindings
    }

    /// Whether a purpose agrees with the statements of ssh.
    ///
    /// A connection that is bound to a login serves that login only.
    func allows(_ purpose: SigningPurpose) -> Bool {
        guard let last = bindings.last, !last.isForwarded else { return true }
        guard case .login(let session, _, let hostKey) = purpose else { return false }
        guard session == last.session else { return false }
        return hostKey.map { SSHPublicKey.plainBlob($0[...]) == last.hostKey } ?? true
    }

    /// The key of the host to which a purpose refers; `nil` if it is not known.
    func host(of purpose: SigningPurpose) -> [UInt8]? {
        guard case .login(let session, _, let stated) = purpose else { return nil }
        // The statements of the text are signed, so no client can change them.
        return stated.flatMap { SSHPublicKey.plainBlob($0[...]) }
            ?? bindings.first { $0.session == session }?.hostKey
    }
}
