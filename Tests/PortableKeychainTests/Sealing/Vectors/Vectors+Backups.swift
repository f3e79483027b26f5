import Foundation

@testable import PortableKeychain

extension VectorSource {
    private static let passphrase = Array("two words".utf8)

    /// Backups (backup-format.md).
    static func backups() throws -> [Vector] {
        let source = VectorSource(seed: 300)
        let make = { (name: String, items: [BackupItem], comment: String) in
            let file = try Backup.seal(
                items,
                passphrase: Judge.buffer(passphrase),
                hashing: cheap,
                entropy: source.entropy
            )
            return Vector.good(
                name,
                "backup",
                section: "backup 1",
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
        return [several, nothing] + damaged(several)
    }

    private static func damaged(_ good: Vector) -> [Vector] {
        let end = good.bytes.count
        return [
            good.bad("magic", "undecodable", must: ["M1"], "another beginning") { $0[3] ^= 1 },
            good.bad("nothing", "undecodable", must: ["M1"], "nothing at all") { $0 = [] },
            good.bad("short", "undecodable", must: ["M1"], "no more than a header") {
                $0.removeSubrange(49...)
            },
            good.bad("version-0", must: ["M1"], "version 0") { $0[4] = 0 },
            good.bad("version-2", "newerVersion", must: ["M1"], "version 2") { $0[4] = 2 },
            good.bad("salt", "authenticationFailed", must: ["M1"], "a changed salt") { $0[5] ^= 1 },
            good.bad("cost", must: ["M1"], "a cost that is no power of two") { $0[40] = 1 },
            good.bad("cost-changed", "authenticationFailed", must: ["M1"], "another cost") {
                $0[39] = 8
            },
            good.bad("box", "authenticationFailed", must: ["M1"], "a changed box") {
                $0[end - 20] ^= 1
            },
            good.bad("cut", "authenticationFailed", must: ["M1"], "the last byte is missing") {
                $0.removeLast()
            },
            good.bad(
                "passphrase",
                "authenticationFailed",
                must: ["M1"],
                "another passphrase",
                with: ["passphrase": Array("two word".utf8).hex]
            ),
        ]
    }
}

extension Judge {
    /// What a backup holds.
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
