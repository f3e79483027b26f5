package import PortableKeychain
package import SafeText
internal import KeychainLibC

/// The rules of this tool's output.
///
/// - Data is written to standard output, all messages to standard error.
/// - On a terminal, data is a table with a header, fitted to the width; in a pipe it is lines of
///   fields with tabs between them and no header; with `--json` it is JSON in both.
/// - Colour never carries information, and is not used if `NO_COLOR` is set (no-color.org) or
///   the terminal is dumb.
/// - In a locale that has only ASCII, only ASCII reaches a terminal, and no message has other
///   letters; data in a pipe stays as it is.
/// - Text is always escaped before it is written to a terminal: as ``Shown``, or by the function
///   that takes it. Bytes reach standard output unchanged only in a pipe.
package enum Terminal {
    /// Whether standard output is a terminal.
    package static let isInteractive = isatty(STDOUT_FILENO) == 1

    /// Whether standard error is a terminal, so that the user sees the messages now.
    package static let messagesAreSeen = isatty(STDERR_FILENO) == 1

    /// Whether standard input is a terminal, so that it does not contain data.
    package static let inputIsTerminal = isatty(STDIN_FILENO) == 1

    /// The number of columns of standard output.
    package static var width: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return 80
        }
        return Int(size.ws_col)
    }

    private static func allowsColour(_ file: Int32) -> Bool {
        isatty(file) == 1 && variable("NO_COLOR").isEmpty && UserEnvironment.hasControlSequences
    }

    /// Whether terminals can move their cursor and show more than lines: not if `TERM` is "dumb".
    package static var movesCursor: Bool { !UserEnvironment.hasDumbTerminal }

    /// A variable of the environment; empty if it is missing.
    static func variable(_ name: String) -> String {
        getenv(name).map { String(cString: $0) } ?? ""
    }

    /// Emphasizes text on standard output.
    package static func bold(_ text: Shown) -> Shown {
        allowsColour(STDOUT_FILENO) ? Shown("\u{1B}[1m", text, "\u{1B}[0m") : text
    }

    /// Prints a message about a completed action.
    package static func say(_ message: String) {
        hint("\(message)\n")
    }

    /// Prints an error message on one line, after the name of the tool.
    package static func complain(_ message: String) {
        let name: Shown = "\(ProgramName.shown):"
        let shown = allowsColour(STDERR_FILENO) ? Shown("\u{1B}[31m", name, "\u{1B}[0m") : name
        hint("\(shown) \(message)\n")
    }

    /// Replaces the current line of standard error, on a terminal that can.
    package static func progress(_ message: String) {
        guard messagesAreSeen, movesCursor, variable("NO_COLOR").isEmpty else { return }
        hint("\r\u{1B}[K\(message)")
    }

    /// Prints one line of data.
    package static func line(_ text: Shown) { show("\(text)\n") }

    /// Prints data without adding a newline.
    package static func show(_ text: Shown) { write(text, to: STDOUT_FILENO) }

    /// Prints the help of a command.
    package static func help(_ text: String) { show(Shown(lines: text)) }

    /// Prints a message, or a part of one, without adding a newline.
    package static func hint(_ text: Shown) { write(text, to: STDERR_FILENO) }

    /// Prints one line of data that contains a secret.
    private static func line(_ secret: SecretBytes) {
        SecretText.joined([.secret(secret), .text("\n")]).withUnsafeBytes {
            write($0, to: STDOUT_FILENO)
        }
    }

    /// Prints JSON, indented.
    package static func json(_ value: JSON) { line(value.secretText) }

    /// Prints JSON on one line, for programs that read lines.
    package static func jsonLine(_ value: JSON) { line(value.secretLine) }

    /// Prints rows of fields, as a table or as lines.
    package static func table(header: [String], _ rows: [[String]]) {
        guard isInteractive else {
            var lines: [UInt8] = []
            for row in rows {
                for (place, field) in row.enumerated() {
                    if place > 0 { lines.append(UInt8(ascii: "\t")) }
                    var text = Escaping.escaped(field)
                    text.withUTF8 { lines.append(contentsOf: $0) }
                }
                lines.append(UInt8(ascii: "\n"))
            }
            return show(Shown(lines: String(decoding: lines, as: UTF8.self)))
        }
        _ = LongTable(header: header, rows)
    }

    /// Prints names and values, aligned on a terminal.
    package static func properties(_ lines: [(String, String)]) {
        let width = lines.map { $0.0.count }.max() ?? 0
        for (name, value) in lines {
            let gap =
                isInteractive ? String(repeating: " ", count: width - name.count + 2) : "\t"
            let shown: Shown = isInteractive ? bold("\(name)") : "\(name)"
            line("\(shown)\(Shown(lines: gap))\(value)")
        }
    }

    /// Asks a yes-or-no question on the terminal.
    ///
    /// Text that was typed before the question was shown does not answer it.
    ///
    /// - Parameters:
    ///   - question: The question; it may contain text of others.
    ///   - isYes: The answer of the Enter key, and of all words that are not the other answer: `true`
    ///     only where "no" loses what the user typed.
    /// - Returns: Whether the answer is yes.
    /// - Throws: ``Failure`` if there is no terminal, or this command runs in its background.
    package static func confirm(
        _ question: String,
        default isYes: Bool = false
    ) throws(Failure) -> Bool {
        let answer: SecretBytes
        do throws(TerminalPrompt.Failure) {
            answer = try TerminalPrompt.ask(
                "\(Escaping.escaped(question)) \(isYes ? "[Y/n]" : "[y/N]") ",
                hidesInput: false
            )
        } catch .noTerminal {
            throw Failure(
                .usage,
                "'\(question)' must be confirmed, but there is no terminal to ask on",
                advice: "use --yes to confirm, or run this in the foreground of a terminal"
            )
        } catch {
            // A terminal that fails must not be asked again and again.
            return isYes && error != .unreadable
        }
        let word = answer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            .lowercased().split(whereSeparator: \.isWhitespace).first
        return isYes ? word != "n" && word != "no" : word == "y" || word == "yes"
    }

    /// Sends control sequences of this program to the controlling terminal; returns whether there is
    /// one that understands them.
    package static func control(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard movesCursor else { return false }
        let tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard tty >= 0 else { return false }
        defer { close(tty) }
        return writeAll(bytes, to: tty)
    }

    /// Waits for news of a file; returns `false` as soon as the reading end of standard output is
    /// closed.
    package static func isOutputWanted(waitingFor news: FileNews) -> Bool {
        var wait = FileWait()
        // Its end always counts.
        wait.add(STDOUT_FILENO, for: 0)
        wait.add(news)
        wait.run()
        return !wait.isReady(STDOUT_FILENO)
    }

    /// Writes all of a text to a terminal or a file.
    package static func write(_ text: Shown, to file: Int32) {
        let isSeen = file == STDERR_FILENO || isatty(file) == 1
        var text = isSeen ? TerminalLetters.shown(text.text) : text.text
        text.withUTF8 { write(UnsafeRawBufferPointer($0), to: file) }
    }

    /// Prints bytes unchanged, into a pipe or a file.
    static func data(_ bytes: UnsafeRawBufferPointer) { write(bytes, to: STDOUT_FILENO) }

    /// Writes all bytes.
    ///
    /// If data cannot be written, the process exits with an error, because an incomplete secret
    /// on a full disk must not look like success.
    private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) {
        guard !writeAll(bytes, to: file), file == STDOUT_FILENO else { return }
        complain("cannot write to standard output; check the disk or the pipe")
        exit(74)
    }

    /// Ends the process with a status.
    ///
    /// The argument parser's own function describes every error for its help first, which takes
    /// more work than most commands.
    package static func end(_ status: Int32) -> Never { exit(status) }

    /// Writes all bytes; returns whether that was possible.
    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = KeychainLibC.write(file, part.baseAddress, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
