internal import Synchronization

/// A log: the part of a program whose messages belong together.
///
/// Messages go to the standard error, a line each, where containers and systemd take them. Those of
/// the types ``OSLogType/info`` and ``OSLogType/debug`` are written only if the variable
/// `PORTABLE_OSLOG_LEVEL` is `info` or `debug`.
public final class OSLog: Sendable {
    private let subsystem: String?
    private let category: String?
    private let isDisabled: Bool
    private let output: LogOutput

    /// Makes a log.
    ///
    /// - Parameters:
    ///   - subsystem: The program or the part of it, such as "com.example.app".
    ///   - category: The subject of its messages.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, output: .standardError)
    }

    init(subsystem: String?, category: String?, isDisabled: Bool = false, output: LogOutput) {
        (self.subsystem, self.category) = (subsystem, category)
        (self.isDisabled, self.output) = (isDisabled, output)
    }

    /// The log of the program.
    public static let `default` = OSLog(subsystem: nil, category: nil, output: .standardError)
    /// A log that writes nothing.
    public static let disabled = OSLog(
        subsystem: nil,
        category: nil,
        isDisabled: true,
        output: .standardError
    )

    /// Whether messages of a type are written.
    ///
    /// - Parameter type: The type.
    /// - Returns: Whether they are written.
    public func isEnabled(type: OSLogType) -> Bool {
        !isDisabled && output.least.includes(type)
    }

    /// Writes a message, if messages of its type are written.
    func write(_ type: OSLogType, _ message: () -> String) {
        guard isEnabled(type: type) else { return }
        var source = subsystem ?? ""
        if let category { source += "[\(category)]" }
        output.write(type, source.isEmpty ? message() : "\(source): \(message())")
    }
}

/// The log of the program, as C names it.
public let OS_LOG_DEFAULT = OSLog.default
