import SealedStore

@testable import PortableKeychain

extension VectorSource {
    /// Sealed rows (vault-format.md §8.2 and §8.3); the bytes are the metadata's box.
    static func rows() throws -> [Vector] {
        let source = VectorSource(seed: 8)
        let setting = RowSetting(source: source, keybag: try source.keybag().encoded())
        let base = VectorRow(source, payload: Array("secret".utf8))
        let row = try setting.good("row", "with a payload", base)
        let sealed = try base.sealed(source)
        return try [row] + setting.variants(base) + setting.columns(row, base)
            + setting.halves(base, sealed) + setting.insides(row, base)
    }
}

/// The keys that rows of vectors are sealed with.
private struct RowSetting {
    let source: VectorSource
    let keybag: [UInt8]

    func good(
        _ name: String,
        _ comment: String,
        must: [String] = ["M35", "M36", "M37", "M38"],
        _ row: VectorRow
    ) throws -> Vector {
        let sealed = try row.sealed(source)
        let inputs = [("keybag", keybag.hex), ("device-key", source.device.key.hex)]
        return .good(
            name,
            "row",
            section: "8.2",
            must: must,
            comment,
            inputs + VectorRow.inputs(sealed) + [
                ("gives-attributes", row.attributes.hex),
                ("gives-payload", row.payload?.hex ?? "none"),
            ],
            sealed.metadata
        )
    }

    func variants(_ base: VectorRow) throws -> [Vector] {
        var rows: [(String, String, VectorRow)] = []
        func add(_ name: String, _ comment: String, _ change: (inout VectorRow) -> Void) {
            var row = base
            change(&row)
            rows.append(("row-\(name)", comment, row))
        }
        add("no-payload", "without a payload") { $0.payload = nil }
        add("empty", "an empty payload") { $0.payload = [] }
        add("28", "a payload that needs no padding") { $0.payload = Array(repeating: 7, count: 28) }
        add("29", "a payload that needs most") { $0.payload = Array(repeating: 7, count: 29) }
        add("inet", "an internet password of this device") {
            $0.itemClass = 2
            $0.protection = Protection(.alwaysThisDeviceOnly, generation: 1).stored
        }
        add("tombstone", "a synchronizable tombstone without tokens") {
            $0.payload = nil
            $0.flags = 3
            $0.lookups = SealedRow.Lookups(first: nil, second: nil, third: nil)
        }
        return try rows.map { try good($0.0, $0.1, must: ["M35", "M38", "M30"], $0.2) }
    }

    /// One column at a time is changed after sealing.
    func columns(_ row: Vector, _ base: VectorRow) -> [Vector] {
        [
            ("identifier", source.keychain.hex), ("class", "2"), ("protection", "263"),
            ("flags", "1"), ("primary-key", source.keychain.hex), ("group", "78"), ("first", "2"),
            ("second", "none"), ("third", "0"), ("first", "none"),
        ].enumerated().map { index, change in
            row.bad(
                "column-\(index)-\(change.0)",
                must: change.0 == "third" ? ["M30", "M35"] : ["M35"],
                "\(change.0) was changed to \(change.1)",
                with: [change.0: change.1]
            )
        } + [
            row.bad("metadata", must: ["M11"], "one bit of the metadata") { $0[20] ^= 1 },
            row.bad("short", must: ["M11"], "the last byte is missing") { $0.removeLast() },
            row.bad("no-metadata", must: ["M11"], "no metadata at all") { $0 = [] },
            row.bad(
                "device-key",
                "wrongDeviceKey",
                must: ["M19"],
                "another device's key",
                with: [
                    "device-key": source.otherDevice.key.hex
                ]
            ),
        ]
    }

