internal import PortableKeychain

/// The rights of a member.
package enum SyncRole: UInt8, Sendable, CaseIterable {
    /// Changes items and members.
    case admin = 1
    /// Changes items.
    case writer
    /// Reads items.
    case reader
    /// A recovery key, which no device has: changes members.
    case recovery
    /// Reads items, and signs the stamps of mirrors.
    case publisher

    package var changesItems: Bool { self == .admin || self == .writer }
    var changesMembers: Bool { self == .admin || self == .recovery }
    /// Whether members believe the stamps of this one.
    ///
    /// Those who change items could show them anything
    /// anyway; a reader could hold back what others write.
    package var signsStamps: Bool { changesItems || self == .publisher }
}

/// One change of the members of a vault, signed by its author.
struct MembershipEntry: SyncSigned, Sendable, Equatable {
    enum Change: Sendable, Equatable {
        case genesis(random: [UInt8], DeviceCertificate, name: [UInt8])
        case add(DeviceCertificate, SyncRole, name: [UInt8])
        case remove(DeviceID)
        /// New keys, and the same members.
        case rotate
        case setRole(DeviceID, SyncRole)
        /// The entries that were lost after the ones before it are given up: the engine was
        /// restored.
        case acceptOlder(LostLine)
    }

    /// A place in the log: everything up to it was written for the members before.
    struct Position: Sendable, Equatable {
        var sequence: UInt64
        /// The digest of its last entry; zero for an empty log.
        var hash: [UInt8]

        static let start = Position(sequence: 0, hash: SyncDigest.zero)
    }

    static let version: UInt8 = 1
    static let signatureLength = 64
    static let randomLength = 32
    static let maximumNameLength = 256

    let number: UInt64
    /// The digest of the entry before; zero for the first one.
    let previous: [UInt8]
    let author: DeviceID
    let position: Position
    /// The digest of the keys that come with it (``KeyWraps``).
    let wraps: [UInt8]
    let change: Change
    /// The checks of the keys that it begins an epoch with, if it does.
    let newEpoch: EpochChecks?
    var signature: [UInt8] = []

    init(
        number: UInt64,
        previous: [UInt8],
        author: DeviceID,
        position: Position,
        wraps: [UInt8],
        change: Change,
        newEpoch: EpochChecks?
    ) {
        (self.number, self.previous, self.author) = (number, previous, author)
        (self.position, self.wraps) = (position, wraps)
        (self.change, self.newEpoch) = (change, newEpoch)
    }

    /// The name of the vault that a first entry begins.
    static func vault(random: [UInt8], _ creator: DeviceCertificate) -> VaultID {
        let digest = SyncDigest.of(SyncLabels.vault + random + creator.encoded)
        return VaultID(digest.prefix(VaultID.length)) ?? VaultID(0, 0)
    }

    static var label: [UInt8] { SyncLabels.membership }
}

// MARK: Bytes

extension MembershipEntry {
    var unsigned: [UInt8] {
        var writer = SecretEncoder()
        writer.integer(Self.version)
        writer.integer(number)
        writer.raw(previous)
        writer.raw(author.bytes)
        writer.integer(position.sequence)
        writer.raw(position.hash)
        writer.raw(wraps)
        switch change {
        case .genesis(let random, let certificate, let name):
            writer.integer(UInt8(1))
            writer.raw(random)
            writer.raw(certificate.encoded)
            writer.sized(name)
        case .add(let certificate, let role, let name):
            writer.integer(UInt8(2))
            writer.integer(role.rawValue)
            writer.raw(certificate.encoded)
            writer.sized(name)
        case .remove(let device):
            writer.integer(UInt8(3))
            writer.raw(device.bytes)
        case .rotate: writer.integer(UInt8(4))
        case .setRole(let device, let role):
            writer.integer(UInt8(5))
            writer.raw(device.bytes)
            writer.integer(role.rawValue)
        case .acceptOlder(let lost):
            writer.integer(UInt8(6))
            lost.encode(into: &writer)
        }
        writer.integer(UInt8(newEpoch == nil ? 0 : 1))
        if let newEpoch { writer.raw(newEpoch.encoded) }
        return writer.finished().withUnsafeBytes { Array($0) }
    }

    /// Reads an entry; `nil` for any other bytes.
    init?(_ bytes: [UInt8]) {
        let read = try? bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            guard try reader.integer(UInt8.self) == Self.version else { throw Self.malformed }
            let number: UInt64 = try reader.integer()
            let previous = try reader.array(SyncDigest.length)
            let author: DeviceID = try reader.identifier()
            let position = Position(
                sequence: try reader.integer(),
                hash: try reader.array(SyncDigest.length)
            )
            let wraps = try reader.array(SyncDigest.length)
            let change = try Self.change(&reader)
            let mark: UInt8 = try reader.integer()
            guard mark <= 1 else { throw Self.malformed }
            var entry = MembershipEntry(
                number: number,
                previous: previous,
                author: author,
                position: position,
                wraps: wraps,
                change: change,
                newEpoch: mark == 1 ? try EpochChecks(&reader) : nil
            )
            entry.signature = try reader.array(Self.signatureLength)
            try reader.finish()
            return entry
        }
        guard let read else { return nil }
        self = read
    }

    private static func change(_ reader: inout ByteReader) throws(KeychainError) -> Change {
        switch try reader.integer(UInt8.self) {
        case 1:
            return .genesis(
                random: try reader.array(randomLength),
                try DeviceCertificate(&reader),
                name: try name(&reader)
            )
        case 2:
            let role = try role(&reader)
            return .add(try DeviceCertificate(&reader), role, name: try name(&reader))
        case 3: return .remove(try reader.identifier())
        case 4: return .rotate
        case 5: return .setRole(try reader.identifier(), try role(&reader))
        case 6: return .acceptOlder(try LostLine(&reader))
        default: throw malformed
        }
    }

    private static func role(_ reader: inout ByteReader) throws(KeychainError) -> SyncRole {
        guard let role = SyncRole(rawValue: try reader.integer()) else { throw malformed }
        return role
    }

    private static func name(_ reader: inout ByteReader) throws(KeychainError) -> [UInt8] {
        let name = Array(try reader.sized())
        guard name.count <= maximumNameLength else { throw malformed }
        return name
    }

    private static var malformed: KeychainError {
        KeychainError(.corrupt, reason: "An entry of the members is malformed.")
    }
}
