import PortableKeychain
import SyncSimulation

@testable import KeychainSync

/// Makes the vectors from seeds.
///
/// HPKE draws its own randomness, so the one file with wraps is made
/// once and kept.
enum SyncVectorSource {
    static func all() throws -> [SyncVector] {
        try members() + olderStates() + entries() + cuts() + mirrors() + records() + keys()
            + joining()
    }

    static func flip(_ place: Int) -> (inout [UInt8]) -> Void {
        { $0[place < 0 ? $0.count + place : place] ^= 1 }
    }

    static func hex(_ bytes: some Sequence<UInt8>) -> String { SyncVector.digits(bytes) }

    static func good(
        _ name: String,
        _ kind: String,
        _ inputs: [[String]],
        _ bytes: [UInt8]
    ) -> SyncVector {
        var vector = SyncVector(
            name: name,
            kind: kind,
            expect: SyncVector.accepted,
            inputs: inputs,
            bytes: bytes
        )
        vector.inputs += vector.verdict.gives
        return vector
    }

    private static func members() throws -> [SyncVector] {
        var fixture = try TrustFixture()
        let chain = fixture.chain
        let inputs = [["vault", hex(fixture.vault.bytes)]]
        let before = chain.map { ["member", hex($0.encoded)] }
        let remove = fixture.draft(.remove(fixture.reader.id), newKeys: true)
        let removal = good(
            "sync-member-remove",
            "sync-member",
            inputs + before,
            try remove.entry(in: fixture.vault).encoded
        )
        let genesis = good("sync-member-genesis", "sync-member", inputs, chain[0].encoded)
        var vectors = [genesis, removal]
        vectors.append(
            genesis.bad(
                "other-vault",
                "otherVault",
                with: ("vault", hex([UInt8](repeating: 1, count: 16)))
            )
        )
        for (name, place) in [("version", 0), ("mark", -193)] {
            vectors.append(
                removal.bad(name, "malformed") { $0[place < 0 ? $0.count + place : place] = 2 }
            )
        }
        vectors.append(removal.bad("kind-0", "malformed") { $0[129] = 0 })
        vectors.append(removal.bad("kind-7", "malformed") { $0[129] = 7 })
        vectors.append(removal.bad("short", "malformed") { $0.removeLast() })
        vectors.append(removal.bad("long", "malformed") { $0.append(0) })
        vectors.append(removal.bad("nothing", "malformed") { $0 = [] })
        vectors.append(removal.bad("number", "chain", flip(8)))
        vectors.append(removal.bad("previous", "chain", flip(9)))
        vectors.append(removal.bad("author", "notEntitled", flip(41)))
        vectors.append(removal.bad("keys-hash", "signature", flip(97)))
        vectors.append(removal.bad("check", "signature", flip(-70)))
        vectors.append(removal.bad("signature", "signature", flip(-1)))
        var draft = remove
        draft.newEpoch = nil
        let old = try draft.entry(in: fixture.vault).encoded
        vectors.append(removal.bad("old-keys", "noNewKeys") { $0 = old })
        draft = remove
        draft.author = fixture.writer
        let writer = try draft.entry(in: fixture.vault).encoded
        vectors.append(removal.bad("by-a-writer", "notEntitled") { $0 = writer })
        draft = fixture.draft(.remove(fixture.admin.id), newKeys: true)
        let last = try draft.entry(in: fixture.vault).encoded
        vectors.append(removal.bad("last-admin", "malformed") { $0 = last })
        draft = fixture.draft(.setRole(fixture.reader.id, .recovery))
        let recovery = try draft.entry(in: fixture.vault).encoded
        vectors.append(removal.bad("made-recovery", "malformed") { $0 = recovery })
        try fixture.append(.remove(fixture.reader.id), newKeys: true)
        draft = fixture.draft(.add(fixture.reader.certificate, .reader, name: []))
        let again = try draft.entry(in: fixture.vault).encoded
        var returned = removal.bad("returned", "returned") { $0 = again }
        returned.inputs.append(["member", hex(removal.bytes)])
        return vectors + [returned]
    }

    private static func entries() throws -> [SyncVector] {
        let fixture = try TrustFixture()
        let vault = fixture.vault
        let key = fixture.keys.log
        let entropy = SeededSource.entropy(9)
        let seal = { (entry: SignedEntry) in
            try entry.sealed(under: key, in: vault, entropy: entropy)
        }
        let inputs =
            [["vault", hex(vault.bytes)], ["key", key.bytes.withUnsafeBytes { hex($0) }]]
            + (fixture.chain.map { ["member", hex($0.encoded)] })
        let entry = good("sync-entry", "sync-entry", inputs, try seal(fixture.entry()))
        var vectors = [entry]
        vectors.append(entry.bad("nonce", "malformed", flip(0)))
        vectors.append(entry.bad("ciphertext", "malformed", flip(40)))
        vectors.append(entry.bad("tag", "malformed", flip(-1)))
        vectors.append(entry.bad("short", "malformed") { $0.removeLast() })
        vectors.append(entry.bad("nothing", "malformed") { $0 = [] })
        vectors.append(
            entry.bad(
                "other-key",
                "malformed",
                with: ("key", hex([UInt8](repeating: 1, count: 32)))
            )
        )
        let forged: [(String, String, SignedEntry)] = [
            ("by-a-reader", "notEntitled", try fixture.entry(by: fixture.reader)),
            ("as-the-admin", "signature", try fixture.entry(named: fixture.admin.id)),
            ("number", "number", try fixture.entry(number: 2)),
            ("previous", "chain", try fixture.entry(previous: [UInt8](repeating: 1, count: 32))),
            ("sequence", "malformed", try fixture.entry(sequence: 2)),
            (
                "members-before", "membership",
                try fixture.entry(membership: fixture.trust.membership.moments[0].hash)
            ),
        ]
        for (name, alarm, forgery) in forged {
            let bytes = try seal(forgery)
            vectors.append(entry.bad(name, alarm) { $0 = bytes })
        }
        let plain = try fixture.entry().encoded
        let context = vault.bytes + [0, 0, 0, 0, 0, 0, 0, 1]
        for (name, place, value) in [
            ("version", 0, 1), ("kind", 89, 3), ("no-change", 99, 0), ("mark", 116, 2),
        ] {
            var changed = plain
            changed[place] = UInt8(value)
            let bytes = try key.seal(
                SecretBytes(changed),
                SyncLabels.entry,
                context: context,
                entropy: entropy
            )
            vectors.append(entry.bad(name, "malformed") { $0 = bytes })
        }
        return vectors
    }

