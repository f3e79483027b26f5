import PortableKeychain
import SyncSimulation

@testable import KeychainSync

/// Vectors of snapshots, for a reader that has read nothing of the log (sync-format.md §5.1).
extension SyncVectorSource {
    static func cuts() throws -> [SyncVector] {
        var fixture = try TrustFixture()
        let (vault, key, entropy) = (fixture.vault, fixture.keys.log, SeededSource.entropy(9))
        for _ in 0..<2 { try fixture.trust.append(fixture.entry(), rules: .standard) }
        let taken = fixture.trust.snapshot
        let seal = { (entry: SignedEntry) in
            try entry.sealed(under: key, in: vault, entropy: entropy)
        }
        let inputs =
            [["vault", hex(vault.bytes)], ["key", key.bytes.withUnsafeBytes { hex($0) }]]
            + (fixture.chain.map { ["member", hex($0.encoded)] })
            + [["sequence", "3"], ["entry", hex(try seal(fixture.cut(taken.digest)))]]
        let bytes = try taken.sealed(under: key, in: vault, entropy: entropy)
        let cut = good("sync-cut", "sync-cut", inputs, bytes)
        var vectors = [cut]
        let forged: [(String, String, SignedEntry)] = [
            ("by-a-reader", "notEntitled", try fixture.cut(taken.digest, by: fixture.reader)),
            ("as-the-admin", "signature", try fixture.cut(taken.digest, named: fixture.admin.id)),
            ("other-digest", "snapshot", try fixture.cut(SyncDigest.zero)),
            (
                "previous", "chain",
                try fixture.cut(taken.digest, previous: [UInt8](repeating: 1, count: 32))
            ),
            ("a-commit", "malformed", try fixture.entry(sequence: 3)),
        ]
        for (name, alarm, forgery) in forged {
            vectors.append(cut.bad(name, alarm, with: ("entry", hex(try seal(forgery)))))
        }
        // One record, one author, two digests.
        let plain = taken.encoded.withUnsafeBytes { Array($0) }
        let changes: [(String, String, (inout [UInt8]) -> Void)] = [
            ("version", "malformed", { $0[0] = 1 }),
            ("sequence", "malformed", flip(8)),
            ("records", "malformed", flip(12)),
            ("epoch", "snapshot", { $0[32] = 2 }),
            ("epoch-0", "snapshot", { $0[32] = 0 }),
            ("record", "snapshot", flip(40)),
            ("number", "snapshot", flip(92)),
            ("trail", "snapshot", flip(-33)),
            ("short", "malformed", { $0.removeLast() }),
            ("long", "malformed", { $0.append(0) }),
        ]
        for (name, alarm, change) in changes {
            var changed = plain
            change(&changed)
            let bytes = try key.seal(
                SecretBytes(changed),
                SyncLabels.snapshot,
                context: SignedEntry.context(vault, 3),
                entropy: entropy
            )
            vectors.append(cut.bad(name, alarm) { $0 = bytes })
        }
        // What is announced is refused all the same.
        for (name, alarm, forgery) in try announced(taken) {
            let entry = hex(try seal(fixture.cut(forgery.digest)))
            let bytes = try forgery.sealed(under: key, in: vault, entropy: entropy)
            vectors.append(cut.bad(name, alarm, with: ("entry", entry)) { $0 = bytes })
        }
        return vectors
    }

    private static func announced(
        _ taken: LogSnapshot
    ) throws -> [(String, String, LogSnapshot)] {
        let id = ItemID(1, 2)
        let record = LogState.Record(epoch: 2, digest: SyncDigest.zero)
        return [
            (
                "later-epoch", "snapshot",
                LogSnapshot(
                    sequence: 3,
                    state: LogState([(id, record)]),
                    authors: taken.authors,
                    trail: taken.trail
                )
            ),
            (
                "too-many-entries", "malformed",
                LogSnapshot(
                    sequence: 3,
                    state: taken.state,
                    authors: taken.authors,
                    trail: taken.trail + taken.trail
                )
            ),
        ]
    }
}
