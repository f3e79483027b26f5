import Foundation
import KeychainLibC
import Synchronization

/// A web server on this machine alone that gives out the files of a folder.
final class FileServer: Sendable {
    /// The address of the server: `127.0.0.1` and a port of the system's choice.
    let authority: String
    private let socket: Int32
    private let folder: Mutex<String>

    /// Starts it.
    init(_ folder: String) throws {
        socket = KeychainLibC.socket(AF_INET, streamSocket, 0)
        self.folder = Mutex(folder)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, length) = (socket, size)
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

    /// Gives out the files of another folder from now on.
    func show(_ other: String) { folder.withLock { $0 = other } }

    /// Stops it.
    func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

    private func serve() {
        while true {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { break }
            // A program has several connections, and uses each for several requests.
            Thread.detachNewThread { [self] in
                while let path = Self.request(connection) {
                    let file = FileManager.default.contents(
                        atPath: folder.withLock { $0 } + path
                    )
                    let status = file == nil ? "404 Not Found" : "200 OK"
                    let head = "HTTP/1.1 \(status)\r\nContent-Length: \(file?.count ?? 0)\r\n\r\n"
                    let answer = Array(head.utf8) + Array(file ?? Data())
                    guard send(connection, answer, answer.count, Int32(MSG_NOSIGNAL)) > 0 else {
                        break
                    }
                }
                close(connection)
            }
        }
        close(socket)
    }

    /// The path of the next request; `nil` at the end.
    private static func request(_ connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard recv(connection, &byte, 1, 0) == 1 else { return nil }
            bytes.append(byte)
        }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return words.count > 2 ? String(words[1]) : nil
    }
}
