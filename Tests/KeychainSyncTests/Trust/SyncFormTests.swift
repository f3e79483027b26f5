import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// Bytes that are authentic, and not of the form that sync-format.md prescribes: a member made them.
@Suite struct SyncFormTests {
    /// S9: 1 to 100 changes, sorted by name, each name once.
    @Test(
        arguments: [
            ([1], true), ([1, 2, 3], true), (Array(1...100), true), ([], false),
            (Array(1...101), false), ([2, 1], false), ([1, 1], false),
        ] as [([UInt64], Bool)]
    )
    func entriesHaveSortedChanges(_ names: [UInt64], _ isAccepted: Bool) throws {
        let attempt = CommitAttempt(
            author: DeviceID(0, 1),
            number: 1,
            sequence: 1,
            changes: [.init(id: ItemID(0, 1), record: nil)]
        )
        let entry = SignedEntry(attempt, previous: SyncDigest.zero, membership: SyncDigest.zero)
        // All but the number of the changes, and the change.
        var bytes = Array(entry.unsigned.dropLast(2 + 17))
        bytes += [UInt8(names.count >> 8), UInt8(names.count & 0xFF)]
        for name in names { bytes += ItemID(0, name).bytes + [0] }
        bytes += [UInt8](repeating: 0, count: MembershipEntry.signatureLength)
        #expect((SignedEntry(SecretBytes(bytes)) != nil) == isAccepted)
    }

    /// S7: devices are sorted, each once.
    @Test(arguments: [([0, 1], true), ([1, 0], false), ([0, 0], false)] as [([Int], Bool)])
    func keysHaveSortedDevices(_ order: [Int], _ isAccepted: Bool) throws {
        let fixture = try TrustFixture()
        let bytes = try KeyWraps(
            [1: fixture.keys],
            fixture.names,
            in: fixture.vault,
            to: [fixture.admin.certificate, fixture.writer.certificate]
        ).encoded
        let (start, length) = (9, (bytes.count - 9) / 2)
        let wraps = (0..<2).map { bytes[(start + $0 * length)..<(start + ($0 + 1) * length)] }
        let ordered = bytes[..<start] + order.flatMap { wraps[$0] }
        #expect((KeyWraps(Array(ordered)) != nil) == isAccepted)
    }

    /// The flaws that a member can put into a record that it seals.
    enum Flaw: String, CaseIterable {
        case none, commitment, notZero, tooMuchPadding, noPadding, otherPart, tooLong
    }

    private func record(_ flaw: Flaw, of id: ItemID, _ fixture: TrustFixture) throws -> [UInt8] {
        let length = flaw == .tooLong ? VaultSealing.maximumLength : 301
        var plain = SecretEncoder()
        plain.sized([UInt8](repeating: 7, count: length))
        let rest = VaultSealing.paddedLength(plain.count) - plain.count
        var padding = [UInt8](repeating: 0, count: flaw == .noPadding ? 0 : rest)
        if flaw == .notZero { padding[0] = 1 }
        if flaw == .tooMuchPadding { padding.append(0) }
        plain.raw(padding)

        let salt = [UInt8](repeating: 3, count: 24)
        let derived = fixture.keys.early.derived(
            SyncLabels.body + fixture.vault.bytes + id.bytes,
            salt: salt,
            count: 48
        ).withUnsafeBytes { Array($0) }
        var commitment = Array(derived.dropFirst(32))
        if flaw == .commitment { commitment[0] ^= 1 }
        let nonce = [UInt8](repeating: 0, count: 12)
        var record = [VaultSealing.version, 0, 0, 0, 1] + salt + commitment
        let header = fixture.keys.log.derived(SyncLabels.header + fixture.vault.bytes, salt: salt)
        record += try SyncSecret(header).encrypt(
            SecretBytes([flaw == .otherPart ? 5 : 7]),
            nonce: nonce,
            authenticating: record
        ).dropFirst(nonce.count)
        let body = SyncSecret(SecretBytes(Array(derived.prefix(32))))
        return record
            + (try body.encrypt(plain.finished(), nonce: nonce, authenticating: record))
            .dropFirst(nonce.count)
    }

