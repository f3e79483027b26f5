/// A device key that a token unsealed, as the kernel keeps it for the user's other processes
/// (vault-format.md §6.1): the sealed bytes, and if the token counts, the last known count.
struct KeptDeviceKey: Sendable {
    private let sealed: SealedDeviceKey
    private let retention: any KeyRetention
    private let seconds: UInt32

    /// Names the place.
    ///
    /// - Parameters:
    ///   - sealed: The file of the key.
    ///   - retention: The place that keeps it.
    ///   - seconds: The time in seconds.
    init(_ sealed: SealedDeviceKey, in retention: any KeyRetention, for seconds: UInt32) {
        self.sealed = sealed
        self.retention = retention
        self.seconds = seconds
    }

    private var name: String { DeviceKey.retainedName(sealed.identifier) }

    /// The key that is kept, and its count; `nil` for none, or one that belongs to another file.
    ///
    /// The count is 0 where it is not known yet.
    func find() -> (key: DeviceKey, count: UInt64)? {
        guard let payload = retention.find(name)?.payload else { return nil }
        let split = payload.count - (sealed.counter == nil ? 0 : 8)
        guard split > 0 else { return nil }
        let (secret, rest) = payload.withUnsafeBytes {
            (SecretBytes($0.prefix(split)), SecretBytes($0.dropFirst(split)))
        }
        return sealed.key(in: secret).map { ($0, UInt64(part: rest) ?? 0) }
    }

    /// Keeps a key.
    ///
    /// Where the kernel keeps nothing, each process asks the token.
    func keep(_ key: DeviceKey, count: UInt64) {
        var rest = SealedDeviceKey.digest(sealed.counter)
        if sealed.counter != nil { rest += count.part.withUnsafeBytes { Array($0) } }
        _ = try? retention.keep(SecretBytes(key.key).followed(by: rest), as: name, for: seconds)
    }

    /// Raises the count of a key that is kept; a lock may have dropped it.
    func raise(to count: UInt64) {
        guard let found = find(), found.count < count else { return }
        keep(found.key, count: count)
    }
}

extension SecretBytes {
    /// The secret with bytes after it.
    func followed(by bytes: [UInt8]) -> SecretBytes {
        SecretBytes(count: count + bytes.count) { room in
            withUnsafeBytes { room.copyMemory(from: $0) }
            UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyBytes(from: bytes)
        }
    }
}
