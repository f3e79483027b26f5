import SealedStore

@_spi(Keepers) @testable import PortableKeychain

extension VectorSource {
    /// Tokens, leaves, sums and item digests (vault-format.md §7.2, §8.4, §9.1 and §9.2): values
    /// that are computed and compared, and never refused.
    static func digests() throws -> [Vector] {
        let source = VectorSource(seed: 9)
        let row = try VectorRow(source, payload: [1, 2, 3]).sealed(source)
        var bare = row
        bare.secret = nil
        bare.lookups.first = nil
        return try source.tokens() + [
            try source.leaf("leaf", row, "a row with a payload"),
            try source.leaf("leaf-bare", bare, "a row without"),
            .good(
                "item-digest",
                "item-digest",
                section: "8.4",
                "the digest that stands for an item",
                [
                    ("device-root", source.roots.device.hex), ("payload", "736563726574"),
                    (
                        "gives-sha1",
                        DigestKeys(root: source.roots.device).item(
                            [0, 0],
                            Judge.buffer(Array("secret".utf8))
                        ).hex
                    ),
                ],
                [0, 0]
            ),
        ] + sums()
    }

    private func tokens() throws -> [Vector] {
        let tokens = try LookupTokens(root: roots.device)
        func attribute(_ name: String, _ key: AttributeKey, _ code: ClassCode, _ value: String)
            -> Vector
        {
            let token = tokens.attribute(key, in: code, value: Array(value.utf8))
            return .good(
                "token-\(name)",
                "attribute-token",
                section: "7.2",
                must: ["M31"],
                "a token of \(key.name)",
                [
                    ("device-root", roots.device.hex), ("class", String(code.rawValue)),
                    ("term", "\(key.name) \(Array(value.utf8).hex)"),
                ],
                ByteWriter.bytes { $0.integer(token) }
            )
        }
        let zero = "00" + String(repeating: "0", count: 16)
        let terms = [
            "acct 6a616e65", "svce ", "agrp 617070", "sync \(zero)", "vwht ", "tkid ", "musr ",
            "ggrp ",
        ]
        let values = terms.compactMap { text -> (key: AttributeKey, value: [UInt8])? in
            let parts = text.split(separator: " ", omittingEmptySubsequences: false)
            return AttributeKey(String(parts[0])).map { ($0, [UInt8](hex: String(parts[1])) ?? []) }
        }
        return [
            attribute("account", .account, .genericPassword, "jane"),
            attribute("service", .service, .genericPassword, "jane"),
            attribute("internet", .account, .internetPassword, "jane"),
            attribute("empty", .account, .genericPassword, ""),
            .good(
                "token-primary-key",
                "primary-key-token",
                section: "7.2",
                must: ["M31"],
                "everything that makes a generic password unique",
                [("device-root", roots.device.hex), ("class", "1")] + terms.map { ("term", $0) },
                tokens.primaryKey(values, in: .genericPassword)
            ),
        ]
    }

    private func leaf(_ name: String, _ row: SealedRow, _ comment: String) throws -> Vector {
        let body = ByteWriter.bytes { writer in
            writer.integer(row.id)
            writer.raw(VectorRow.shown(row, keychain))
            writer.raw(row.metadata.suffix(16))
            writer.integer(Int64(row.secret?.count ?? -1))
        }
        return .good(
            name,
            "leaf",
            section: "9.1",
            comment,
            [("keybag", try keybag().encoded().hex), ("device-key", device.key.hex)]
                + VectorRow.inputs(row) + [("metadata", row.metadata.hex)],
            try DigestKeys(root: roots.device).leaf(body).bytes
        )
    }

    private static func sums() -> [Vector] {
        func sum(
            _ name: String,
            _ comment: String,
            _ inputs: [(name: String, value: String)],
            _ hex: String
        ) -> Vector {
            .good(
                "sum-\(name)",
                "sum",
                section: "9.2",
                comment,
                inputs,
                [UInt8](hex: hex) ?? []
            )
        }
        let zero = String(repeating: "0", count: 64)
        let one = String(repeating: "0", count: 63) + "1"
        let full = String(repeating: "f", count: 64)
        let low = String(repeating: "0", count: 48) + String(repeating: "f", count: 16)
        let carried = String(repeating: "0", count: 47) + "1" + String(repeating: "0", count: 16)
        return [
            sum("none", "no rows", [], zero),
            sum("carry", "from one word into the next", [("add", low), ("add", one)], carried),
            sum("carry-all", "through all words and away", [("add", full), ("add", one)], zero),
            sum("borrow", "one less than nothing", [("subtract", one)], full),
            sum(
                "back",
                "what was added can be taken away in any order",
                [("add", low), ("add", full), ("subtract", low)],
                full
            ),
            sum(
                "full",
                "twice the greatest",
                [("add", full), ("add", full)],
                full.dropLast() + "e"
            ),
        ]
    }

