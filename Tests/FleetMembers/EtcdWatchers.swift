#if Fleet && os(Linux)
    import Foundation
    import KeychainLibC
    import KeychainSync
    import Synchronization

    /// Many watches of one vault, on plain connections in one thread: a connection for each, as
    /// members in processes of their own have.
    final class EtcdWatchers: Sendable {
        enum Failure: Error { case noConnection }

        private let sockets: [Int32]

        /// - Parameters:
        ///   - settings: The cluster, without encryption or users.
        ///   - count: The number of watches, spread over the servers.
        ///   - onBytes: Called with the number of a watch when bytes come.
        /// - Throws: ``Failure`` if a server does not accept a connection.
        init(
            _ settings: EtcdConfiguration,
            count: Int,
            onBytes: @escaping @Sendable (Int) -> Void
        ) throws {
            let key = Data((settings.prefix + "tip").utf8).base64EncodedString()
            let body = #"{"create_request":{"key":"\#(key)"}}"#
            let request =
                "POST /v3/watch HTTP/1.1\r\nHost: etcd\r\nGrpc-Metadata-hasleader: true\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            sockets = try (0..<count).map { number in
                let endpoint = settings.endpoints[number % settings.endpoints.count]
                let socket = try Self.connect(endpoint.split(separator: "/")[1])
                let bytes = Array(request.utf8)
                guard send(socket, bytes, bytes.count, 0) == bytes.count else {
                    throw Failure.noConnection
                }
                return socket
            }
            Thread { [sockets] in
                var waiting = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                var room = [UInt8](repeating: 0, count: 65_536)
                while poll(&waiting, nfds_t(waiting.count), -1) > 0 {
                    for number in waiting.indices where waiting[number].revents != 0 {
                        guard recv(waiting[number].fd, &room, room.count, 0) > 0 else { return }
                        onBytes(number)
                    }
                }
            }.start()
        }

        func end() { for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) } }

        private static func connect(_ place: Substring) throws -> Int32 {
            let parts = place.split(separator: ":")
            let socket = KeychainLibC.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(parts[1])?.bigEndian ?? 0
            guard inet_pton(AF_INET, String(parts[0]), &address.sin_addr) == 1 else {
                throw Failure.noConnection
            }
            let code = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    KeychainLibC.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard code == 0 else { throw Failure.noConnection }
            return socket
        }
    }
#endif
