internal import CKeychainPlatform
internal import PortableKeychain
internal import KeychainLibC

/// Sends and receives the messages of one connection.
///
/// A class, because it owns the buffer, which it zeroes. Only one thread at a time may use it. It
/// does not close the file descriptor.
final class FrameStream {
    /// The reason why nothing was received.
    enum End: Error, Equatable {
        /// The other side has closed the connection.
        case closed
        /// The client sent bytes that are not a message, was too slow, or is another process than
        /// before.
        case refused
        /// The client has sent nothing in the time that it had.
        case late
        /// There is no room for its message, whose bytes were skipped; the next one can be received.
        case noRoom
    }

    /// The process that sends a message, as the kernel says.
    struct Sender: Equatable {
        let user: UInt32
        let process: Int32
    }

    let file: Int32
    /// The sender of all messages; `nil` where the kernel is not asked.
    let sender: Sender?
    /// The time limit from the first to the last byte of a message.
    let patience: Duration

    /// The number of bytes that are received at once: enough for most messages.
    private static let room = 16 << 10
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: FrameStream.room,
        alignment: 8
    )
    private var filled = 0

    init(_ file: Int32, sender: Sender? = nil, patience: Duration = .seconds(10)) {
        (self.file, self.sender, self.patience) = (file, sender, patience)
    }

    deinit {
        SecretBytes.zero(buffer)
        buffer.deallocate()
    }

    /// Whether the other side has not closed the connection.
    ///
    /// - Parameter file: The connection.
    /// - Returns: Whether it is open.
    static func isOpen(_ file: Int32) -> Bool {
        var request = pollfd(fd: file, events: 0, revents: 0)
        return poll(&request, 1, 0) == 0
    }

    /// Sends a whole message.
    ///
    /// - Returns: Whether it was sent: not if the other side does not read it in time.
    func send(_ message: SecretBytes) -> Bool {
        let milliseconds = Int32((patience / .milliseconds(1)).rounded(.up))
        return message.withUnsafeBytes {
            pk_socket_send(file, $0.baseAddress, $0.count, milliseconds)
        } == 0
    }

    /// Waits for a message, and lends it.
    ///
    /// - Parameters:
    ///   - longest: The longest body that is accepted.
    ///   - wait: The longest wait for the first byte; `nil` for as long as it takes.
    ///   - room: The room that a long body takes until it was read; `nil` for no limit.
    ///   - begun: Called after the first bytes have arrived.
    ///   - body: Reads the message, whose bytes are zeroed afterwards.
    /// - Returns: The result of `body`.
    /// - Throws: ``End``.
    func receive<R>(
        atMost longest: Int,
        within wait: Duration? = nil,
        in room: MessageRoom.OfUser? = nil,
        begun: () -> Void = {},
        _ body: (Frame.Kind, UnsafeRawBufferPointer) -> R
    ) throws(End) -> R {
        if filled == 0 { try begin(within: wait) }
        begun()
        let deadline = ContinuousClock.now + patience
        while filled < Frame.headLength { try fill(buffer[filled...], until: deadline) }
        let head = UnsafeRawBufferPointer(rebasing: buffer[..<Frame.headLength])
        guard let (kind, length) = Frame.head(head, atMost: longest) else { throw .refused }
        let end = Frame.headLength + length
        guard end > buffer.count else {
            while filled < end { try fill(buffer[filled...], until: deadline) }
            defer { drop(end) }
            return body(kind, UnsafeRawBufferPointer(rebasing: buffer[Frame.headLength..<end]))
        }
        guard room?.take(length) ?? true else {
            try skip(end, until: deadline)
            throw .noRoom
        }
        defer { room?.give(length) }
        return try receiveLong(length, until: deadline) { body(kind, $0) }
    }

    /// Receives the first bytes of a message.
    private func begin(within wait: Duration?) throws(End) {
        if let wait, !isReadable(within: wait) { throw .late }
        try fill(buffer[...], waits: true)
    }

    /// Waits until the other side has sent something, or has closed the connection.
    ///
    /// - Parameter time: The longest wait.
    /// - Returns: Whether it did one of these in time.
    func isReadable(within time: Duration) -> Bool {
        var wait = FileWait()
        wait.add(file)
        return wait.run(for: time)
    }

    /// Skips a message without storing it.
    private func skip(_ count: Int, until deadline: ContinuousClock.Instant) throws(End) {
        var left = count
        while left > 0 {
            if filled == 0 { try fill(buffer[..<min(left, buffer.count)], until: deadline) }
            let part = min(left, filled)
            drop(part)
            left -= part
        }
    }

    /// Receives a body that does not fit into the buffer.
    ///
    /// The memory is not touched before its bytes arrive, so a client that only announces a long
    /// message takes none.
    private func receiveLong<R>(
        _ length: Int,
        until deadline: ContinuousClock.Instant,
        _ body: (UnsafeRawBufferPointer) -> R
    ) throws(End) -> R {
        let long = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 8)
        var count = filled - Frame.headLength
        defer {
            SecretBytes.zero(UnsafeMutableRawBufferPointer(rebasing: long[..<count]))
            long.deallocate()
        }
        UnsafeMutableRawBufferPointer(rebasing: long[..<count]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: buffer[Frame.headLength..<filled])
        )
        drop(filled)
        while count < length { count += try read(long[count...], until: deadline) }
        return body(UnsafeRawBufferPointer(long))
    }

    /// Forgets bytes at the beginning, and zeroes their place.
    private func drop(_ count: Int) {
        let rest = filled - count
        if rest > 0 {
            let tail = UnsafeRawBufferPointer(rebasing: buffer[count..<filled])
            UnsafeMutableRawBufferPointer(rebasing: buffer[..<rest]).copyMemory(from: tail)
        }
        SecretBytes.zero(UnsafeMutableRawBufferPointer(rebasing: buffer[rest..<filled]))
        filled = rest
    }

    private func fill(
        _ room: Slice<UnsafeMutableRawBufferPointer>,
        waits: Bool = false,
        until deadline: ContinuousClock.Instant? = nil
    ) throws(End) {
        filled += try read(room, waits: waits, until: deadline)
    }

    private func read(
        _ room: Slice<UnsafeMutableRawBufferPointer>,
        waits: Bool = false,
        until deadline: ContinuousClock.Instant? = nil
    ) throws(End) -> Int {
        let room = UnsafeMutableRawBufferPointer(rebasing: room)
        while true {
            var (user, process) = (UInt32(0), Int32(0))
            let count = pk_socket_receive(
                file,
                room.baseAddress,
                room.count,
                waits ? 1 : 0,
                &user,
                &process
            )
            if count > 0 {
                // A child of the client may have inherited the connection: it is another process.
                guard sender == nil || sender == Sender(user: user, process: process) else {
                    throw .refused
                }
                return count
            }
            if count < 0, errno == EINTR { continue }
            guard count < 0, errno == EAGAIN || errno == EWOULDBLOCK, let deadline else {
                throw .closed
            }
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { throw .refused }
            var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            _ = poll(&request, 1, Int32(left.rounded(.up)))
        }
    }
}
