package import KeychainEssentials
internal import PortableKeychain

/// A member's signed statement of the state that the vault has at a time.
///
/// A mirror shows it with the files of that state. Its signature proves who made it, and its time how
/// old it is: a server that keeps showing an old state can do so only until the statement expires.
package struct MirrorStamp: SyncSigned, Sendable, Equatable {
    /// The shortest and the longest time for which a stamp can be valid, in seconds.
    package static let validities: ClosedRange<UInt32> = 60...2_592_000
    /// The time by which the clock of the signing machine may be ahead, in seconds.
    static let allowedSkew: UInt64 = 3600
    /// The length of a stamp in bytes.
    package static let length = 225

    private static let version: UInt8 = 1
    static var label: [UInt8] { SyncLabels.stamp }

    let vault: VaultID
    /// The time of the signature, in milliseconds since 1970.
    ///
    /// Each stamp of a mirror has a later one than
    /// that before.
    let time: UInt64
    /// The time for which the statement is valid, in seconds.
    let validity: UInt32
    /// The newest entry of the members, by the number of entries and its digest.
    let members: MembershipEntry.Position
    /// The end of the log.
    let end: MembershipEntry.Position
    /// The object at the root of the tree of the files.
    let root: MirrorTree.Link
    let author: DeviceID
    var signature: [UInt8] = []

    var unsigned: [UInt8] {
        var writer = SecretEncoder()
        writer.integer(Self.version)
        writer.raw(vault.bytes)
        writer.integer(time)
        writer.integer(validity)
        for place in [members, end] {
            writer.integer(place.sequence)
            writer.raw(place.hash)
        }
        writer.integer(root.length)
        writer.raw(root.digest)
        writer.raw(author.bytes)
        return writer.finished().withUnsafeBytes { Array($0) }
    }

    init(
        vault: VaultID,
        time: UInt64,
        validity: UInt32,
        members: MembershipEntry.Position,
        end: MembershipEntry.Position,
        root: MirrorTree.Link,
        author: DeviceID
    ) {
        (self.vault, self.time, self.validity) = (vault, time, validity)
        (self.members, self.end, self.root, self.author) = (members, end, root, author)
    }

    /// Reads the bytes; `nil` for any others.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        let read = try? bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let version: UInt8 = try reader.integer()
            var stamp = MirrorStamp(
                vault: try reader.identifier(),
                time: try reader.integer(),
                validity: try reader.integer(),
                members: try Self.place(&reader),
                end: try Self.place(&reader),
                root: try MirrorTree.Link(&reader),
                author: try reader.identifier()
            )
            stamp.signature = try reader.array(MembershipEntry.signatureLength)
            try reader.finish()
            return version == Self.version ? stamp : nil
        }
        guard let stamp = read ?? nil, Self.validities.contains(stamp.validity) else { return nil }
        self = stamp
    }

    private static func place(
        _ reader: inout ByteReader
    ) throws(KeychainError) -> MembershipEntry.Position {
        MembershipEntry.Position(
            sequence: try reader.integer(),
            hash: try reader.array(SyncDigest.length)
        )
    }

    /// The time of the signature.
    package var date: Date { Date(timeIntervalSince1970: Double(time) / 1000) }

    /// The time until which the statement is valid.
    package var expiry: Date { date.addingTimeInterval(Double(validity)) }

    /// Whether the statement may be taken after another one: it is a later one, or of the same state, as
    /// that of another mirror can be.
    func follows(_ last: MirrorStamp?) -> Bool {
        guard let last, last.members != members || last.end != end || last.root != root else {
            return true
        }
        return time > last.time
    }

    /// Whether the statement is valid at a time by the clock of this device.
    func isValid(at now: Date) -> Bool { !isAhead(of: now) && now <= expiry }

    /// Whether the time of the signature is further in the future than clocks may differ: one of them was
    /// wrong when it was made, or is now.
    func isAhead(of now: Date) -> Bool {
        date > now.addingTimeInterval(Double(Self.allowedSkew))
    }
}

// MARK: The newest stamp that a device has read

extension MirrorStamp {
    private static let name = SyncStateName(kind: "stamp")

    /// The row of the newest stamp.
    var row: SyncStateChange { .put(Self.name, SecretBytes(encoded)) }

    /// The stamp that a device has read last; `nil` if it has read none.
    static func newest(in state: [SyncStateName: SecretBytes]) -> MirrorStamp? {
        state[name].flatMap { MirrorStamp($0.withUnsafeBytes { Array($0) }) }
    }
}
