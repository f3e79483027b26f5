internal import KeychainLibC

extension FrameStream {
    /// Connects to an agent, until one says something or the time is over: it closes connections at
    /// once to a user who has too many.
    ///
    /// - Parameters:
    ///   - time: The time for which it tries; the first connection is taken if it is zero.
    ///   - connect: Returns a connected socket; -1 if there is none.
    /// - Returns: The connection; `nil` if no process listens.
    static func connected(within time: Duration, _ connect: () -> Int32) -> FrameStream? {
        let end = ContinuousClock.now + time
        while true {
            let file = connect()
            guard file >= 0 else { return nil }
            let stream = FrameStream(file)
            guard time > .zero, !stream.waitForFirst(), ContinuousClock.now < end else {
                return stream
            }
            close(file)
            usleep(20_000)
        }
    }

    /// Waits until the other side has sent something; `false` if it closes the connection instead.
    private func waitForFirst() -> Bool {
        var byte: UInt8 = 0
        return isReadable(within: patience) && recv(file, &byte, 1, Int32(MSG_PEEK)) > 0
    }
}
