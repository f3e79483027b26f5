import Foundation

@_spi(Keepers) @testable import PortableKeychain

extension VectorSource {
    static let passphrase = Array("two words".utf8)

    /// Backups of versions 1 and 2, which are only read (backup-format.md).
    static func backups() throws -> [Vector] {
        let source = VectorSource(seed: 300)
        let make = { (name: String, items: [BackupItem], comment: String) in
            let file = try Backup.boxed(items, Judge.buffer(passphrase), cheap, source.entropy)
            return Vector.good(
                name,
                "backup",
                section: "backup 1",
                must: ["B2", "B4"],
                comment,
                [("passphrase", passphrase.hex)] + Judge.gives(items),
                file
            )
        }
        let generic = BackupItem(
            itemClass: .genericPassword,
            identifier: source.entropy.bytes(16),
            attributes: [
                .service: .string("api"), .synchronizable: .number(1),
                .modificationDate: .date(Date(timeIntervalSinceReferenceDate: 700_000_000.5)),
            ],
            secret: Judge.buffer(Array("s3cret".utf8))
        )
        let none = BackupItem(
            itemClass: .internetPassword,
            identifier: source.entropy.bytes(16),
            attributes: [:],
            secret: nil
        )
        let empty = BackupItem(
            itemClass: .certificate,
            identifier: source.entropy.bytes(16),
            attributes: [:],
            secret: Judge.buffer([])
        )
        let several = try make(
            "backup",
            [generic, none, empty],
            "three items, one without payload"
        )
        let nothing = try make("backup-no-items", [], "no items")
        let others = try ruled(several, generic, source, make)
        return [several, nothing] + others + damaged(several) + (try misshapen(several))
    }

    /// Backups with access rules, and with the version that says so or not.
    private static func ruled(
        _ several: Vector,
        _ generic: BackupItem,
        _ source: VectorSource,
        _ make: (String, [BackupItem], String) throws -> Vector
    ) throws -> [Vector] {
        let control = try AccessControl(.whenUnlocked, constraints: .userPresence)
        let guarded = BackupItem(
            itemClass: .genericPassword,
            identifier: source.entropy.bytes(16),
            attributes: [.service: .string("api"), .accessControl: .accessControl(control)],
            secret: Judge.buffer(Array("s3cret".utf8))
        )
        let ruled = try make("backup-rules", [guarded], "an item that requires its user")
        let lies = try [(guarded, false, "rules-1"), (generic, true, "no-rules-2")].map {
            item,
            isGuarded,
            name in
            let comment = isGuarded ? "version 2 without access rules" : "access rules in version 1"
            var vector = several.bad(name, "undecodable", must: ["B8"], comment)
            vector.bytes = try Backup.boxed(
                content: Backup.content(of: [item]),
                version: isGuarded ? 2 : 1,
                Judge.buffer(passphrase),
                cheap,
                source.entropy
            )
            return vector
        }
        return [ruled] + lies
    }

    /// Backups whose box opens, but whose content no writer made.
    private static func misshapen(_ good: Vector) throws -> [Vector] {
        let source = VectorSource(seed: 301)
        // One item of class 1 without attributes and payload.
        let item = [UInt8](repeating: 7, count: 16) + [0, 0, 0, 2, 0, 0] + [0] + [0, 0, 0, 0]
        let twice: [UInt8] =
            [0, 2] + [UInt8]("acct".utf8) + [1, 0, 0, 0, 0] + [UInt8]("acct".utf8) + [
                1, 0, 0, 0, 0,
            ]
        let contents: [(name: String, comment: String, bytes: [UInt8])] = [
            ("count-more", "two items counted", [0, 0, 0, 2, 1] + item),
            ("count-max", "2^32 - 1 items counted", [255, 255, 255, 255, 1] + item),
            ("count-less", "no item counted, and bytes left over", [0, 0, 0, 0, 1] + item),
            ("class-0", "class 0", [0, 0, 0, 1, 0] + item),
            ("class-5", "class 5", [0, 0, 0, 1, 5] + item),
            ("mark-2", "has payload is 2", [0, 0, 0, 1, 1] + item[..<22] + [2, 0, 0, 0, 0]),
            (
                "denied", "a payload that is denied",
                [0, 0, 0, 1, 1] + item[..<22] + [0, 0, 0, 0, 1, 9]
            ),
            ("payload-huge", "4 GiB", [0, 0, 0, 1, 1] + item[..<22] + [1, 255, 255, 255, 255]),
            (
                "attribute-twice", "an attribute twice",
                [0, 0, 0, 1, 1] + item[..<16] + [0, 0, 0, 20] + twice + [0, 0, 0, 0, 0]
            ),
            ("content-none", "no content", []),
        ]
        return try contents.map { content in
            var vector = good.bad(content.name, "undecodable", must: ["B4"], content.comment)
            vector.bytes = try Backup.boxed(
                content: content.bytes,
                Judge.buffer(passphrase),
                cheap,
                source.entropy
            )
            return vector
        }
    }

