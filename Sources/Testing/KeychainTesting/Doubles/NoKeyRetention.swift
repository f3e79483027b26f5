package import PortableKeychain

/// A retention that keeps nothing, like a kernel that refuses to keep keys; for tests.
package struct NoKeyRetention: KeyRetention {
    /// Makes a retention that keeps nothing.
    package init() {}

    package func keep(
        _ payload: SecretBytes,
        as name: String,
        for seconds: UInt32
    ) throws(RetentionError) -> RetentionTicket { throw .unavailable }

    package func find(_ name: String) -> (ticket: RetentionTicket, payload: SecretBytes)? { nil }

    package func holds(_ ticket: RetentionTicket) -> Bool { false }

    package func drop(_ name: String) throws(RetentionError) { throw .unavailable }
}
