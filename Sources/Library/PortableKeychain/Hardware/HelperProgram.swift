internal import KeychainLibC

/// A program of this package that speaks to hardware for programs that link no library for it.
///
/// It is asked on a socket, in frames: the length of a message (4 bytes, big-endian), and the message.
/// The program is not trusted more than needed: a message that is too long or too late ends the
/// conversation.
package struct HelperProgram: Sendable {
    /// The program, an absolute path.
    package let path: String

    package init(path: String) { self.path = path }

    /// The helper of this name for the running program.
    ///
    /// The one that was installed with the program comes first. A program elsewhere, such as a
    /// service in a home folder, uses that of the machine, unless other users can replace it.
    /// `PATH` is not searched, because other programs may be found there first.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - folders: The folders of helpers for all programs of the machine, in order.
    /// - Returns: The program; `nil` if it is not installed.
    package static func installed(
        _ name: String,
        in folders: [String] = sharedFolders
    ) -> HelperProgram? {
        beside(name)
            ?? folders.lazy.map { "\($0)/\(name)" }.first(where: PrivateFile.isProgram)
            .map { HelperProgram(path: $0) }
    }

    /// The program of this name that was installed with the running one: in the folder of its
    /// executable, or in `../libexec/portable-keychain`.
    ///
    /// Use this for programs that must be of the same version.
    ///
    /// - Returns: The program; `nil` if it is not installed.
    package static func beside(_ name: String) -> HelperProgram? {
        guard let executable = UserEnvironment.executable, executable.hasPrefix("/") else {
            return nil
        }
        let folder = PrivateFile.split(executable).folder
        let places: [String] = [
            "\(folder)/\(name)", "\(folder)/../libexec/portable-keychain/\(name)",
        ]
        return places.first { access($0, X_OK) == 0 }.map { HelperProgram(path: $0) }
    }

    /// The folders of helpers for all programs of the machine: those of the packages, and those of
    /// `make install` without a prefix.
    package static let sharedFolders = [
        "/usr/libexec/portable-keychain", "/usr/local/libexec/portable-keychain",
    ]

    /// Starts the program.
    ///
    /// - Parameter limit: The length of the longest message in bytes, either way.
    /// - Returns: A conversation, which ends the program when it is released; `nil` if the program
    ///   cannot be started.
    package func start(limit: Int) -> HelperConversation? {
        ProgramConnection(path).map { HelperConversation($0, limit: limit) }
    }
}

/// A conversation with a helper program.
package final class HelperConversation {
    private let connection: ProgramConnection
    private let limit: Int

    fileprivate init(_ connection: ProgramConnection, limit: Int) {
        self.connection = connection
        self.limit = limit
    }

    /// Sends a message; returns whether the program still takes it.
    package func send(_ message: SecretBytes) -> Bool {
        HelperFrame.sent(message) { connection.send($0) }
    }

    /// Receives a message.
    ///
    /// - Parameter seconds: The longest time to wait for all of it.
    /// - Returns: The message; `nil` if it is too long or too late, or the program has ended.
    package func receive(within seconds: Double) -> SecretBytes? {
        let deadline = ProgramConnection.now() + seconds
        return HelperFrame.received(atMost: limit) { room in
            switch connection.read(into: room, until: deadline) {
            case .bytes(let count): count
            case .nothing, .ended: 0
            }
        }
    }
}

/// The frames of messages between a program and its helper.
package enum HelperFrame {
    private static let headLength = 4

    /// Sends a message in a frame.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - send: Sends all bytes it is given; returns whether it could.
    /// - Returns: Whether all of it was sent.
    package static func sent(
        _ message: SecretBytes,
        by send: (UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        let head = UInt32(message.count).bigEndian
        return withUnsafeBytes(of: head, send) && message.withUnsafeBytes(send)
    }

    /// Receives a message that is not empty.
    ///
    /// - Parameters:
    ///   - limit: The length of the longest message in bytes.
    ///   - read: Reads some bytes, and returns their number; 0 if there are no more.
    /// - Returns: The message; `nil` if it is empty, too long or not complete.
    package static func received(
        atMost limit: Int,
        by read: (UnsafeMutableRawBufferPointer) -> Int
    ) -> SecretBytes? {
        var head = [UInt8](repeating: 0, count: headLength)
        guard head.withUnsafeMutableBytes({ fill($0, by: read) }) else { return nil }
        let count = head.reduce(0) { $0 << 8 | Int($1) }
        guard 1...limit ~= count else { return nil }
        var isComplete = false
        let message = SecretBytes(count: count) { isComplete = fill($0, by: read) }
        return isComplete ? message : nil
    }

    private static func fill(
        _ room: UnsafeMutableRawBufferPointer,
        by read: (UnsafeMutableRawBufferPointer) -> Int
    ) -> Bool {
        var filled = 0
        while filled < room.count {
            let count = read(UnsafeMutableRawBufferPointer(rebasing: room[filled...]))
            guard count > 0 else { return false }
            filled += count
        }
        return true
    }
}

/// The side of the helper: messages on its standard input and output.
package enum HelperServer {
    /// Receives the next message; `nil` if there is none, or it is too long.
    package static func receive(atMost limit: Int) -> SecretBytes? {
        HelperFrame.received(atMost: limit) { room in
            while true {
                let count = read(STDIN_FILENO, room.baseAddress, room.count)
                guard count < 0, errno == EINTR else { return count }
            }
        }
    }

    /// Sends a message; returns whether the other side still takes it.
    package static func send(_ message: SecretBytes) -> Bool {
        HelperFrame.sent(message) { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let count = sendSome(rest)
                guard count > 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
    }

    /// Waits until the other side has closed its end.
    package static func waitForEnd() {
        var request = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
        while true {
            let count = poll(&request, 1, -1)
            if count > 0 || (count < 0 && errno != EINTR) { return }
        }
    }
}

/// Sends some of the bytes to standard output, which is a socket.
private func sendSome(_ bytes: UnsafeRawBufferPointer) -> Int {
    while true {
        let count = send(STDOUT_FILENO, bytes.baseAddress, bytes.count, 0)
        guard count < 0, errno == EINTR else { return count }
    }
}
