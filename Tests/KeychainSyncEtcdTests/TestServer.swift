import Foundation
import KeychainLibC
import Synchronization

/// A server that gives each connection the answers of a list, whatever is asked.
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
        /// Bytes are sent for ever.
        case flood
    }

    let port: Int
    private let socket: Int32
    private let acts: [Act]
    private let count = Mutex(0)
    private let isOpen = Mutex(true)

    var endpoint: String { "http://127.0.0.1:\(port)" }

    /// The number of requests that came.
    var requests: Int { count.withLock { $0 } }

    /// - Parameter acts: The reactions to the requests, in order; the last one is also for all
    ///   later requests.
    /// - Throws: ``EtcdCluster/Failure`` if there is no free port.
    init(_ acts: [Act]) throws {
        signal(SIGPIPE, SIG_IGN)
        self.acts = acts
        (socket, port) = try Self.listen()
        let thread = Thread { [socket, self] in
            while self.isOpen.withLock({ $0 }) {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { return }
                Thread { self.serve(connection) }.start()
            }
        }
        thread.start()
    }

    func end() {
        isOpen.withLock { $0 = false }
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
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
        while readRequest(connection) {
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            switch acts[min(number, acts.count - 1)] {
            case .close: return
            case .wait:
                while isOpen.withLock({ $0 }) { usleep(10_000) }
                return
            case .say(let text): guard write(connection, text) else { return }
            case .flood:
                let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
                guard write(connection, head) else { return }
                let part = String(repeating: "[", count: 1 << 16)
                while write(connection, part) {}
                return
            case .answer(let status, let body):
                let head = "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                guard write(connection, head + body) else { return }
            }
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

    /// Reads a request with its body; returns whether there was one.
    private func readRequest(_ connection: Int32) -> Bool {
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
                if text.count >= start + (length ?? 0) { return true }
            }
            let count = recv(connection, &room, room.count, 0)
            guard count > 0 else { return false }
            text += room[..<count]
        }
    }
}
