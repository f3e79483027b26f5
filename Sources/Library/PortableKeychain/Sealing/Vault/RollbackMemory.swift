internal import Crypto

/// The memory about keychains outside their files, so that an older copy of a file is noticed
/// (vault-format.md §16).
///
/// For each keychain there is a small file in a folder beside the device key, authenticated with a
/// key that is derived from the device key. It is raised after each change, without waiting for the
/// disk, and never lowered except by ``accept(_:of:at:)``. A file that is missing or damaged is
/// made again: an attacker that can damage it can also remove it. Its date says since when it
/// remembers.
struct RollbackMemory: Sendable {
    /// The progress of a keychain: both numbers only grow.
    struct Point: Equatable, Sendable {
        /// The number of keybags and locks.
        var epoch: Int64
        /// The number of changes.
        var generation: UInt64

        /// Whether the other point is later in one number at least.
        func isOlder(than other: Point) -> Bool {
            epoch < other.epoch || generation < other.generation
        }

        /// A point that no keychain reaches: the end of an identifier that a rotation has replaced.
        static let end = Point(epoch: .max, generation: .max)
    }

    /// The content of a memory file.
    struct Record: Equatable, Sendable {
        /// The latest state of the keychain that was seen.
        var latest: Point
        /// The state in which remembering began.
        let first: Point
        /// The time when remembering began, in seconds since 2001-01-01T00:00:00Z.
        let since: Double
    }

    private let folder: String
    private let device: DeviceKey

    /// Names the folder; it need not exist.
    init(_ folder: String, _ device: DeviceKey) {
        self.folder = folder
        self.device = device
    }

    /// The record of a keychain; `nil` if there is none, or the file is damaged.
    func record(of keychain: [UInt8]) -> Record? {
        let mac = Self.mac(device, keychain)
        return file(keychain).read(atMost: Self.limit) { Record($0, keychain, mac) }
    }

    /// Remembers a state, unless a later one is known.
    ///
    /// Failures are ignored, such as that of a folder that cannot be written: they must not keep
    /// the user from using the keychain.
    func note(_ point: Point, of keychain: [UInt8], at now: Double) {
        try? update(keychain) { known in
            guard let known else { return Record(latest: point, first: point, since: now) }
            guard known.latest.isOlder(than: point) else { return nil }
            var record = known
            record.latest.epoch = max(record.latest.epoch, point.epoch)
            record.latest.generation = max(record.latest.generation, point.generation)
            return record
        }
    }

    /// Remembers a state although a later one is known.
    ///
    /// - Throws: ``KeychainError`` if the file cannot be written.
    func accept(_ point: Point, of keychain: [UInt8], at now: Double) throws(KeychainError) {
        try update(keychain) { _ in Record(latest: point, first: point, since: now) }
    }

    /// Removes the record of a keychain.
    static func forget(_ keychain: [UInt8], in folder: String) {
        PrivateRecord(folder, name(keychain)).remove()
    }

    private func update(
        _ keychain: [UInt8],
        _ body: (Record?) -> Record?
    ) throws(KeychainError) {
        let mac = Self.mac(device, keychain)
        try file(keychain).update(atMost: Self.limit) { bytes in
            body(Record(bytes, keychain, mac))?.encoded(keychain, mac)
        }
    }

    private static let limit = Record.length + 1

    private func file(_ keychain: [UInt8]) -> PrivateRecord {
        PrivateRecord(folder, Self.name(keychain))
    }

    private static func name(_ keychain: [UInt8]) -> String { keychain.hexadecimal }

    /// The code that authenticates the memory of a keychain.
    static func mac(_ device: DeviceKey, _ keychain: [UInt8]) -> MessageCode? {
        let key = HKDF<SHA256>.expand(
            pseudoRandomKey: device.key,
            info: Array(Labels.memory.utf8) + keychain,
            outputByteCount: Limits.keyLength
        )
        return try? MessageCode(key)
    }
}

extension RollbackMemory.Record {
    private static let magic = Array("PKMEMRY1".utf8)
    /// Magic, keychain, five numbers and the code.
    static let length = 8 + 16 + 5 * 8 + Limits.codeLength

    /// Reads the content of a file.
    ///
    /// - Returns: `nil` if it is not a content for this keychain.
    init?(_ bytes: UnsafeRawBufferPointer, _ keychain: [UInt8], _ mac: MessageCode?) {
        guard bytes.count == Self.length, let content = mac?.content(of: bytes) else { return nil }
        var reader = ByteReader(content)
        guard (try? reader.raw(8).elementsEqual(Self.magic)) == true,
            (try? reader.raw(16).elementsEqual(keychain)) == true,
            let numbers = try? Self.numbers(&reader)
        else { return nil }
        self = numbers
    }

    private static func numbers(_ reader: inout ByteReader) throws(KeychainError) -> Self {
        let latest = try point(&reader)
        let first = try point(&reader)
        return Self(
            latest: latest,
            first: first,
            since: Double(bitPattern: try reader.integer())
        )
    }

    private static func point(
        _ reader: inout ByteReader
    ) throws(KeychainError) -> RollbackMemory.Point {
        let epoch: Int64 = try reader.integer()
        return RollbackMemory.Point(epoch: epoch, generation: try reader.integer())
    }

    func encoded(_ keychain: [UInt8], _ mac: MessageCode?) -> [UInt8]? {
        guard let mac else { return nil }
        var writer = ByteWriter(capacity: Self.length)
        writer.raw(Self.magic)
        writer.raw(keychain)
        for point in [latest, first] {
            writer.integer(point.epoch)
            writer.integer(point.generation)
        }
        writer.integer(since.bitPattern)
        return mac.file(of: writer.bytes)
    }
}
