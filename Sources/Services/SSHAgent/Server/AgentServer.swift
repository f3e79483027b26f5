internal import AgentSockets
internal import Dispatch
internal import PortableKeychain
internal import Synchronization
internal import KeychainLibC

/// Passes the messages of the clients of a socket to an ``Agent``.
///
/// The `ssh-agent` command starts one and keeps it until the process ends.
package final class AgentServer: Sendable {
    private let listener: Int32
    private let agent: Agent
    private let lifetimes: Lifetimes

    package init(_ listener: Int32, _ agent: Agent) {
        (self.listener, self.agent) = (listener, agent)
        lifetimes = Lifetimes(agent)
    }

    /// Serves until the process ends.
    package func start() {
        ClientServer(listener) { [agent, lifetimes] client in
            Self.serve(client, agent, lifetimes)
        }.start()
    }

    private static func serve(
        _ seat: ClientServer.Client,
        _ agent: Agent,
        _ lifetimes: Lifetimes
    ) {
        let connection = AgentConnection(file: seat.file)
        // Now, because the number of a process is used again soon after its end.
        let asker = AskingProgram(process: seat.process)
        let client = AgentClient(program: "\(asker.name) (process \(seat.process))") {
            connection.isOpen
        }
        while true {
            connection.waitForMessage()
            seat.enter(.receiving)
            guard var message = connection.receive() else { break }
            seat.enter(.answering)
            let reply = AskingProgram.$current.withValue(asker) {
                agent.answer(message, for: client)
            }
            lifetimes.watch()
            message.withUnsafeMutableBytes { SecretBytes.zero($0) }
            seat.enter(.sending)
            guard connection.send(reply) else { break }
            seat.enter(.silent)
        }
    }
}

/// Removes added keys from memory soon after their lifetime, even without requests.
private final class Lifetimes: Sendable {
    private let agent: Agent
    private let isWatching = Mutex(false)
    private let queue = DispatchQueue(label: "lifetimes")

    /// The time between two looks, in seconds: a timer for the whole lifetime would stand still while
    /// the machine sleeps.
    private static let interval = 30.0

    init(_ agent: Agent) { self.agent = agent }

    /// Looks at the keys from time to time, as long as there are any with a lifetime.
    func watch() {
        let begins = isWatching.withLock { isWatching in
            guard !isWatching, agent.hasLifetimes else { return false }
            isWatching = true
            return true
        }
        if begins { lookLater() }
    }

    private func lookLater() {
        queue.asyncAfter(deadline: .now() + Self.interval) { [self] in
            agent.expire()
            let continues = isWatching.withLock { isWatching in
                isWatching = agent.hasLifetimes
                return isWatching
            }
            if continues { lookLater() }
        }
    }
}