    /// The sealed state (vault-format.md §9.3).
    static func states() throws -> [Vector] {
        let source = VectorSource(seed: 93)
        let keybag = try source.keybag().encoded()
        let plain = ByteWriter.bytes { writer in
            writer.raw(source.device.key.bytes)  // Any 32 bytes will do for a sum.
            writer.integer(UInt64(3))
            writer.integer(UInt64(12))
        }
        let keys = DigestKeys(root: source.roots.device)
        var value = VaultState()
        value.digest = try plain.withRawBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            return try SetDigest(from: &reader)
        }
        (value.rowCount, value.generation) = (3, 12)
        let sealed = try keys.seal(
            value,
            of: StoredState(epoch: 7, keybag: keybag, digest: []),
            keychain: source.keychain,
            entropy: source.entropy
        )
        let state = Vector.good(
            "state",
            "state",
            section: "9.3",
            must: ["M41"],
            "a state of three rows",
            [
                ("device-root", source.roots.device.hex), ("keychain", source.keychain.hex),
                ("epoch", "7"), ("keybag", keybag.hex),
                ("gives-sum", source.device.key.hex), ("gives-rows", "3"),
                ("gives-generation", "12"),
            ],
            sealed
        )
        return [state] + source.damaged(state)
    }

    private func damaged(_ state: Vector) -> [Vector] {
        var keybag = state.hex("keybag")
        keybag[keybag.count - 1] ^= 1
        return [
            state.bad("epoch-less", must: ["M41"], "an older epoch", with: ["epoch": "6"]),
            state.bad("epoch-more", must: ["M41"], "a later epoch", with: ["epoch": "8"]),
            state.bad(
                "epoch-max",
                must: ["M9", "M41"],
                "an epoch that cannot grow",
                with: ["epoch": String(Int64.max)]
            ),
            state.bad("keybag", must: ["M41"], "another keybag", with: ["keybag": keybag.hex]),
            state.bad("no-keybag", must: ["M41"], "no keybag", with: ["keybag": ""]),
            state.bad(
                "keychain",
                must: ["M41"],
                "the state of another keychain",
                with: ["keychain": device.identifier.hex]
            ),
            state.bad(
                "root",
                must: ["M41"],
                "under another root",
                with: ["device-root": roots.user?.hex ?? ""]
            ),
            state.bad("box", must: ["M41"], "one bit of the box") { $0[30] ^= 1 },
            state.bad("short", must: ["M41"], "the last byte is missing") { $0.removeLast() },
            state.bad("nothing", must: ["M41"], "no bytes at all") { $0 = [] },
        ]
    }

    /// Shared keys (vault-format.md §10).
    static func sharedKeys() -> [Vector] {
        let source = VectorSource(seed: 10)
        let first = [source.classKeys[1], source.classKeys[4]]
        let unlocked = [source.classKeys[0], source.classKeys[3], source.classKeys[6]]
        func vector(_ entry: String, _ keys: [ClassKeys], _ deadline: Double) -> Vector {
            .good(
                "shared-keys-\(entry)",
                "shared-keys",
                section: "10",
                must: ["M46"],
                "the entry \(entry)",
                [
                    ("entry", entry), ("gives-deadline", String(deadline)), ("gives-epoch", "7"),
                ]
                    + keys.map {
                        ("gives-class-\($0.protection.keyClass.rawValue)", "1 \($0.master.hex)")
                    },
                SharedKeys.encode(keys, epoch: 7, deadline: deadline).withUnsafeBytes {
                    Array($0)
                }
            )
        }
        let good = vector("unlocked", unlocked, 1000.5)
        let must = ["M46"]
        return [
            good, vector("first-unlock", first, 605_800),
            good.bad("version", must: must, "version 1") { $0[0] = 1 },
            good.bad("version-3", must: must, "version 3") { $0[0] = 3 },
            good.bad("deadline", must: must, "a deadline that is not a number") {
                $0.replaceSubrange(1..<3, with: [0x7F, 0xF8])
            },
            good.bad("no-deadline", must: must, "a deadline that is never reached") {
                $0.replaceSubrange(1..<9, with: [0x7F, 0xF0, 0, 0, 0, 0, 0, 0])
            },
            good.bad("count-less", must: must, "one key less is counted") { $0[17] = 2 },
            good.bad("count-more", must: must, "one key more is counted") { $0[17] = 4 },
            good.bad("short", must: must, "the last byte is missing") { $0.removeLast() },
            good.bad("long", must: must, "one byte more") { $0.append(0) },
            good.bad("nothing", must: must, "no bytes at all") { $0 = [] },
            good.bad("class", must: must, "a class that there is not") { $0[25] = 5 },
            good.bad("twice", must: must, "the second key is of the first one's class") {
                $0[65] = 6
            },
            good.bad(
                "other-entry",
                must: must,
                "keys that end with a lock, in the entry that stays",
                with: ["entry": "first-unlock"]
            ),
            vector("first-unlock", first, 605_800).bad(
                "other-way",
                must: must,
                "keys that stay, in the entry that ends with a lock",
                with: ["entry": "unlocked"]
            ),
        ]
    }
}
