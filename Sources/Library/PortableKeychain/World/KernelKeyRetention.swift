internal import CKeychainPlatform
internal import Synchronization

/// Keeps keys in the kernel's key retention service, in memory that is never swapped, until their
/// time has passed (keyrings(7), vault-format.md §10).
///
/// They are in a keyring of the user that belongs to one user namespace. Only processes that
/// possess it can see or read them: the user's processes in this namespace, whatever their session
/// contains. Some containers forbid it. Then nothing is kept, and each process must be unlocked
/// separately. The same holds on Apple's platforms, where the system's keychain does this work.
package struct KernelKeyRetention: KeyRetention {
    /// The keyring that keeps the keys.
    package enum Keyring: Int32, CaseIterable, Sendable {
        /// The user's persistent keyring, which only a program that asks for it has.
        case persistent
        /// The user's keyring, which sessions usually contain, for kernels without the other one.
        case user
    }

    /// Every name begins with it.
    static let prefix = "portable-keychain:"
    /// Our payloads have a few hundred bytes; the kernel allows 32,767 (add_key(2)).
    private static let maximumLength = 4096
    /// Serial numbers in a keyring: a user may have 200 keys, root a million.
    private static let maximumEntries = 1 << 16
    /// Names have about 70 bytes.
    private static let maximumName = 512
    /// A new key is in the keyring of this process first, where two of one name are one.
    private static let turn = Mutex(())

    private let preferred: Keyring

    /// Makes the retention of the calling user.
    ///
    /// - Parameter keyring: The keyring, if the kernel has it.
    package init(_ keyring: Keyring = .persistent) { preferred = keyring }

    package func keep(
        _ payload: SecretBytes,
        as name: String,
        for seconds: UInt32
    ) throws(RetentionError) -> RetentionTicket {
        let ring = try attached()
        // A new key, so that tickets of the old one become invalid and its timeout is not
        // inherited.
        try drop(name)
        var serial = Self.add(payload, as: name, for: seconds, to: ring)
        if serial == -Self.quotaIsFull, removeExpired(from: ring) {
            serial = Self.add(payload, as: name, for: seconds, to: ring)
        }
        return RetentionTicket(serial: try Self.checked(serial))
    }

    package func find(_ name: String) -> (ticket: RetentionTicket, payload: SecretBytes)? {
        guard let ring = try? attached(), let serial = Self.search(ring, name) else { return nil }
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
        if pk_keyring_read(ticket.serial, nil, 0) > 0 { return true }
        // A thread that existed before the first request does not possess the keyring yet, and any
        // code of the process can take the link away. Linking at each request would double the
        // cost.
        return (try? attached()) != nil && pk_keyring_read(ticket.serial, nil, 0) > 0
    }

    package func drop(_ name: String) throws(RetentionError) {
        let ring = try attached()
        guard let serial = Self.search(ring, name) else { return }
        pk_keyring_remove(ring, serial)
        // A key with another serial number was unlocked after this call began.
        guard Self.search(ring, name) != serial else { throw .stillKept }
    }

    /// Drops the keys of all keychains, for all processes: at logout, for example.
    ///
    /// - Returns: The number of dropped entries.
    /// - Throws: ``RetentionError``; then some entries may be left.
    package func dropAll() throws(RetentionError) -> Int {
        var count = 0
        for kind in Keyring.allCases {
            guard let ring = try? Self.attach(kind) else { continue }
            let ours = Self.entries(of: ring).filter(Self.isOurs)
            for serial in ours { pk_keyring_remove(ring, serial) }
            guard !Self.entries(of: ring).contains(where: { ours.contains($0) }) else {
                throw .stillKept
            }
            count += ours.count
        }
        // If it fails here, no keyring could be looked at.
        _ = try attached()
        return count
    }

    /// The names of all entries.
    package var names: [String] {
        guard let ring = try? attached() else { return [] }
        return Self.entries(of: ring).compactMap(Self.name).filter { $0.hasPrefix(Self.prefix) }
    }

    /// The reason why no keys can be kept for the user's other processes now; `nil` if they can.
    package var obstacle: RetentionError? {
        let probe = SecretBytes(count: 256) { $0.initializeMemory(as: UInt8.self, repeating: 0) }
        do throws(RetentionError) {
            let ring = try attached()
            var serial = Self.add(probe, as: Self.prefix + "probe", for: 1, to: 0)
            if serial == -Self.quotaIsFull, removeExpired(from: ring) {
                serial = Self.add(probe, as: Self.prefix + "probe", for: 1, to: 0)
            }
            _ = try Self.checked(serial)
            return nil
        } catch {
            return error
        }
    }

    /// The user's keyring, which this thread possesses from now on.
    private func attached() throws(RetentionError) -> Int32 {
        do throws(RetentionError) {
            return try Self.attach(preferred)
        } catch {
            guard error == .unavailable, preferred == .persistent else { throw error }
            // A kernel that was built without persistent keyrings.
            return try Self.attach(.user)
        }
    }

    private static func attach(_ kind: Keyring) throws(RetentionError) -> Int32 {
        try checked(pk_keyring_attach(kind.rawValue))
    }

    private static func add(
        _ payload: SecretBytes,
        as name: String,
        for seconds: UInt32,
        to ring: Int32
    ) -> Int {
        turn.withLock { _ in
            payload.withUnsafeBytes { bytes in
                pk_keyring_add(ring, name, bytes.baseAddress, bytes.count, max(seconds, 1))
            }
        }
    }

    private static func search(_ ring: Int32, _ name: String) -> Int32? {
        guard let serial = Int32(exactly: pk_keyring_search(ring, name)), serial > 0 else {
            return nil
        }
        return serial
    }

    /// Takes entries out of a keyring whose time has passed; the kernel does so only minutes later,
    /// and until then they count in the user's quota.
    private func removeExpired(from ring: Int32) -> Bool {
        let expired = Self.entries(of: ring).filter { serial in
            [Self.keyIsExpired, Self.keyIsRevoked].contains(-pk_keyring_describe(serial, nil, 0))
        }
        for serial in expired { pk_keyring_remove(ring, serial) }
        return !expired.isEmpty
    }

    /// The serial numbers of the keys in a keyring.
    private static func entries(of ring: Int32) -> [Int32] {
        let width = MemoryLayout<Int32>.size
        let length = pk_keyring_read(ring, nil, 0)
        guard length > 0, length <= maximumEntries * width else { return [] }
        return [Int32](unsafeUninitializedCapacity: length / width) { room, count in
            let read = pk_keyring_read(ring, room.baseAddress, length)
            count = max(0, min(read, length) / width)
        }
    }

    private static func isOurs(_ serial: Int32) -> Bool { name(serial)?.hasPrefix(prefix) == true }

    private static func name(_ serial: Int32) -> String? {
        let length = pk_keyring_describe(serial, nil, 0)
        guard length > 0, length <= maximumName else { return nil }
        var read = 0
        let text = [UInt8](unsafeUninitializedCapacity: length) { room, count in
            room.withMemoryRebound(to: CChar.self) { room in
                read = pk_keyring_describe(serial, room.baseAddress, length)
            }
            count = read == length ? length : 0
        }
        let fields = text.dropLast().split(
            separator: UInt8(ascii: ";"),
            maxSplits: 4,
            omittingEmptySubsequences: false
        )
        guard fields.count == 5, fields[0].elementsEqual("user".utf8) else { return nil }
        return String(decoding: fields[4], as: UTF8.self)
    }

    // Linux's numbers, which the calls return on every system.
    private static let notPermitted = 1
    private static let accessDenied = 13
    private static let noSuchCall = 38
    private static let notSupported = 95
    private static let quotaIsFull = 122
    private static let keyIsExpired = 127
    private static let keyIsRevoked = 128

    /// A serial number, or the error of a call.
    private static func checked(_ answer: Int) throws(RetentionError) -> Int32 {
        if let serial = Int32(exactly: answer), serial > 0 { return serial }
        switch -answer {
        case quotaIsFull: throw .full
        case notPermitted, accessDenied, noSuchCall, notSupported: throw .unavailable
        default: throw .failed
        }
    }
}
