import Foundation

/// The least that a program and another one can say to each other over a socket like the agent's: as
/// many bytes as a request has there and back as many as its answer, with the kernel's word on who sends.
///
/// Its cost is the machine's, and depends on the machine's other work.
enum Echo {
    /// The bytes of a request for one item, and of its answer.
    private static let sizes = (request: 98, answer: 48)

    /// Answers one client after the other, until the process is ended.
    static func serve(_ path: String) throws -> Never {
        let listener = try open()
        guard addressed(path, { bind(listener, $0, $1) }) == 0, listen(listener, 8) == 0 else {
            throw POSIXError(.EIO)
        }
        while true {
            let file = accept(listener, nil, nil)
            guard file >= 0 else { continue }
            var yes: Int32 = 1
            setsockopt(file, SOL_SOCKET, SO_PASSCRED, &yes, socklen_t(MemoryLayout<Int32>.size))
            while exchange(file, first: false) {}
            close(file)
        }
    }

    /// Whether a process answers at a socket.
    static func answers(_ path: String) -> Bool {
        guard let file = try? connected(path) else { return false }
        close(file)
        return true
    }

    static func connected(_ path: String) throws -> Int32 {
        let file = try open()
        if addressed(path, { connect(file, $0, $1) }) == 0 { return file }
        close(file)
        throw POSIXError(.ECONNREFUSED)
    }

    /// Sends a request and receives the answer, or the other way round.
    static func exchange(_ file: Int32, first: Bool) -> Bool {
        first
            ? send(file, sizes.request) && receive(file, sizes.answer)
            : receive(file, sizes.request) && send(file, sizes.answer)
    }

    private static func send(_ file: Int32, _ count: Int) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            return Foundation.send(file, bytes.baseAddress, count, Int32(MSG_NOSIGNAL))
                == count
        }
    }

    private static func receive(_ file: Int32, _ count: Int) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { bytes in
            withUnsafeTemporaryAllocation(byteCount: 256, alignment: 16) { control in
                var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (part, 1)
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    return recvmsg(file, &message, 0) == count
                }
            }
        }
    }

    private static func open() throws -> Int32 {
        let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard file >= 0 else { throw POSIXError(.EMFILE) }
        return file
    }

    private static func addressed(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
