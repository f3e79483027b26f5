internal import CKeychainPlatform
internal import KeychainctlKit
internal import PortableKeychain
internal import KeychainLibC

/// Runs the program that provides access to a desktop's clipboard.
///
/// Secrets are passed only through its standard input.
enum ClipboardProgram {
    /// Whether a program is in the PATH.
    static func exists(_ name: String) -> Bool { ForegroundProgram.path(of: name) != nil }

    /// The longest time that a program may take to print the content of a clipboard, in milliseconds: another
    /// program provides it, and may hang.
    private static let patience: Int32 = 2000

    /// Runs a program to its end; returns whether it accepted all bytes and exited with status 0.
    static func run(_ words: [String], _ input: UnsafeRawBufferPointer) -> Bool {
        guard let process = start(words, input: .joined) else { return false }
        let isTaken = send(input, process)
        return process.waitForEnd() == 0 && isTaken
    }

    /// Starts a program that continues when this one and its terminal are gone; returns whether
    /// it accepted all bytes.
    static func leave(_ words: [String], _ input: UnsafeRawBufferPointer) -> Bool {
        start(words, input: .joined, staysBehind: true).map { send(input, $0) } ?? false
    }

    /// Waits; a signal that ends or stops this process does so.
    static func pause(seconds: Int) { pk_pause(Double(seconds)) }

    /// Whether a program prints exactly these bytes; `nil` if it does not answer in time.
    static func prints(_ secret: SecretBytes, _ words: [String]) -> Bool? {
        guard let process = start(words, output: .joined), let end = process.output else {
            return nil
        }
        var request = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        let isReady = poll(&request, 1, patience) > 0
        // More than that is something else, and need not be read.
        let limit = secret.count + 1
        let output = isReady ? try? SecretInput.everything(from: end, atMost: limit) : nil
        close(end)
        if output == nil { process.end(by: SIGTERM) }
        _ = process.waitForEnd()
        return isReady ? output?.matches(secret) ?? false : nil
    }

    /// Sends all bytes, and closes the input; returns whether the program took them.
    private static func send(_ bytes: UnsafeRawBufferPointer, _ process: ChildProcess) -> Bool {
        defer { process.input.map { _ = close($0) } }
        return process.send(bytes)
    }

    /// Starts a program, which may keep running in the background to serve the clipboard, and so must not
    /// use our terminal.
    private static func start(
        _ words: [String],
        input: ChildProgram.StandardFile = .nothing,
        output: ChildProgram.StandardFile = .nothing,
        staysBehind: Bool = false
    ) -> ChildProcess? {
        let files = ChildProgram.Files(input: input, output: output, errors: .nothing)
        return try? ChildProgram(words, files: files, hasOwnSession: staysBehind).start()
    }
}
