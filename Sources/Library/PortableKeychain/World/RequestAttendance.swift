/// Calls of a server around the slow parts of a request: derivations of keys, and searches.
///
/// Meanwhile the server answers other requests. It refuses too many derivations, and ends a request that takes
/// too long or whose client has gone. Tests count the calls.
package struct RequestAttendance: Sendable {
    /// Called before a key is derived from a passcode or a password, which is slow on purpose; it
    /// refuses by throwing.
    package let before: @Sendable () throws(KeychainError) -> Void
    /// Called after a derivation that was not refused.
    package let after: @Sendable () -> Void
    /// Called at each step of a request and at each row of a search; it ends the request by throwing.
    package let checkpoint: @Sendable () throws(KeychainError) -> Void

    /// The attendance of the present task, or of the present thread outside of tasks; `nil` for none.
    @TaskLocal package static var current: RequestAttendance?

    /// Makes an attendance.
    ///
    /// - Parameters:
    ///   - before: Called before a derivation, which it refuses by throwing.
    ///   - after: Called after a derivation that was not refused.
    ///   - checkpoint: Called at each step and each row, which it ends by throwing.
    package init(
        before: @escaping @Sendable () throws(KeychainError) -> Void,
        after: @escaping @Sendable () -> Void = {},
        checkpoint: @escaping @Sendable () throws(KeychainError) -> Void = {}
    ) { (self.before, self.after, self.checkpoint) = (before, after, checkpoint) }
}