    private static func records() throws -> [SyncVector] {
        let entropy = SeededSource.entropy(9)
        let keys = EpochKeys.random(entropy)
        var ring = VaultKeyring()
        ring.epochs[3] = keys
        let (vault, id) = (VaultID(1, 2), ItemID(3, 4))
        let sealing = VaultSealing(vault: vault, entropy: entropy)
        sealing.use(ring, epoch: 3)
        let secret = { (key: SyncSecret?) in key.map { $0.bytes.withUnsafeBytes { hex($0) } } ?? ""
        }
        let inputs = [
            ["vault", hex(vault.bytes)], ["id", hex(id.bytes)], ["log", secret(keys.log)],
            ["early", secret(keys.early)], ["unlocked", secret(keys.unlocked)],
        ]
        let vectors = try [(7, 3), (6, 300)].map { part, length in
            good(
                "sync-record-\(part)",
                "sync-record",
                inputs,
                try sealing.seal(
                    SecretBytes([UInt8](repeating: 5, count: length)),
                    of: id,
                    whenUnlocked: part == 6
                )
            )
        }
        let record = vectors[0]
        let zero = hex([UInt8](repeating: 0, count: 32))
        return vectors + [
            record.bad("version", "undecodable") { $0[0] = 2 },
            record.bad("epoch", "undecodable", flip(4)),
            record.bad("salt", "undecodable", flip(5)),
            record.bad("commitment", "undecodable", flip(29)),
            record.bad("header", "undecodable", flip(45)),
            record.bad("body", "undecodable", flip(70)),
            record.bad("tag", "undecodable", flip(-1)),
            record.bad("short", "undecodable") { $0.removeLast() },
            record.bad("long", "undecodable") { $0.append(0) },
            record.bad("nothing", "undecodable") { $0 = [] },
            record.bad("other-id", "undecodable", with: ("id", hex(ItemID(3, 5).bytes))),
            record.bad("other-vault", "undecodable", with: ("vault", hex(VaultID(1, 3).bytes))),
            record.bad("other-key", "undecodable", with: ("early", zero)),
            record.bad("other-log-key", "undecodable", with: ("log", zero)),
        ]
    }

    private static func keys() throws -> [SyncVector] {
        let name = "sync-keys"
        var wraps = SyncVector.file(name)
        if wraps.map({ $0.verdict.expect != SyncVector.accepted }) ?? true {
            wraps = try newKeys(name)
        }
        guard let wraps else { return [] }
        let other = try DeviceKeys(entropy: SeededSource.entropy(10))
        return [
            wraps,
            wraps.bad("version", "malformed") { $0[0] = 1 },
            wraps.bad("epoch", "keys", flip(10)),
            wraps.bad("epochs-are-the-same", "malformed") { $0[6] = $0[10] },
            wraps.bad("epoch-0", "malformed") { $0[6] = 0 },
            wraps.bad("no-epoch", "malformed") { $0 = [2, 0, 0, 0, 0] },
            wraps.bad("count", "malformed", flip(12)),
            wraps.bad("encapsulated", "keys", flip(40)),
            wraps.bad("wrap", "keys", flip(13 + 16 + 1120)),
            wraps.bad("unlocked", "keys", flip(-1)),
            wraps.bad("short", "malformed") { $0.removeLast() },
            wraps.bad("long", "malformed") { $0.append(0) },
            wraps.bad(
                "other-device",
                "keys",
                with: ("certificate", hex(other.certificate.encoded))
            ),
            wraps.bad("other-vault", "keys", with: ("vault", hex(VaultID(8, 8).bytes))),
        ]
    }

    private static func newKeys(_ name: String) throws -> SyncVector {
        let entropy = SeededSource.entropy(9)
        let device = try DeviceKeys(entropy: entropy)
        let vault = VaultID(1, 2)
        let wraps = try KeyWraps(
            [2: .random(entropy), 4: .random(entropy)],
            .random(entropy),
            in: vault,
            to: [device.certificate]
        )
        let seed = { (seed: SecretBytes?) in seed?.withUnsafeBytes { hex($0) } ?? "" }
        return good(
            name,
            name,
            [
                ["vault", hex(vault.bytes)], ["certificate", hex(device.certificate.encoded)],
                ["signing", seed(device.signing)], ["early", seed(device.early)],
                ["unlocked", seed(device.unlocked)],
            ],
            wraps.encoded
        )
    }
}
