internal import KeychainLibC

/// The title of the window in front, if it belongs to the program that asks.
///
/// Asked of the program `xprop` under X11, so that no untrusted message of a display is read here; on Wayland no
/// program learns the titles of others. A title is the claim of the program that owns the window, and so is the
/// process that the window says is its own.
enum WindowTitle {
    static let program = "/usr/bin/xprop"
    private static let longest = 60
    /// The properties of a window in one answer, at most; a title of more is cut by `xprop` (`-len`, in bytes).
    private static let limits = ChildProgram.Limits(output: 8192, seconds: 1)

    /// Finds the title.
    ///
    /// - Parameters:
    ///   - processes: The processes whose windows count.
    ///   - window: The window that the program says is its own.
    ///   - ask: Runs `xprop` with arguments; `nil` if it gives no answer.
    /// - Returns: The title, harmless and short; `nil` if no such window is known.
    static func find(
        of processes: [Int32],
        preferring window: UInt32?,
        _ ask: ([String]) -> String? = ask
    ) -> String? {
        if let window, let title = title(of: window, processes, ask) { return title }
        guard let root = ask(["-root", "_NET_ACTIVE_WINDOW"]), let active = active(in: root) else {
            return nil
        }
        return title(of: active, processes, ask)
    }

    private static func title(
        of window: UInt32,
        _ processes: [Int32],
        _ ask: ([String]) -> String?
    ) -> String? {
        let words = ["-id", String(window), "-len", "512", "_NET_WM_PID", "_NET_WM_NAME"]
        guard let answer = ask(words), let owner = owner(in: answer), processes.contains(owner)
        else { return nil }
        return title(in: answer)
    }

    /// The window in front, in an answer such as `_NET_ACTIVE_WINDOW(WINDOW): window id # 0x1a00003`, or
    /// `… = 27262979` where a window manager set it as a number.
    static func active(in answer: String) -> UInt32? {
        let digits = answer.firstRange(of: " # 0x").map { answer[$0.upperBound...] }
        let hexadecimal = digits.flatMap { UInt32($0.prefix(while: \.isHexDigit), radix: 16) }
        let number = hexadecimal ?? value("_NET_ACTIVE_WINDOW", in: answer).flatMap { UInt32($0) }
        return number == 0 ? nil : number
    }

    /// The process that a window says is its own, in an answer with `_NET_WM_PID(CARDINAL) = 12`.
    static func owner(in answer: String) -> Int32? {
        value("_NET_WM_PID", in: answer).flatMap { Int32($0) }
    }

    /// The title in an answer with `_NET_WM_NAME(UTF8_STRING) = "a \"title\""`.
    static func title(in answer: String) -> String? {
        guard let value = value("_NET_WM_NAME", in: answer), value.count > 2, value.hasPrefix("\"")
        else { return nil }
        let title = unescaped(value.dropFirst().dropLast(value.hasSuffix("\"") ? 1 : 0))
        let shown = UnsafeCharacters.quotable(title, to: longest)
        return shown.allSatisfy(\.isWhitespace) ? nil : shown
    }

    private static func value(_ name: String, in answer: String) -> Substring? {
        // The first one: a title could contain a line that looks like another property.
        let line = answer.split(separator: "\n").first { $0.hasPrefix(name + "(") }
        return line.flatMap { line in
            line.firstRange(of: " = ").map { line[$0.upperBound...] }
        }
    }

    /// Undoes the escapes of `xprop`: a backslash before a character, or before a byte in octal digits.
    private static func unescaped(_ text: Substring) -> String {
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(3), as: UTF8.self)
            if digits.utf8.count == 3, let number = UInt8(digits, radix: 8) {
                bytes.append(number)
                rest = rest.dropFirst(3)
            } else if let next = rest.popFirst() {
                // As in C: the end of a line, or a tab.
                bytes.append("ntr".utf8.contains(next) ? UInt8(ascii: " ") : next)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func ask(_ words: [String]) -> String? {
        guard UserEnvironment.variable("DISPLAY") != nil, access(program, X_OK) == 0 else {
            return nil
        }
        let answer = try? ChildProgram([program] + words).run(limits: limits)
        guard let answer, answer.status == 0 else { return nil }
        return String(decoding: answer.output, as: UTF8.self)
    }
}
