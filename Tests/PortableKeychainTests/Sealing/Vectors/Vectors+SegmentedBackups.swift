import Foundation

@_spi(Keepers) @testable import PortableKeychain

extension VectorSource {
    /// Backups of version 3 (backup-format.md §6).
    static func segmentedBackups() throws -> [Vector] {
        let source = VectorSource(seed: 302)
        let item = { (payload: [UInt8]?, attributes: ItemAttributes) in
            BackupItem(
                itemClass: .genericPassword,
                identifier: source.entropy.bytes(16),
                attributes: attributes,
                secret: payload.map { Judge.buffer($0) }
            )
        }
        let control = try AccessControl(.whenUnlocked, constraints: .userPresence)
        let long = [UInt8](repeating: 7, count: 2 * SegmentKey.length)
        let plain = Array("s3cret".utf8)
        let goods: [(name: String, items: [BackupItem], comment: String)] = [
            (
                "", [item(plain, [.service: .string("api")]), item(nil, [:]), item([], [:])],
                "items"
            ),
            ("-no-items", [], "no items: one segment without content"),
            ("-rules", [item(plain, [.accessControl: .accessControl(control)])], "access rules"),
            ("-long", [item(long, [:]), item(plain, [:])], "three segments"),
            ("-full", [item(Array(long[..<(SegmentKey.length - 28)]), [:])], "one full segment"),
        ]
        let vectors = try goods.map { good in
            Vector.good(
                "backup-3\(good.name)",
                "backup",
                section: "backup 6",
                must: ["B2", "B4", "B9"],
                good.comment,
                [("passphrase", passphrase.hex)] + Judge.gives(good.items),
                try Backup.seal(
                    good.items,
                    passphrase: Judge.buffer(passphrase),
                    hashing: cheap,
                    entropy: source.entropy
                )
            )
        }
        return vectors + moved(vectors[3]) + (try misshapen(vectors[0], source))
    }

    /// Backups whose segments are not all in their places.
    private static func moved(_ good: Vector) -> [Vector] {
        let places = (0...2).map { Backup.Header.length + $0 * SegmentKey.sealedLength }
        let first = Array(good.bytes[places[0]..<places[1]])
        let second = Array(good.bytes[places[1]..<places[2]])
        let last = Array(good.bytes[places[2]...])
        let cases: [(name: String, comment: String, rest: [UInt8])] = [
            ("exchanged", "two segments exchanged", second + first + last),
            ("repeated", "a segment twice", first + first + second + last),
            ("instead", "a segment in the place of another", first + first + last),
            ("missing", "a segment is missing", first + last),
            ("first-missing", "the first segment is missing", second + last),
            ("end-missing", "the last segment is missing", first + second),
            ("all-missing", "all but the last segment are missing", last),
            ("end-twice", "the last segment twice", first + second + last + last),
            ("cut", "the last byte is missing", first + second + last.dropLast()),
            ("cut-tag", "the last segment is shorter than a tag", first + second + last.prefix(15)),
            ("longer", "a byte more", first + second + last + [0]),
            ("changed", "a changed byte", first + [second[0] ^ 1] + second.dropFirst() + last),
        ]
        return cases.map { moved in
            good.bad("3-\(moved.name)", "authenticationFailed", must: ["B9"], moved.comment) {
                $0.replaceSubrange(Backup.Header.length..., with: moved.rest)
            }
        }
    }

    /// Backups whose segments open, but whose content no writer made.
    private static func misshapen(_ good: Vector, _ source: VectorSource) throws -> [Vector] {
        // An item of class 1 without attributes, up to the mark of the payload.
        let item: [UInt8] = [1] + [UInt8](repeating: 7, count: 16) + [0, 0, 0, 2, 0, 0]
        let full = item + [1, 0, 0, 15, 228] + [UInt8](repeating: 9, count: 4068)
        typealias Part = (bytes: [UInt8], isLast: Bool)
        let cases: [(name: String, kind: String, must: String, comment: String, parts: [Part])] = [
            (
                "empty-end", "undecodable", "B10", "an empty last segment",
                [(full, false), ([], true)]
            ),
            (
                "no-end", "authenticationFailed", "B9", "no last segment",
                [(item + [0, 0, 0, 0, 0], false)]
            ),
            (
                "class-0", "undecodable", "B4", "class 0",
                [([0] + item[1...] + [0, 0, 0, 0, 0], true)]
            ),
            ("half", "undecodable", "B4", "half an item", [(item, true)]),
            ("mark-2", "undecodable", "B4", "has payload is 2", [(item + [2, 0, 0, 0, 0], true)]),
            (
                "denied", "undecodable", "B4", "a payload that is denied",
                [(item + [0, 0, 0, 0, 1, 9], true)]
            ),
            (
                "payload-huge", "undecodable", "B4", "4 GiB",
                [(item + [1, 255, 255, 255, 255], true)]
            ),
            (
                "count", "undecodable", "B4", "a number of items before them",
                [([0, 0, 0, 1] + item + [0, 0, 0, 0, 0], true)]
            ),
        ]
        return try cases.map { wrong in
            var vector = good.bad("3-\(wrong.name)", wrong.kind, must: [wrong.must], wrong.comment)
            let header = Backup.Header(cheap, source.entropy)
            let key = SegmentKey(try header.key(Judge.buffer(passphrase)), for: header.context)
            vector.bytes = header.bytes
            for (number, part) in wrong.parts.enumerated() {
                vector.bytes += try part.bytes.withRawBytes { bytes throws(KeychainError) in
                    try key.seal(bytes, number: UInt64(number), isLast: part.isLast)
                }
            }
            return vector
        }
    }
}
