internal import KeychainLibC

/// Asks on the controlling terminal, if requested without showing the input.
///
/// The typed text is returned unchanged: keys such as Escape and the arrows add no bytes, and a
/// paste is taken whole or refused. No part of a refused paste stays in the terminal's input, where
/// a shell would run it.
package enum TerminalPrompt {
    /// The reason why there is no answer.
    package enum Failure: Error {
        /// There is no terminal, or this process runs in its background.
        case noTerminal
        /// The entry was empty, the Escape key was pressed, or a signal came that has to wait.
        case nothingEntered
        /// The entry is longer than ``TerminalPrompt/longestEntry``.
        case tooLong
        /// Several lines were pasted where one is taken, or where their end is not known.
        case severalLines
        /// The paste has control characters.
        case controlCharacters
        /// The terminal cannot be read.
        case unreadable
    }

    /// The lines that an answer may have.
    package enum Lines: Sendable {
        case one
        /// One, which may be empty.
        case oneOrEmpty
        /// Any number, if the terminal marks the end of a paste.
        case several
    }

    /// The largest answer in bytes, which has room for keys and certificates in text.
    package static let longestEntry = 65_536

    /// The bytes that are read at once.
    private static let step = 512

    /// The time after which nothing more of a paste that is refused is expected.
    private static let silence = Duration.milliseconds(300)

    /// Asks once.
    ///
    /// - Parameters:
    ///   - prompt: The text to show; the caller must escape control characters.
    ///   - hidesInput: Whether the input is hidden.
    ///   - lines: Whether a paste of several lines is taken.
    /// - Returns: The input, without the newline at its end.
    /// - Throws: ``Failure`` when there is no answer.
    package static func ask(
        _ prompt: String,
        hidesInput: Bool = true,
        taking lines: Lines = .one
    ) throws(Failure) -> SecretBytes {
        let tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard tty >= 0 else { throw .noTerminal }
        defer { close(tty) }
        guard isForeground(tty) else { throw .noTerminal }
        var count = 0
        let entry = try SecretBytes(count: longestEntry + step) { room throws(Failure) in
            count = try read(prompt, tty, room, hidesInput, lines)
        }
        return entry.prefix(count)
    }

    /// Shows a line; nothing happens without a terminal, or in its background.
    ///
    /// - Parameter line: The text, in which control characters are replaced.
    static func tell(_ line: String) {
        let tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard tty >= 0 else { return }
        defer { close(tty) }
        if isForeground(tty) { show(UnsafeCharacters.blanked(line) + "\n", tty) }
    }

    /// Whether there is a terminal on which this process may ask now.
    package static var isPossible: Bool { isInForeground == true }

    /// Whether this process has a terminal on which it may not ask now.
    static var isInBackground: Bool { isInForeground == false }

    /// Whether this process may ask on its terminal now; `nil` if it has none.
    private static var isInForeground: Bool? {
        let tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard tty >= 0 else { return nil }
        defer { close(tty) }
        return isForeground(tty)
    }

    /// Whether this process may read from its terminal: a background job of a shell is stopped if it
    /// tries to (SIGTTIN), and waits there without a word.
    private static func isForeground(_ tty: Int32) -> Bool { tcgetpgrp(tty) == getpgrp() }

    /// Reads an entry; returns its length.
    ///
    /// Signals are blocked during the question. When one arrives, the terminal is restored before
    /// the signal takes effect, so that neither ^C nor ^Z leaves a terminal without echo.
    private static func read(
        _ prompt: String,
        _ tty: Int32,
        _ room: UnsafeMutableRawBufferPointer,
        _ hidesInput: Bool,
        _ lines: Lines
    ) throws(Failure) -> Int {
        let memory = UnsafeMutableRawBufferPointer(rebasing: room[..<longestEntry])
        let buffer = UnsafeMutableRawBufferPointer(rebasing: room[longestEntry...])
        let hasBrackets = UserEnvironment.hasControlSequences
        while true {
            let mode = QuestionMode(tty)
            // It may contain text of others, such as the name of an item.
            show(
                UnsafeCharacters.blanked(prompt) + (hasBrackets ? TerminalInput.brackets.on : ""),
                tty
            )
            var reading = Reading(tty, buffer, echoes: !hidesInput)
            let outcome = reading.run(
                TerminalEntry(
                    memory,
                    mode.keys,
                    takesSeveralLines: lines == .several,
                    takesNothing: lines == .oneOrEmpty
                ),
                mode
            )
            show((hasBrackets ? TerminalInput.brackets.off : "") + "\n", tty)
            // A pending signal takes effect here. After a stop, or if the process ignores it, the
            // question is asked again.
            mode.end()
            switch outcome {
            case .interrupted: continue
            case .complete(let entry): return try entry.count
            case .failed(let failure): throw failure
            }
        }
    }

    private enum Outcome {
        case complete(TerminalEntry)
        case failed(Failure)
        case interrupted
    }

    private static func show(_ text: String, _ tty: Int32) {
        show(Array(text.utf8), tty)
    }

    private static func show(_ bytes: [UInt8], _ tty: Int32) {
        var written = 0
        while written < bytes.count {
            let step = bytes[written...].withUnsafeBytes { write(tty, $0.baseAddress, $0.count) }
            if step < 0, errno == EINTR { continue }
            guard step > 0 else { return }
            written += step
        }
    }

    /// Reads until an entry is complete.
    private struct Reading {
        private let tty: Int32
        private let buffer: UnsafeMutableRawBufferPointer
        private let echoes: Bool
        private var input = TerminalInput()

        init(_ tty: Int32, _ buffer: UnsafeMutableRawBufferPointer, echoes: Bool) {
            (self.tty, self.buffer, self.echoes) = (tty, buffer, echoes)
        }

        mutating func run(_ start: TerminalEntry, _ mode: borrowing QuestionMode) -> Outcome {
            var entry = start
            while true {
                var wait = FileWait()
                wait.add(tty)
                mode.add(to: &wait)
                if input.isUnfinished { wait.limit(to: TerminalInput.pause) }
                let isInterrupted = mode.isInterrupted || mode.isCanceled
                if !isInterrupted { wait.run() }
                if isInterrupted || mode.isInterrupted || mode.isCanceled {
                    // If a control character in a paste was the signal, its rest is not input of
                    // the shell.
                    if input.isPasting || next(within: TerminalInput.pause) != nil { drain() }
                    return mode.isInterrupted ? .interrupted : .failed(.nothingEntered)
                }
                var count = 0
                if wait.isReady(tty) {
                    count = KeychainLibC.read(tty, buffer.baseAddress, buffer.count)
                    if count < 0, errno == EINTR || errno == EAGAIN { continue }
                    guard count > 0 else {
                        return .failed(count == 0 ? .nothingEntered : .unreadable)
                    }
                }
                if let outcome = take(count, &entry) { return outcome }
            }
        }

        /// Takes the bytes in the buffer; without any, the time in which more would belong to them.
        private mutating func take(_ count: Int, _ entry: inout TerminalEntry) -> Outcome? {
            var step = TerminalEntry.Step.none
            // One byte can complete several parts of the input.
            func take(_ token: TerminalInput.Token) {
                guard !step.isEnd else { return }
                step = entry.take(token)
                Self.echo(step, echoes, tty)
            }
            if count == 0 { input.rest(take) }
            for place in 0..<count where !step.isEnd {
                input.take(buffer[place], take)
                guard step == .complete else { continue }
                let rest = buffer[..<count].dropFirst(place + 1)
                return endsAlone(rest) ? .complete(entry) : .failed(.severalLines)
            }
            guard case .failed(let failure) = step else { return nil }
            drain()
            return .failed(failure)
        }

        private static func echo(_ step: TerminalEntry.Step, _ echoes: Bool, _ tty: Int32) {
            switch step {
            case .refused: show([0x07], tty)
            case .added(let byte) where echoes:
                show([byte == UInt8(ascii: "\n") ? 0x20 : byte], tty)
            case .removed(let count) where echoes:
                for _ in 0..<count { show("\u{08} \u{08}", tty) }
            default: break
            }
        }

        /// Whether only more newlines follow at once: a person types nothing within that time, so
        /// that the rest is that of a paste, whose end the terminal did not mark.
        private func endsAlone(_ rest: Slice<UnsafeMutableRawBufferPointer>) -> Bool {
            var isAlone = rest.allSatisfy(Self.isNewline)
            while isAlone, let count = next(within: TerminalInput.pause) {
                isAlone = buffer[..<count].allSatisfy(Self.isNewline)
            }
            if !isAlone { drain() }
            return isAlone
        }

        private static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

        /// Reads and forgets the bytes that still arrive.
        private func drain() { while next(within: TerminalPrompt.silence) != nil {} }

        /// Reads more; `nil` if nothing comes in time.
        private func next(within time: Duration) -> Int? {
            var wait = FileWait()
            wait.add(tty)
            guard wait.run(for: time) else { return nil }
            let count = KeychainLibC.read(tty, buffer.baseAddress, buffer.count)
            return count > 0 ? count : nil
        }
    }
}
