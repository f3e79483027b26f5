import Foundation
import KeychainLibC
import Synchronization

/// A server that answers requests as a test says, and counts what comes.
final class TestServer: Sendable {
    /// The reaction to a request.
    enum Act: Sendable {
        /// Bytes are sent as they are.
        case say(String)
        /// An answer of HTTP with this body.
        case answer(Int, String)
        /// The connection is closed.
        case close
        /// The server sends nothing.
        case wait
        /// A text is sent for ever, after another one.
        case flood(
            String = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n",
            _ part: String = "["
        )
        /// Bytes are sent as they are, and the connection is closed.
        case last(String)
        /// A file comes byte by byte, and so many milliseconds are between them.
        case drip(Int)
    }

    let port: Int
    private let socket: Int32
    private let act: @Sendable (_ head: String, _ number: Int) -> Act
    private let seen = Mutex(Seen())
    private let isOpen = Mutex(true)

    var endpoint: String { "http://127.0.0.1:\(port)" }

    /// The events of a server.
    private struct Seen {
        var heads: [String] = []
        var connections = 0
    }

    /// The number of requests that came.
    var requests: Int { heads.count }

    /// The requests that came, without what they may have sent.
    var heads: [String] { seen.withLock { $0.heads } }

    /// The number of connections that were made.
    var connections: Int { seen.withLock { $0.connections } }

    /// - Parameter acts: The reactions to the requests, in order, whatever is asked; the last one is
    ///   also for all later requests.
    /// - Throws: ``EtcdCluster/Failure`` if there is no free port.
    convenience init(_ acts: [Act]) throws {
        try self.init { _, number in acts[min(number, acts.count - 1)] }
    }

    /// - Parameter act: The reaction to a request, and to how many there were before.
    /// - Throws: ``EtcdCluster/Failure`` if there is no free port.
    init(_ act: @escaping @Sendable (_ head: String, _ number: Int) -> Act) throws {
        signal(SIGPIPE, SIG_IGN)
        self.act = act
        (socket, port) = try Self.listen()
        let thread = Thread { [socket, self] in
            // Not earlier: another server could have the number then.
            defer { close(socket) }
            while self.isOpen.withLock({ $0 }) {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { return }
                self.seen.withLock { $0.connections += 1 }
                Thread { self.serve(connection) }.start()
            }
        }
        thread.start()
    }

    func end() {
        isOpen.withLock { $0 = false }
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// Listens on a free port of this machine.
    static func listen() throws -> (Int32, Int) {
        let socket = KeychainLibC.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && KeychainLibC.listen(socket, 16) == 0
                    && getsockname(socket, $0, &length) == 0
            }
        }
        guard socket >= 0, code else { throw EtcdCluster.Failure.noPort }
        return (socket, Int(UInt16(bigEndian: address.sin_port)))
    }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        while let head = readRequest(connection) {
            let number = seen.withLock { seen in
                seen.heads.append(head)
                return seen.heads.count - 1
            }
            guard react(act(head, number), connection) else { return }
        }
    }

    /// Sends an answer; returns whether the connection stays open.
    private func react(_ act: Act, _ connection: Int32) -> Bool {
        switch act {
        case .close: return false
        case .wait:
            while isOpen.withLock({ $0 }) { usleep(10_000) }
            return false
        case .say(let text): return write(connection, text)
        case .last(let text):
            _ = write(connection, text)
            return false
        case .flood(let text, let part):
            guard write(connection, text) else { return false }
            let part = String(repeating: part, count: 1 << 14)
            while write(connection, part) {}
            return false
        case .drip(let milliseconds):
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
            guard write(connection, head) else { return false }
            while isOpen.withLock({ $0 }), write(connection, "x") {
                usleep(UInt32(milliseconds) * 1000)
            }
            return false
        case .answer(let status, let body):
            let head = "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            return write(connection, head + body)
        }
    }

    private func write(_ connection: Int32, _ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads a request with its body; returns what came before the body, or `nil` if there was none.
    private func readRequest(_ connection: Int32) -> String? {
        var text: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 65_536)
        let gap = Array("\r\n\r\n".utf8)
        while true {
            let head = String(decoding: text, as: UTF8.self)
            if let end = head.range(of: "\r\n\r\n") {
                let lines = head[..<end.lowerBound].split(separator: "\r\n")
                let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
                    .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
                let start = head[..<end.lowerBound].utf8.count + gap.count
                if text.count >= start + (length ?? 0) { return String(head[..<end.lowerBound]) }
            }
            let count = recv(connection, &room, room.count, 0)
            guard count > 0 else { return nil }
            text += room[..<count]
        }
    }
}
