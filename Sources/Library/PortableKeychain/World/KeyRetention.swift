/// Keeps unlocked keys for the user's other processes; a parameter, so that tests can replace it.
///
/// Payloads are secrets; a name identifies a keychain and how long its keys are available.
package protocol KeyRetention: Sendable {
    /// Keeps a payload under a name, replacing an older one.
    ///
    /// - Parameters:
    ///   - payload: The secret to keep.
    ///   - name: The name for ``find(_:)`` and ``drop(_:)``.
    ///   - seconds: The time in seconds after which it is dropped.
    /// - Returns: A ticket for ``holds(_:)``.
    /// - Throws: ``RetentionError`` if the payload cannot be kept. Then nothing is kept under the
    ///   name, except after ``RetentionError/stillKept``.
    func keep(
        _ payload: SecretBytes,
        as name: String,
        for seconds: UInt32
    ) throws(RetentionError) -> RetentionTicket

    /// Returns the payload that is kept under a name.
    func find(_ name: String) -> (ticket: RetentionTicket, payload: SecretBytes)?

    /// Whether the payload of a ticket is still kept. It must be fast, because every request calls
    /// it.
    func holds(_ ticket: RetentionTicket) -> Bool

    /// Drops the payload that is kept under a name, for all processes, and checks that it is gone.
    ///
    /// - Throws: ``RetentionError`` if it may still be kept.
    func drop(_ name: String) throws(RetentionError)
}

/// The reason why a payload cannot be kept or dropped.
package enum RetentionError: Error, Hashable {
    /// The kernel keeps no keys for this process.
    case unavailable
    /// The user has as many keys in the kernel as allowed, in number or in bytes.
    case full
    /// The payload was to be dropped and is still there.
    case stillKept
    /// The kernel failed for another reason.
    case failed
}

/// Identifies one kept payload until it is replaced, dropped or expires.
package struct RetentionTicket: Hashable, Sendable {
    /// The kernel's serial number of a key, or a counter.
    package let serial: Int32

    /// Makes a ticket.
    package init(serial: Int32) { self.serial = serial }
}
