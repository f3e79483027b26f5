/// Where unlocked keys are kept for the user's other processes, as a parameter.
///
/// Payloads are secrets; a name says which keychain and how long they live.
package protocol KeyRetention: Sendable {
    /// Keeps a payload under a name, replacing an older one.
    ///
    /// - Parameters:
    ///   - payload: What is kept.
    ///   - name: Under which name.
    ///   - seconds: After how many seconds it goes by itself; `nil` for never.
    /// - Returns: A ticket for ``holds(_:)``, or `nil` where nothing can be kept.
    func keep(_ payload: SecretBytes, as name: String, for seconds: UInt32?) -> RetentionTicket?

    /// Finds what is kept under a name.
    func find(_ name: String) -> (ticket: RetentionTicket, payload: SecretBytes)?

    /// Whether what a ticket stands for is still kept. Called with every request: it is fast.
    func holds(_ ticket: RetentionTicket) -> Bool

    /// Drops what is kept under a name, for all processes.
    func drop(_ name: String)
}

/// Stands for one kept payload, until that is replaced, dropped or expired.
package struct RetentionTicket: Hashable, Sendable {
    /// The kernel's serial number of a key, or a counter.
    package let serial: Int32

    /// Makes a ticket.
    package init(serial: Int32) { self.serial = serial }
}