    /// Halves that do not belong together.
    func halves(_ base: VectorRow, _ sealed: SealedRow) throws -> [Vector] {
        let again = try base.sealed(source)
        var plain = base
        plain.payload = nil
        var neighbour = VectorRow(source, payload: Array("secret".utf8))
        neighbour.primaryKey = base.primaryKey
        let row = try good("row", "", base)
        let alone = try good("row", "", plain)
        var flipped = row.hex("secret")
        flipped[20] ^= 1
        return [
            row.bad(
                "secret-bit",
                must: ["M11"],
                "one bit of the payload",
                with: [
                    "secret": flipped.hex
                ]
            ),
            row.bad(
                "secret-none",
                must: ["M37"],
                "the payload is missing",
                with: [
                    "secret": "none"
                ]
            ),
            alone.bad(
                "secret-more",
                must: ["M37"],
                "a payload that nobody named",
                with: [
                    "secret": sealed.secret?.hex ?? ""
                ]
            ),
            row.bad(
                "secret-older",
                must: ["M37"],
                "an older payload of the same item",
                with: [
                    "secret": again.secret?.hex ?? ""
                ]
            ),
            row.bad(
                "secret-other",
                must: ["M37"],
                "the payload of another item",
                with: [
                    "secret": try neighbour.sealed(source).secret?.hex ?? ""
                ]
            ),
            row.bad("secret-empty", must: ["M37"], "an empty box", with: ["secret": ""]),
            row.bad("metadata-older", must: ["M37"], "older attributes over a newer payload") {
                $0 = again.metadata
            },
        ]
    }

    /// Rows that are sealed correctly, but wrong inside: the output of a defective writer.
    func insides(_ row: Vector, _ base: VectorRow) throws -> [Vector] {
        func bad(
            _ name: String,
            _ must: String,
            _ comment: String,
            _ change: (inout VectorRow) -> Void
        ) throws -> Vector {
            var wrong = base
            change(&wrong)
            let vector = try good("row", comment, wrong)
            let inputs = Dictionary(vector.inputs.map { ($0.name, $0.value) }) { first, _ in first }
            return row.bad(name, must: [must], comment, with: inputs) { $0 = vector.bytes }
        }
        let plain = VectorRow.padded(Array("secret".utf8))
        return try [
            bad("mark-2", "M36", "the first byte is 2") { $0.mark = [2] },
            bad("no-mark", "M1", "nothing inside") {
                $0.mark = []
                $0.attributes = []
            },
            bad("no-attributes", "M1", "no attributes behind the tag") { $0.attributes = [] },
            bad("attributes-long", "M36", "a byte behind the attributes") { $0.attributes += [0] },
            bad("other-tag", "M37", "the tag of another box") {
                $0.mark = [1] + Array(repeating: 9, count: 16)
            },
            bad("tag-short", "M1", "half a tag") {
                $0.mark = [1] + Array(repeating: 9, count: 8)
                $0.attributes = []
            },
            bad("padding-mark", "M38", "padding that is not zero") {
                $0.paddedPayload = Array(plain.dropLast()) + [1]
            },
            bad("padding-long", "M38", "32 bytes of padding more") {
                $0.paddedPayload = plain + Array(repeating: 0, count: 32)
            },
            bad("length-long", "M1", "a payload longer than its box") {
                $0.paddedPayload = [0, 0, 0, 29] + plain.dropFirst(4)
            },
            bad("length-huge", "M9", "a payload of 4 GiB") {
                $0.paddedPayload = [255, 255, 255, 255] + plain.dropFirst(4)
            },
            bad("no-length", "M1", "a payload without its length") {
                $0.paddedPayload = [0, 0, 1]
            },
            bad("flag-4", "M29", "a flag that there is not") { $0.flags = 4 },
            bad("class-5", "M29", "a class that there is not") { $0.itemClass = 5 },
            bad("class-257", "M29", "a class whose last byte is 1") { $0.itemClass = 257 },
            bad("protection-5", "M29", "a protection of class 5") { $0.protection = 256 + 5 },
            bad("generation-2", "M29", "the second key of class 6") { $0.protection = 512 + 6 },
            bad("generation-0", "M23", "a key before the first") { $0.protection = 6 },
            bad("class-12", "M29", "a key of class 12 before the first passcode") {
                $0.protection = 256 + 12
            },
        ]
    }
}
