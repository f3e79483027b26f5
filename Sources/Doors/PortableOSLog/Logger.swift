/// Writes messages to a log.
///
/// ```swift
/// let logger = Logger(subsystem: "com.example.app", category: "keychain")
/// let (count, account) = (3, "ann")
/// logger.notice("stored \(count) items for \(account, privacy: .private)")
/// ```
public struct Logger: Sendable {
    private let log: OSLog

    /// A logger for the log of the program.
    public init() { log = .default }

    /// A logger for a log of its own.
    ///
    /// - Parameters:
    ///   - subsystem: The program or the part of it, such as "com.example.app".
    ///   - category: The subject of its messages.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// A logger for a log.
    ///
    /// - Parameter logObj: The log.
    public init(_ logObj: OSLog) { log = logObj }

    /// Writes a message of the type ``OSLogType/default``.
    ///
    /// - Parameter message: The message.
    public func log(_ message: @autoclosure () -> OSLogMessage) {
        log(level: .default, message())
    }

    /// Writes a message; it is not made if messages of its type are not written.
    ///
    /// - Parameters:
    ///   - level: The type.
    ///   - message: The message.
    public func log(level: OSLogType, _ message: @autoclosure () -> OSLogMessage) {
        log.write(level) { message().text }
    }

    /// Writes a message for developers who look for a failure; as ``debug(_:)``.
    ///
    /// - Parameter message: The message.
    public func trace(_ message: @autoclosure () -> OSLogMessage) {
        log(level: .debug, message())
    }

    /// Writes a message for developers who look for a failure.
    ///
    /// - Parameter message: The message.
    public func debug(_ message: @autoclosure () -> OSLogMessage) {
        log(level: .debug, message())
    }

    /// Writes a message that helps to find a failure, but is not essential.
    ///
    /// - Parameter message: The message.
    public func info(_ message: @autoclosure () -> OSLogMessage) {
        log(level: .info, message())
    }

    /// Writes a message that can matter after a failure.
    ///
    /// - Parameter message: The message.
    public func notice(_ message: @autoclosure () -> OSLogMessage) {
        log(level: .default, message())
    }

    /// Writes a failure that the program can go on after; as ``error(_:)``.
    ///
    /// - Parameter message: The message.
    public func warning(_ message: @autoclosure () -> OSLogMessage) {
        log(level: .error, message())
    }

    /// Writes a failure of this program.
    ///
    /// - Parameter message: The message.
    public func error(_ message: @autoclosure () -> OSLogMessage) {
        log(level: .error, message())
    }

    /// Writes a failure that must not happen; as ``fault(_:)``.
    ///
    /// - Parameter message: The message.
    public func critical(_ message: @autoclosure () -> OSLogMessage) {
        log(level: .fault, message())
    }

    /// Writes a failure that must not happen.
    ///
    /// - Parameter message: The message.
    public func fault(_ message: @autoclosure () -> OSLogMessage) {
        log(level: .fault, message())
    }
}
