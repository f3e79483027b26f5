internal import CPlatform

/// Keeps keys in the kernel's key retention service: in the user's keyring, in memory that is never
/// swapped, until the user's last session ends (keyrings(7), user-keyring(7)).
///
/// Some containers forbid it. Then nothing is kept, and each process must be unlocked separately.
/// The same holds on Apple's platforms, where the system's keychain does this work.
package struct KernelKeyRetention: KeyRetention {
    /// Our payloads have a few hundred bytes; the kernel allows 32,767 (add_key(2)).
    private static let maximumLength = 4096

    /// Makes the retention of the calling user.
    package init() {}

    /// Whether the kernel keeps keys for this process.
    package var isAvailable: Bool {
        // ENOKEY (126) means that the kernel searched and found nothing.
        let answer = pk_keyring_search("portable-keychain:probe")
        return answer >= 0 || answer == -126
    }

    package func keep(
        _ payload: SecretBytes,
        as name: String,
        for seconds: UInt32?
    ) -> RetentionTicket? {
        // A new key, so that tickets of the old one become invalid and its timeout is not
        // inherited.
        drop(name)
        let serial = payload.withUnsafeBytes { pk_keyring_add(name, $0.baseAddress, $0.count) }
        guard serial > 0, let serial = Int32(exactly: serial) else { return nil }
        if let seconds, pk_keyring_set_timeout(serial, max(seconds, 1)) < 0 {
            // Do not keep a key without its timeout.
            _ = pk_keyring_invalidate(serial)
            return nil
        }
        return RetentionTicket(serial: serial)
    }

    package func find(_ name: String) -> (ticket: RetentionTicket, payload: SecretBytes)? {
        guard let serial = Int32(exactly: pk_keyring_search(name)), serial > 0 else { return nil }
        let length = pk_keyring_read(serial, nil, 0)
        guard length > 0, length <= Self.maximumLength else { return nil }
        var read = 0
        let payload = SecretBytes(count: length) { room in
            read = pk_keyring_read(serial, room.baseAddress, room.count)
        }
        guard read == length else { return nil }
        return (RetentionTicket(serial: serial), payload)
    }

    package func holds(_ ticket: RetentionTicket) -> Bool {
        pk_keyring_read(ticket.serial, nil, 0) > 0
    }

    package func drop(_ name: String) {
        guard let serial = Int32(exactly: pk_keyring_search(name)), serial > 0 else { return }
        _ = pk_keyring_invalidate(serial)
    }
}
