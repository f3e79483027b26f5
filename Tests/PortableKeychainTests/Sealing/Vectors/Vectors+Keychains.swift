import SealedStore

@testable import PortableKeychain

extension VectorSource {
    /// Whole keychains (vault-format.md §9.4): rows, keybag and state that do or do not agree.
    static func keychains() throws -> [Vector] {
        let source = VectorSource(seed: 94)
        let keybag = try source.keybag().encoded()
        var plain = [Array("one".utf8), Array("two".utf8), nil].map {
            VectorRow(source, payload: $0)
        }
        for index in plain.indices { plain[index].id = Int64(index + 1) }
        let rows = try plain.map { try $0.sealed(source) }
        let older = try plain[0].sealed(source)
        let setting = KeychainSetting(source: source, keybag: keybag)
        let good = try setting.good("keychain", "three items", rows)
        return [good, try setting.good("keychain-empty", "no item", [])]
            + (try setting.rows(good, rows, older)) + (try setting.states(good, rows))
    }
}

private struct KeychainSetting {
    let source: VectorSource
    let keybag: [UInt8]

    func good(_ name: String, _ comment: String, _ rows: [SealedRow]) throws -> Vector {
        .good(
            name,
            "keychain",
            section: "9.4",
            must: ["M45"],
            comment,
            [
                ("device-key", source.device.key.hex), ("epoch", "2"), ("keybag", keybag.hex),
            ] + rows.map { ("row", $0.text) } + [("gives-rows", String(rows.count))],
            try state(rows)
        )
    }

    func state(_ rows: [SealedRow], generation: UInt64 = 5) throws -> [UInt8] {
        let sealing = RowSealing(
            keys: try KeySet(
                keybag: Keybag(encoded: keybag),
                epoch: 2,
                device: source.device
            )
        )
        var state = VaultState()
        state.generation = generation
        for row in rows {
            state.digest.add(try sealing.leaf(row, secretLength: row.secret?.count))
            state.rowCount += 1
        }
        return try DigestKeys(root: source.roots.device).seal(
            state,
            of: StoredState(epoch: 2, keybag: keybag, digest: []),
            keychain: source.keychain,
            entropy: source.entropy
        )
    }

    func rows(_ good: Vector, _ rows: [SealedRow], _ older: SealedRow) throws -> [Vector] {
        func bad(
            _ name: String,
            _ comment: String,
            _ change: (inout [SealedRow]) -> Void
        ) -> Vector {
            var changed = rows
            change(&changed)
            var vector = good.bad(name, must: ["M45"], comment)
            vector.inputs =
                vector.inputs.filter { $0.name != "row" }
                + changed.map {
                    ("row", $0.text)
                }
            return vector
        }
        return [
            bad("dropped", "a row was dropped") { $0.remove(at: 1) },
            bad("emptied", "all rows were dropped") { $0 = [] },
            bad("turned", "two rows changed their places") { ($0[0].id, $0[1].id) = (2, 1) },
            bad("moved", "a row went to the end") { $0[0].id = 9 },
            bad("older", "a row was put back to an older state") { $0[0] = older },
            bad("doubled", "a row stands there twice, under another identifier and key") {
                var row = $0[0]
                row.id = 4
                row.identifier = source.keychain
                row.primaryKey = source.device.identifier
                $0.append(row)
            },
            bad("payloads", "the payloads of two items were exchanged") {
                ($0[0].secret, $0[1].secret) = ($0[1].secret, $0[0].secret)
            },
            bad("payload-gone", "a payload was dropped") { $0[0].secret = nil },
            bad("payload-new", "a payload where there was none") { $0[2].secret = $0[0].secret },
            bad("group", "an item was put into another access group") { $0[2].group = 78 },
            bad("flag", "an item was made a tombstone") { $0[2].flags = 2 },
            bad("protection", "an item was made readable while locked") { $0[2].protection = 264 },
        ]
    }

    func states(_ good: Vector, _ rows: [SealedRow]) throws -> [Vector] {
        let earlier = try state(Array(rows.dropLast()), generation: 4)
        let foreign = VectorSource(seed: 95, device: source.device)
        let other = try foreign.keybag().encoded()
        var newer = keybag
        newer[4] = 4
        let must = ["M41"]
        return [
            good.bad("state-older", must: ["M45"], "the state from before the last addition") {
                $0 = earlier
            },
            good.bad("epoch-less", must: must, "an older epoch", with: ["epoch": "1"]),
            good.bad("epoch-more", must: must, "a later epoch", with: ["epoch": "3"]),
            good.bad(
                "epoch-max",
                must: must,
                "the last epoch that there is",
                with: ["epoch": String(Int64.max)]
            ),
            good.bad("state", must: must, "one bit of the state") { $0[40] ^= 1 },
            good.bad("no-state", must: must, "no state") { $0 = [] },
            good.bad(
                "keybag",
                must: must,
                "the keybag of another keychain of this device",
                with: ["keybag": other.hex]
            ),
            good.bad(
                "keybag-newer",
                "newerVersion",
                must: ["M12"],
                "a keybag of version 4",
                with: ["keybag": newer.hex]
            ),
            good.bad("no-keybag", must: ["M12"], "an empty keybag", with: ["keybag": ""]),
            good.bad(
                "device",
                "wrongDeviceKey",
                must: ["M19"],
                "another device's key",
                with: ["device-key": source.otherDevice.key.hex]
            ),
        ]
    }
}