    /// S12.
    @Test(arguments: Flaw.allCases) func recordsHaveOneForm(_ flaw: Flaw) throws {
        let (fixture, id) = (try TrustFixture(), ItemID(1, 2))
        var ring = VaultKeyring()
        ring.epochs[1] = fixture.keys
        let sealing = VaultSealing(vault: fixture.vault, entropy: fixture.entropy)
        sealing.use(ring, epoch: 1)
        let record = try record(flaw, of: id, fixture)
        guard flaw != .none else {
            #expect(try sealing.open(record, of: id).count == 301)
            return
        }
        #expect(throws: KeychainError(.undecodable)) { try sealing.open(record, of: id) }
    }

    /// A stranger can leave requests, which members read before they know whose they are.
    @Test(arguments: [(256, true), (257, false)])
    func requestsHaveALimit(_ count: Int, _ isRead: Bool) throws {
        var writer = SecretEncoder()
        writer.integer(UInt8(1))
        writer.raw(try TrustFixture().writer.certificate.encoded)
        writer.sized([UInt8](repeating: 1, count: count))
        writer.raw([UInt8](repeating: 2, count: VaultProof.length))
        let request = JoinRequest(writer.finished().withUnsafeBytes { Array($0) })
        #expect((request != nil) == isRead)
    }

    /// Records that are too long for a reader are sealed by no device.
    @Test func recordsHaveALimit() throws {
        let (fixture, id) = (try TrustFixture(), ItemID(1, 2))
        var ring = VaultKeyring()
        ring.epochs[1] = fixture.keys
        let sealing = VaultSealing(vault: fixture.vault, entropy: fixture.entropy)
        sealing.use(ring, epoch: 1)
        func seal(_ count: Int) throws -> [UInt8] {
            try sealing.seal(
                SecretBytes([UInt8](repeating: 1, count: count)),
                of: id,
                whenUnlocked: false
            )
        }
        #expect(try sealing.open(seal(900_000), of: id).count == 900_000)
        #expect(throws: KeychainError(.dataTooLarge)) { try seal(VaultSealing.maximumLength) }
    }

    @Test(arguments: [(0, true), (256, true), (257, false)])
    func namesOfMembersHaveALimit(_ count: Int, _ isRead: Bool) throws {
        let fixture = try TrustFixture()
        let name = [UInt8](repeating: 0x61, count: count)
        let change = MembershipEntry.Change.add(fixture.reader.certificate, .reader, name: name)
        let entry = try fixture.draft(change).entry(in: fixture.vault)
        #expect((MembershipEntry(entry.encoded) != nil) == isRead)
    }

    /// S14, S15, S16: a proof about one vault or device proves nothing about others.
    @Test func proofsAreForOneVaultAndDevice() throws {
        let fixture = try TrustFixture()
        let (secret, other) = (SyncSecret.random(fixture.entropy), VaultID(1, 2))
        let request = try JoinRequest(
            fixture.writer.certificate,
            name: "writer",
            secret,
            to: fixture.vault,
            entropy: fixture.entropy
        )
        #expect(request.name(under: secret, of: fixture.vault) == "writer")
        #expect(request.name(under: secret, of: other) == nil)
        #expect(request.name(under: .random(fixture.entropy), of: fixture.vault) == nil)
        let answers =
            [(fixture.writer.id, fixture.vault), (fixture.writer.id, other)]
            + [(fixture.reader.id, fixture.vault)]
        let proofs = answers.map { VaultProof.answer(secret, to: $0.0, of: $0.1) }
        #expect(Set(proofs).count == 3)
        let recovered = [fixture.vault, other].map { VaultProof.recovery(secret.bytes, of: $0) }
        #expect(Set(recovered).count == 2)
    }

    /// A signature for one vault, or of one kind, is not accepted elsewhere.
    @Test func signaturesAreForOneVaultAndKind() throws {
        let fixture = try TrustFixture()
        let entry = try fixture.entry(by: fixture.admin)
        let certificate = fixture.admin.certificate
        #expect(entry.isSigned(by: certificate, in: fixture.vault))
        #expect(!entry.isSigned(by: certificate, in: VaultID(1, 2)))
        let bare = fixture.vault.bytes + entry.unsigned
        #expect(!certificate.hasSigned(SyncLabels.membership + bare, entry.signature))
        #expect(!certificate.hasSigned(bare, entry.signature))
    }
}
