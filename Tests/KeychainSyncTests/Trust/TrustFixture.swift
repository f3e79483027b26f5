@_spi(Keepers) import PortableKeychain
import SyncSimulation

@testable import KeychainSync

/// A vault of an admin, a writer and a reader, whose entries tests sign as they like.
struct TrustFixture {
    let admin: DeviceKeys
    let writer: DeviceKeys
    let reader: DeviceKeys
    let keys: EpochKeys
    let names: SyncSecret
    let vault: VaultID
    var trust: VaultTrust
    let entropy: KeychainEntropy
    /// The entries of the members.
    private(set) var chain: [MembershipEntry] = []

    init(seed: UInt64 = 1) throws {
        entropy = SeededSource.entropy(seed)
        admin = try DeviceKeys(entropy: entropy)
        writer = try DeviceKeys(entropy: entropy)
        reader = try DeviceKeys(entropy: entropy)
        keys = .random(entropy)
        names = .random(entropy)
        let random = entropy.bytes(32)
        vault = MembershipEntry.vault(random: random, admin.certificate)
        trust = VaultTrust(vault: vault)
        try append(.genesis(random: random, admin.certificate, name: []), newKeys: true)
        try append(.add(writer.certificate, .writer, name: []))
        try append(.add(reader.certificate, .reader, name: []))
    }

    /// Everything that an entry of the members says, to be changed.
    struct Draft {
        var number: UInt64
        var previous: [UInt8]
        var author: DeviceKeys
        var named: DeviceID?
        var position: MembershipEntry.Position
        var change: MembershipEntry.Change
        var newEpoch: EpochChecks?

        func entry(in vault: VaultID) throws -> MembershipEntry {
            try MembershipEntry(
                number: number,
                previous: previous,
                author: named ?? author.id,
                position: position,
                wraps: SyncDigest.zero,
                change: change,
                newEpoch: newEpoch
            ).signed(by: author, in: vault)
        }
    }

    func draft(_ change: MembershipEntry.Change, newKeys: Bool = false) -> Draft {
        let epoch = trust.membership.epoch + 1
        return Draft(
            number: trust.membership.count,
            previous: trust.membership.moments.last?.hash ?? SyncDigest.zero,
            author: admin,
            position: trust.position,
            change: change,
            newEpoch: newKeys ? EpochChecks(keys, names, of: epoch, in: vault) : nil
        )
    }

    mutating func append(_ change: MembershipEntry.Change, newKeys: Bool = false) throws {
        let entry = try draft(change, newKeys: newKeys).entry(in: vault)
        try trust.append(entry, rules: .standard)
        chain.append(entry)
    }

    /// An entry of the log, of one record, which its author signed.
    func entry(
        by author: DeviceKeys? = nil,
        named: DeviceID? = nil,
        sequence: UInt64? = nil,
        number: UInt64? = nil,
        previous: [UInt8]? = nil,
        membership: [UInt8]? = nil
    ) throws -> SignedEntry {
        let author = author ?? writer
        let name = named ?? author.id
        let attempt = CommitAttempt(
            author: name,
            number: number ?? trust.written[name, default: 0] + 1,
            sequence: sequence ?? trust.position.sequence + 1,
            changes: [.init(id: ItemID(1, 2), record: [1, 2, 3])]
        )
        return try SignedEntry(
            attempt,
            previous: previous ?? trust.position.hash,
            membership: membership ?? trust.membership.moments.last?.hash ?? SyncDigest.zero
        ).signed(by: author, in: vault)
    }

    /// A cut with the digest of a snapshot, which its author signed.
    func cut(
        _ digest: [UInt8],
        by author: DeviceKeys? = nil,
        named: DeviceID? = nil,
        previous: [UInt8]? = nil,
        membership: [UInt8]? = nil
    ) throws -> SignedEntry {
        let author = author ?? writer
        return try SignedEntry(
            .cut(digest),
            by: named ?? author.id,
            at: trust.position.sequence + 1,
            previous: previous ?? trust.position.hash,
            membership: membership ?? trust.membership.moments.last?.hash ?? SyncDigest.zero
        ).signed(by: author, in: vault)
    }

    /// The check that refuses an entry; `nil` if it is accepted.
    func alarm(_ entry: MembershipEntry, _ rules: TrustRules = .standard) -> TrustAlarm? {
        alarm { next throws(TrustAlarm) in try next.append(entry, rules: rules) }
    }

    func alarm(_ entry: SignedEntry, _ rules: TrustRules = .standard) -> TrustAlarm? {
        alarm { next throws(TrustAlarm) in try next.append(entry, rules: rules) }
    }

    func alarm(_ append: (inout VaultTrust) throws(TrustAlarm) -> Void) -> TrustAlarm? {
        var next = trust
        do throws(TrustAlarm) {
            try append(&next)
            return nil
        } catch {
            return error
        }
    }
}
