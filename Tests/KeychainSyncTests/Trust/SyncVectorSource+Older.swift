import PortableKeychain

@testable import KeychainSync

/// Vectors of statements that an older state is accepted (sync-format.md §7.1).
extension SyncVectorSource {
    static func olderStates() throws -> [SyncVector] {
        let fixture = try TrustFixture()
        let log = try [fixture.entry(), fixture.entry(number: 2)].map(\.hash)
        let lost = LostLine(
            log: .init(first: 1, digests: log),
            members: .init(first: 3, digests: [log[0]])
        )
        let statement = { (lost: LostLine) in
            try fixture.draft(.acceptOlder(lost)).entry(in: fixture.vault).encoded
        }
        let accepted = good(
            "sync-member-older",
            "sync-member",
            [["vault", hex(fixture.vault.bytes)]]
                + fixture.chain.map { ["member", hex($0.encoded)] },
            try statement(lost)
        )
        let nothing = LostLine.Part(first: 1, digests: [])
        let refused: [(String, LostLine)] = [
            ("of-nothing", LostLine(log: nothing, members: nothing)),
            ("log-zero", LostLine(log: .init(first: 0, digests: log), members: lost.members)),
            ("log-later", LostLine(log: .init(first: 2, digests: log), members: lost.members)),
            ("genesis", LostLine(log: lost.log, members: .init(first: 0, digests: [log[0]]))),
            ("members-later", LostLine(log: lost.log, members: .init(first: 4, digests: log))),
        ]
        var vectors = [accepted]
        for (name, lost) in refused {
            let bytes = try statement(lost)
            vectors.append(accepted.bad("older-\(name)", "malformed") { $0 = bytes })
        }
        var draft = fixture.draft(.acceptOlder(lost))
        draft.author = fixture.writer
        let writer = try draft.entry(in: fixture.vault).encoded
        vectors.append(accepted.bad("older-by-a-writer", "notEntitled") { $0 = writer })
        let renewed = try fixture.draft(.acceptOlder(lost), newKeys: true)
            .entry(in: fixture.vault).encoded
        vectors.append(accepted.bad("older-new-keys", "malformed") { $0 = renewed })
        vectors.append(accepted.bad("older-count", "malformed") { $0[141] += 1 })
        vectors.append(accepted.bad("older-digest", "signature", flip(150)))
        return vectors
    }
}
