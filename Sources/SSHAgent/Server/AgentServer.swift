internal import AgentSockets
internal import CKeychainPlatform
internal import Dispatch
internal import PortableKeychain
internal import KeychainLibC

/// Passes the messages of the clients of a socket to an ``Agent``.
///
/// The `ssh-agent` command starts one and keeps it until the process ends.
package final class AgentServer: Sendable {
    private let listener: Int32
    private let agent: Agent

    package init(_ listener: Int32, _ agent: Agent) {
        (self.listener, self.agent) = (listener, agent)
    }

    /// Serves until the process ends.
    package func start() {
        ClientServer(listener) { [agent] client in Self.serve(client, agent) }.start()
        DispatchQueue(label: "lifetimes").async {
            // Removes added keys from memory soon after their lifetime, even without requests.
            while true {
                sleep(30)
                self.agent.expire()
            }
        }
    }

    private static func serve(_ seat: ClientServer.Client, _ agent: Agent) {
        let connection = AgentConnection(file: seat.file)
        // Now, because the number of a process is used again soon after its end.
        let client = AgentClient(program: program(of: seat.process)) { connection.isOpen }
        while true {
            connection.waitForMessage()
            seat.enter(.receiving)
            guard var message = connection.receive() else { break }
            seat.enter(.answering)
            let reply = agent.answer(message, for: client)
            message.withUnsafeMutableBytes { SecretBytes.zero($0) }
            seat.enter(.sending)
            guard connection.send(reply) else { break }
            seat.enter(.silent)
        }
    }

    private static func program(of process: Int32) -> String {
        var text = [CChar](repeating: 0, count: 4096)
        pk_process_program(process, &text, text.count)
        let name = text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
        return name.isEmpty ? "An unknown program" : "\(name) (process \(process))"
    }
}
