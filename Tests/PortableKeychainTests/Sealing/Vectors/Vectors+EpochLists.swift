@_spi(Keepers) @testable import PortableKeychain

extension VectorSource {
    /// The epochs for which the counter of a token stands (vault-format.md §16.1).
    static func epochLists() throws -> [Vector] {
        let source = VectorSource(seed: 161)
        let counter = source.entropy.bytes(43)
        let mac = try RollbackCounter.mac(source.device, counter)
        func vector(_ list: EpochList, _ name: String, _ comment: String) -> Vector {
            let entries = list.entries.map { ("gives-entry", "\($0.keychain.hex) \($0.epoch)") }
            return Vector.good(
                name,
                "device-count",
                section: "16.1",
                must: ["M70"],
                comment,
                [
                    ("device-key", source.device.key.hex), ("counter", counter.hex),
                    ("gives-count", String(list.count)),
                    ("gives-complete", list.isComplete ? "1" : "0"),
                ] + entries,
                list.encoded(mac)
            )
        }
        let empty = EpochList(count: 1, isComplete: true)
        var list = EpochList(count: 300, isComplete: false)
        list.add(7, of: source.keychain)
        let good = vector(list, "device-count", "a keychain in its seventh epoch, after a gap")
        return [
            good, vector(empty, "device-count-empty", "a new counter, and no keychain yet"),
            good.bad("magic", must: ["M70"], "another magic") { $0[0] ^= 1 },
            good.bad("count", must: ["M70"], "a changed count") { $0[15] ^= 1 },
            good.bad("complete", must: ["M70"], "a gap that is hidden") { $0[16] ^= 1 },
            good.bad("keychain", must: ["M70"], "a changed keychain") { $0[17] ^= 1 },
            good.bad("epoch", must: ["M70"], "a changed epoch") { $0[40] ^= 1 },
            good.bad("code", must: ["M70"], "a changed code") { $0[56] ^= 1 },
            good.bad("short", must: ["M70"], "a byte is missing") { $0.removeLast() },
            good.bad("long", must: ["M70"], "a byte too many") { $0.append(0) },
            good.bad("nothing", must: ["M70"], "an empty file") { $0 = [] },
            good.bad("mark", must: ["M70"], "another mark than 0 and 1, and the right code") {
                var content = Array($0.dropLast(Limits.codeLength))
                content[16] = 2
                $0 = mac.file(of: content)
            },
            good.bad("half", must: ["M70"], "half of an entry, and the right code") {
                $0 = mac.file(of: Array($0.dropLast(Limits.codeLength + 12)))
            },
            good.bad(
                "other-counter",
                must: ["M70"],
                "of another counter",
                with: ["counter": [UInt8](repeating: 7, count: 43).hex]
            ),
            good.bad(
                "other-device",
                must: ["M70"],
                "of another device key",
                with: ["device-key": source.otherDevice.key.hex]
            ),
        ]
    }
}

extension Judge {
    static func epochList(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let device = DeviceKey(key(vector.hex("device-key")))
        let mac = try RollbackCounter.mac(device, vector.hex("counter"))
        guard let list = vector.bytes.withUnsafeBytes({ EpochList($0, mac) }) else {
            throw KeychainError(.corrupt)
        }
        var gives = [
            "gives-count": String(list.count), "gives-complete": list.isComplete ? "1" : "0",
        ]
        gives["gives-entry"] = list.entries.first.map { "\($0.keychain.hex) \($0.epoch)" }
        return gives
    }
}
