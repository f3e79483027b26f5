/// The epochs of keychains that one value of a counter stands for: the content of the file
/// `device.count` (vault-format.md §16.1).
struct EpochList: Equatable {
    /// A keychain, and the epoch that its file has at least.
    struct Entry: Equatable {
        let keychain: [UInt8]
        var epoch: Int64
    }

    /// The value of the counter.
    var count: UInt64
    /// Whether the list has been kept without a gap since the counter was made, so that a keychain
    /// that is not in it is new.
    var isComplete: Bool
    private(set) var entries: [Entry] = []

    private static let magic = Array("PKCOUNT1".utf8)
    private static let entryLength = 16 + 8
    private static let headLength = 8 + 8 + 1
    /// The most keychains; the oldest one is forgotten for another.
    static let mostEntries = 1024
    static let longest = headLength + mostEntries * entryLength + Limits.codeLength

    init(count: UInt64, isComplete: Bool) {
        (self.count, self.isComplete) = (count, isComplete)
    }

    /// Reads the content of the file.
    ///
    /// - Returns: `nil` for anything that ``encoded(_:)`` does not make with the same key.
    init?(_ bytes: UnsafeRawBufferPointer, _ mac: MessageCode) {
        guard Self.headLength + Limits.codeLength...Self.longest ~= bytes.count,
            let content = mac.content(of: bytes)
        else { return nil }
        var reader = ByteReader(content)
        guard let found = try? Self(content: &reader) else { return nil }
        self = found
    }

    /// Reads the bytes before the code.
    init(content reader: inout ByteReader) throws(KeychainError) {
        let isMagic = try reader.raw(Self.magic.count).elementsEqual(Self.magic)
        count = try reader.integer()
        let mark = try reader.integer(UInt8.self)
        isComplete = mark == 1
        guard isMagic, mark <= 1 else { throw KeychainError(.corrupt) }
        while reader.remaining > 0 {
            let keychain = try reader.array(Limits.identifierLength)
            entries.append(Entry(keychain: keychain, epoch: try reader.integer()))
        }
    }

    /// The bytes of the file.
    func encoded(_ mac: MessageCode) -> [UInt8] { mac.file(of: content) }

    /// The bytes before the code.
    var content: [UInt8] {
        var writer = ByteWriter(capacity: Self.headLength + entries.count * Self.entryLength)
        writer.raw(Self.magic)
        writer.integer(count)
        writer.integer(UInt8(isComplete ? 1 : 0))
        for entry in entries {
            writer.raw(entry.keychain)
            writer.integer(entry.epoch)
        }
        return writer.bytes
    }

    /// The epoch that the file of a keychain has at least.
    ///
    /// - Returns: `nil` for a keychain that is new; the greatest number for one that a rotation has
    ///   replaced, or of which nothing is known although there was something.
    func least(of keychain: [UInt8], _ device: DeviceKey) -> Int64? {
        if let entry = entries.first(where: { $0.keychain == keychain }) { return entry.epoch }
        if entries.contains(where: { device.isSuccessor($0.keychain, of: keychain) }) {
            return .max
        }
        if isComplete { return nil }
        return entries.contains { device.isSuccessor(keychain, of: $0.keychain) } ? nil : .max
    }

    /// Whether the list has an epoch of a keychain, or a later one.
    func has(_ epoch: Int64, of keychain: [UInt8]) -> Bool {
        entries.contains { $0.keychain == keychain && $0.epoch >= epoch }
    }

    /// Sets the epoch of a keychain; those that it has replaced by rotations are removed.
    mutating func set(_ epoch: Int64, of keychain: [UInt8], _ device: DeviceKey) {
        if let place = entries.firstIndex(where: { $0.keychain == keychain }) {
            entries[place].epoch = epoch
            return
        }
        entries.removeAll { device.isSuccessor(keychain, of: $0.keychain) }
        add(epoch, of: keychain)
    }

    /// Adds a keychain that is not in the list.
    mutating func add(_ epoch: Int64, of keychain: [UInt8]) {
        if entries.count >= Self.mostEntries { entries.removeFirst() }
        entries.append(Entry(keychain: keychain, epoch: epoch))
    }
}
