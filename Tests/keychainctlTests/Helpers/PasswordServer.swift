import Foundation
import Synchronization
import KeychainLibC

/// A web server on this machine alone that demands a password (RFC 7617) for a repository of git.
final class PasswordServer: Sendable {
    /// The address of the server: `127.0.0.1` and a port of the system's choice.
    let authority: String
    private let socket: Int32
    /// The only header field that is accepted.
    private let permit: Mutex<String>

    /// Starts it.
    init(user: String, password: String) throws {
        socket = KeychainLibC.socket(AF_INET, streamSocket, 0)
        permit = Mutex(Self.header(user, password))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, length) = (socket, size)
        // No program that another test starts may hold it open.
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
                    && bind(descriptor, address, length) == 0
                    && listen(descriptor, 16) == 0 && getsockname(descriptor, address, &size) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRINUSE) }
        authority = "127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        Thread.detachNewThread { self.serve() }
    }

    /// Changes the password.
    func change(user: String, password: String) {
        permit.withLock { $0 = Self.header(user, password) }
    }

    /// Stops it.
    func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

    private static func header(_ user: String, _ password: String) -> String {
        "authorization: basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
    }

    private func serve() {
        while true {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { break }
            let answer = Array(answer(to: Self.request(connection)).utf8)
            _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
            close(connection)
        }
        close(socket)
    }

    /// The head of a request.
    private static func request(_ connection: Int32) -> [Substring] {
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 4096)
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let count = recv(connection, &room, room.count, 0)
            guard count > 0 else { break }
            bytes += room[..<count]
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    }

    private func answer(to request: [Substring]) -> String {
        func isPermit(_ line: Substring, _ permit: String) -> Bool {
            // Names and schemes may be written in any case, passwords may not.
            let parts = line.split(separator: " ", maxSplits: 2)
            return parts.count == 3
                && "\(parts[0].lowercased()) \(parts[1].lowercased()) \(parts[2])" == permit
        }
        let permit = permit.withLock { $0 }
        guard request.contains(where: { isPermit($0, permit) }) else {
            return Self.response("401 Unauthorized", "", "WWW-Authenticate: Basic realm=\"x\"\r\n")
        }
        // The files of git's "dumb" protocol (gitprotocol-http(5)).
        let path = request.first?.split(separator: " ").dropFirst().first ?? ""
        if path.contains("/info/refs") {
            return Self.response(
                "200 OK",
                "\(String(repeating: "1", count: 40))\trefs/heads/main\n"
            )
        }
        return Self.response("200 OK", "ref: refs/heads/main\n")
    }

    private static func response(_ status: String, _ body: String, _ more: String = "") -> String {
        "HTTP/1.1 \(status)\r\n\(more)Content-Type: text/plain\r\n"
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }
}