    private static func damaged(_ good: Vector) -> [Vector] {
        let end = good.bytes.count
        return [
            good.bad("magic", "undecodable", must: ["B1"], "another beginning") { $0[3] ^= 1 },
            good.bad("nothing", "undecodable", must: ["B1"], "nothing at all") { $0 = [] },
            good.bad("short", "undecodable", must: ["B1"], "no more than a header") {
                $0.removeSubrange(49...)
            },
            good.bad("version-0", "undecodable", must: ["B1"], "version 0") { $0[4] = 0 },
            good.bad("version-2", "authenticationFailed", must: ["B3"], "another version") {
                $0[4] = 2
            },
            good.bad("version-3", "authenticationFailed", must: ["B3"], "no segments") {
                $0[4] = 3
            },
            good.bad("version-4", "newerVersion", must: ["B1"], "version 4") { $0[4] = 4 },
            good.bad("salt", "authenticationFailed", must: ["B3"], "a changed salt") { $0[5] ^= 1 },
            good.bad("cost", "undecodable", must: ["B2"], "a cost that is no power of two") {
                $0[40] = 1
            },
            good.bad("cost-time", "undecodable", must: ["B2"], "three minutes and 1 GiB") {
                $0.replaceSubrange(37..<49, with: [0, 4, 0, 0, 0, 0, 0, 32, 0, 0, 0, 16])
            },
            good.bad("cost-memory", "undecodable", must: ["B2"], "1 GiB") {
                $0.replaceSubrange(37..<49, with: [0, 16, 0, 0, 0, 0, 0, 8, 0, 0, 0, 1])
            },
            good.bad("cost-changed", "authenticationFailed", must: ["B3"], "another cost") {
                $0[39] = 8
            },
            good.bad("box", "authenticationFailed", must: ["B3"], "a changed box") {
                $0[end - 20] ^= 1
            },
            good.bad("cut", "authenticationFailed", must: ["B3"], "the last byte is missing") {
                $0.removeLast()
            },
            good.bad(
                "passphrase",
                "authenticationFailed",
                must: ["B3"],
                "another passphrase",
                with: ["passphrase": Array("two word".utf8).hex]
            ),
        ]
    }
}

extension Judge {
    /// The content of a backup.
    static func backup(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let items = try vector.bytes.withRawBytes { bytes throws(KeychainError) in
            try Backup.open(bytes, passphrase: buffer(vector.hex("passphrase")))
        }
        return Dictionary(uniqueKeysWithValues: gives(items))
    }

    /// Class, identifier, attributes and payload of each item.
    static func gives(_ items: [BackupItem]) -> [(String, String)] {
        items.enumerated().map { index, item in
            var writer = ByteWriter()
            AttributeCoding.encode(item.attributes, into: &writer)
            let payload = item.secret?.withUnsafeBytes { Array($0).hex } ?? "none"
            let code = ClassCode(item.itemClass).map { String($0.rawValue) } ?? ""
            let words = [code, item.identifier.hex, writer.bytes.hex, payload]
            return ("gives-item-\(index + 1)", words.joined(separator: " "))
        }
    }
}
