internal import KeychainSync
internal import PortableKeychain

/// The keys of a device in one vault.
///
/// `@unchecked Sendable`: a simulation runs in one task.
final class Keyring: @unchecked Sendable {
    var epochs: Set<UInt8>
    var newest: UInt8

    init(_ epochs: Set<UInt8>, newest: UInt8) { (self.epochs, self.newest) = (epochs, newest) }
}

/// Records that only devices with the key of their epoch can open.
struct EpochSealing: RecordSealing {
    let ring: Keyring
    private let base = FakeSealing()

    init(_ ring: Keyring) { self.ring = ring }

    func id(of key: SyncKey) -> ItemID { base.id(of: key) }

    func seal(
        _ body: SecretBytes,
        of id: ItemID,
        whenUnlocked: Bool
    ) throws(KeychainError) -> [UInt8] {
        try [ring.newest] + base.seal(body, of: id, whenUnlocked: whenUnlocked)
    }

    func isCurrent(_ record: [UInt8]) -> Bool { record.first == ring.newest }

    func needsUnlock(_ record: [UInt8]) -> Bool { base.needsUnlock(Array(record.dropFirst())) }

    func open(_ record: [UInt8], of id: ItemID) throws(KeychainError) -> SecretBytes {
        guard let epoch = record.first, ring.epochs.contains(epoch) else {
            throw KeychainError(.undecodable)
        }
        return try base.open(Array(record.dropFirst()), of: id)
    }

    func tie(_ value: SecretBytes) -> [UInt8] { base.tie(value) }
}

/// A vault with its log and its chain of members, as each honest reader sees it.
final class SharedVault {
    /// A member that is a person; its key adds and removes the person's devices.
    struct Person {
        var key: Int
        let isAdmin: Bool
    }

    /// The moment when a device was removed.
    struct Removal {
        let sequence: UInt64
        let event: Int
    }

    let number: Int
    var engine = SimEngine()
    private let rules: SharingRules
    /// The number of changes of the members.
    private(set) var changes: UInt64 = 0
    private(set) var epoch: UInt8 = 1
    private(set) var persons: [Int: Person] = [:]
    /// The persons of all devices that are members.
    private(set) var devices: [Int: Int] = [:]
    private(set) var removals: [Int: Removal] = [:]
    private(set) var rings: [Int: Keyring] = [:]
    private(set) var formerKeys: [Int: Int] = [:]
    var invited: Set<Int> = []
    var requests: [Int: Int] = [:]
    private var newest: [DeviceID: [UInt8]] = [:]

    init(_ number: Int, _ rules: SharingRules) { (self.number, self.rules) = (number, rules) }

    var head: ZoneHead {
        let head = engine.head
        return ZoneHead(
            sequence: head.sequence,
            oldest: head.oldest,
            written: head.written,
            membership: changes
        )
    }

    /// The end of the log, with the digest of a device's last commit.
    func head(for device: DeviceID) -> ZoneHead {
        let head = head
        // Only devices that share an author differ in it, and it costs time.
        guard !rules.authorIsDevice else { return head }
        return ZoneHead(
            sequence: head.sequence,
            oldest: head.oldest,
            written: head.written,
            newest: newest[device],
            membership: changes
        )
    }

    func commit(_ attempt: CommitAttempt, from device: Int) -> CommitOutcome {
        guard devices[device] != nil, attempt.membership == changes else { return .refused }
        let outcome = engine.commit(attempt)
        if outcome == .committed, !rules.authorIsDevice {
            var content: [UInt8] = []
            for change in attempt.changes {
                content += change.id.bytes
                content.append(change.record == nil ? 0 : 1)
                content += change.record ?? []
            }
            newest[attempt.author] = SyncDigest.of(content)
        }
        return outcome
    }

    // MARK: Members

    func addPerson(_ person: Int, key: Int, isAdmin: Bool) {
        persons[person] = Person(key: key, isAdmin: isAdmin)
        requests[person] = nil
        invited.remove(person)
        changes += 1
    }

    /// Adds a device; in a shared vault that takes the person's key.
    func add(_ device: Int, of person: Int, key: Int?) -> Bool {
        guard rings[device] == nil else { return false }
        if let key {
            let isPresent = persons[person]?.key == key
            let isFormer = !rules.judgesByPresentMembers && formerKeys[person] == key
            guard isPresent || isFormer else { return false }
        }
        devices[device] = person
        let used = engine.records.values.compactMap(\.first)
        rings[device] = Keyring(Set(used).union([epoch]), newest: epoch)
        changes += 1
        return true
    }

    func removePerson(_ person: Int, at event: Int) {
        guard let member = persons.removeValue(forKey: person) else { return }
        formerKeys[person] = member.key
        let all = devices.filter { $0.value == person }.keys.sorted()
        remove(rules.removesAllDevices ? all : Array(all.prefix(1)), at: event)
    }

    func replaceKey(of person: Int, by key: Int, removing gone: [Int], at event: Int) {
        persons[person]?.key = key
        remove(gone, at: event)
    }

    func remove(_ gone: [Int], at event: Int) {
        for device in gone {
            devices[device] = nil
            removals[device] = Removal(sequence: engine.sequence, event: event)
        }
        changes += 1
        guard rules.removalBeginsEpoch else { return }
        epoch += 1
        for device in devices.keys {
            rings[device]?.epochs.insert(epoch)
            rings[device]?.newest = epoch
        }
    }
}
