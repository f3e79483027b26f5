/// The importance of a message.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// Apple's number.
    public let rawValue: UInt8

    /// Makes a type of Apple's number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Messages that can matter after a failure.
    public static let `default` = OSLogType(rawValue: 0)
    /// Messages that help to find a failure, but are not essential.
    public static let info = OSLogType(rawValue: 1)
    /// Messages for developers who look for a failure.
    public static let debug = OSLogType(rawValue: 2)
    /// A failure of this program.
    public static let error = OSLogType(rawValue: 16)
    /// A failure that must not happen.
    public static let fault = OSLogType(rawValue: 17)

    /// The word before a message.
    var name: String {
        switch self {
        case .info: "info"
        case .debug: "debug"
        case .error: "error"
        case .fault: "fault"
        default: "notice"
        }
    }

    /// The number of syslog (RFC 5424, 6.2.1), which journald reads before a line.
    var severity: Int {
        switch self {
        case .debug: 7
        case .info: 6
        case .error: 3
        case .fault: 2
        default: 5
        }
    }
}
