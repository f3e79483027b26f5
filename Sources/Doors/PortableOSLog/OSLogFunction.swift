/// Writes a message to a log.
///
/// - Parameters:
///   - message: The message: its format, as `printf` has it, with `%@` for objects. `%{public}` and
///     `%{private}` say whether a value is shown; without them numbers are, and texts and objects
///     are not.
///   - log: The log.
///   - type: The type.
///   - args: The values.
public func os_log(
    _ message: StaticString,
    log: OSLog = .default,
    type: OSLogType = .default,
    _ args: any CVarArg...
) {
    log.write(type) { LogFormat(message.description).text(args) }
}

/// Writes a message to a log.
///
/// - Parameters:
///   - type: The type.
///   - log: The log.
///   - message: The format of the message.
///   - args: The values.
public func os_log(
    _ type: OSLogType,
    log: OSLog = .default,
    _ message: StaticString,
    _ args: any CVarArg...
) {
    log.write(type) { LogFormat(message.description).text(args) }
}
