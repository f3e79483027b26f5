import Foundation
import KeychainLibC

/// A client of a Unix socket that sends any given bytes.
final class RawClient {
    /// The request for all keys, with its length, and the answer of an agent without keys.
    static let identities: [UInt8] = [0, 0, 0, 1, 11]
    static let noIdentities: [UInt8] = [0, 0, 0, 5, 12, 0, 0, 0, 0]

    private let socket: Int32

    init(_ path: String) throws {
        socket = KeychainLibC.socket(AF_UNIX, streamSocket, 0)
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
        var patience = timeval(tv_sec: 15, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(
                socket,
                SOL_SOCKET,
                option,
                &patience,
                socklen_t(MemoryLayout<timeval>.size)
            )
        }
    }

    deinit { close(socket) }

    /// Sends bytes; those that no process reads are lost.
    func say(_ bytes: [UInt8]) {
        _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The next bytes of an answer; none when the other side has closed.
    func hear() -> [UInt8] {
        var room = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket, &room, room.count, 0)
        return Array(room.prefix(max(count, 0)))
    }

    /// Whether an answer of this kind is there or comes at once.
    func has(answer kind: UInt8) -> Bool {
        var request = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 1000) > 0 else { return false }
        let bytes = hear()
        return bytes.count > 4 && bytes[4] == kind
    }
}
