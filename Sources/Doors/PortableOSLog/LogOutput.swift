internal import KeychainLibC
internal import SafeText

/// The output of a log: its destination, and the levels that are written.
struct LogOutput: Sendable {
    /// The least important messages that are written.
    enum Least: String, Sendable {
        case notice, info, debug

        func includes(_ type: OSLogType) -> Bool {
            switch type {
            case .debug: self == .debug
            case .info: self != .notice
            default: true
            }
        }
    }

    let least: Least
    /// Whether journald reads the importance at the start of a line (sd-daemon(3)).
    let marksSeverity: Bool
    let put: @Sendable (String) -> Void

    static let standardError = LogOutput(variables: variable) { line in
        var line = line
        // One call for a line, so that lines of several threads are not mixed.
        line.withUTF8 { bytes in
            _ = KeychainLibC.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }

    /// - Parameters:
    ///   - variables: The value of a variable of the environment.
    ///   - put: Writes a line, with its end.
    init(variables: (String) -> String?, put: @escaping @Sendable (String) -> Void) {
        least = variables("PORTABLE_OSLOG_LEVEL").flatMap(Least.init(rawValue:)) ?? .notice
        marksSeverity = variables("JOURNAL_STREAM") != nil
        self.put = put
    }

    /// Writes a message as one line.
    func write(_ type: OSLogType, _ message: String) {
        let mark = marksSeverity ? "<\(type.severity)>" : ""
        // A message can hold what others sent: it must not make lines of its own.
        put("\(mark)\(type.name): \(Escaping.escaped(message))\n")
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
