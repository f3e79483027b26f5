import Foundation
import PortableKeychain
import SyncSimulation

@testable import KeychainSync

/// Stamps and objects of mirrors (sync-format.md §6.1).
extension SyncVector {
    struct Expired: Error {}

    func judgeStamp() throws -> [[String]] {
        guard let stamp = MirrorStamp(bytes) else { throw TrustAlarm.malformed }
        let now = Date(timeIntervalSince1970: (Double(value("now")) ?? 0) / 1000)
        guard stamp.isValid(at: now), stamp.time > UInt64(value("after")) ?? 0 else {
            throw Expired()
        }
        var trust = try trust()
        let key = SyncSecret(SecretBytes(hex("key")))
        guard let entry = SignedEntry(hex("entry"), at: 1, under: key, in: vault) else {
            throw TrustAlarm.malformed
        }
        try trust.append(entry, rules: .standard)
        try trust.check(stamp, rules: .standard)
        return [
            ["gives-time", "\(stamp.time)"], ["gives-validity", "\(stamp.validity)"],
            ["gives-root", Self.digits(stamp.root.digest)],
        ]
    }

    func judgeObject() throws -> [[String]] {
        switch MirrorTree.Node(bytes) {
        case .pack(let files)?: [["gives-files", "\(files.count)"]]
        case .branch(let links)?: [["gives-links", "\(links.count)"]]
        case nil: throw TrustAlarm.malformed
        }
    }
}

extension SyncVectorSource {
    static func mirrors() throws -> [SyncVector] { try stamps() + objects() }

    private static func stamps() throws -> [SyncVector] {
        var fixture = try TrustFixture()
        let publisher = try DeviceKeys(entropy: fixture.entropy)
        try fixture.append(.add(publisher.certificate, .publisher, name: []))
        let entry = try fixture.entry()
        let key = fixture.keys.log
        let sealed = try entry.sealed(under: key, in: fixture.vault, entropy: fixture.entropy)
        try fixture.trust.append(entry, rules: .standard)
        let membership = fixture.trust.membership
        let end = fixture.trust.position
        let make = {
            (keys: DeviceKeys, named: DeviceID?, validity: UInt32, end: MembershipEntry.Position) in
            try MirrorStamp(
                vault: fixture.vault,
                time: 1_800_000_000_000,
                validity: validity,
                members: .init(
                    sequence: membership.count,
                    hash: membership.moments.last?.hash ?? []
                ),
                end: end,
                root: MirrorTree.Link(to: [1, 2, 3]),
                author: named ?? keys.id
            ).signed(by: keys, in: fixture.vault)
        }
        let inputs =
            [["vault", hex(fixture.vault.bytes)]]
            + (fixture.chain.map { ["member", hex($0.encoded)] })
            + [
                ["key", key.bytes.withUnsafeBytes { hex($0) }], ["entry", hex(sealed)],
                ["now", "1800003600000"],
                ["after", "1799999999999"],
            ]
        let stamp = try make(publisher, nil, 3600, end)
        let accepted = good("sync-stamp", "sync-stamp", inputs, stamp.encoded)
        let reader = try make(fixture.reader, nil, 3600, end).encoded
        let named = try make(publisher, fixture.admin.id, 3600, end).encoded
        let short = try make(publisher, nil, 59, end).encoded
        let long = try make(publisher, nil, 2_592_001, end).encoded
        let place = { MembershipEntry.Position(sequence: $0, hash: $1) }
        let other = try make(publisher, nil, 3600, place(1, SyncDigest.of([1]))).encoded
        let later = try make(publisher, nil, 3600, place(2, end.hash)).encoded
        return [
            accepted,
            accepted.bad("late", "expired", with: ("now", "1800003600001")),
            accepted.bad("early", "expired", with: ("now", "1799996399999")),
            accepted.bad("older", "expired", with: ("after", "1800000000000")),
            accepted.bad("other-end", "chain") { $0 = other },
            accepted.bad("other-length", "chain") { $0 = later },
            accepted.bad("by-a-reader", "notEntitled") { $0 = reader },
            accepted.bad("as-the-admin", "signature") { $0 = named },
            accepted.bad("short-validity", "malformed") { $0 = short },
            accepted.bad("long-validity", "malformed") { $0 = long },
            accepted.bad("version", "malformed") { $0[0] = 2 },
            accepted.bad("vault", "otherVault", flip(1)),
            accepted.bad("members", "membership", flip(36)),
            accepted.bad("members-hash", "membership", flip(37)),
            accepted.bad("root", "signature", flip(113)),
            accepted.bad("signature", "signature", flip(-1)),
            accepted.bad("short", "malformed") { $0.removeLast() },
            accepted.bad("long", "malformed") { $0.append(0) },
        ]
    }

    private static func objects() -> [SyncVector] {
        let link = MirrorTree.Link(to: [1, 2, 3])
        let bytes = { (text: String) in Array(text.utf8) }
        let pack = good(
            "sync-object-pack",
            "sync-object",
            [],
            MirrorTree.Node.pack([(bytes("ab"), [1]), (bytes("b"), [])]).encoded
        )
        let branch = good(
            "sync-object-branch",
            "sync-object",
            [],
            MirrorTree.Node.branch([(bytes("ab"), link), (bytes("b"), link)]).encoded
        )
        let nodes: [(String, MirrorTree.Node)] = [
            ("twice", .pack([(bytes("a"), []), (bytes("a"), [])])),
            ("descending", .pack([(bytes("b"), []), (bytes("a"), [])])),
            ("long-path", .pack([([UInt8](repeating: 97, count: 129), [])])),
            ("one-link", .branch([(bytes("a"), link)])),
            ("empty-part", .branch([([], link), (bytes("a"), link)])),
            ("two-ways", .branch([(bytes("a"), link), (bytes("ab"), link)])),
        ]
        return [
            pack, branch, pack.bad("kind", "malformed") { $0[0] = 3 },
            pack.bad("more-files", "malformed") { $0[4] = 3 },
            pack.bad("fewer-files", "malformed") { $0[4] = 1 },
            branch.bad("long-object", "malformed") { $0[11] = 2 },
            branch.bad("short", "malformed") { $0.removeLast() },
            pack.bad("long", "malformed") { $0.append(0) },
        ] + nodes.map { name, node in pack.bad(name, "malformed") { $0 = node.encoded } }
    }
}
