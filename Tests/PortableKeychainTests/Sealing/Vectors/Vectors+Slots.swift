@testable import PortableKeychain

extension VectorSource {
    /// Key slots (vault-format.md §5.2).
    static func slots() throws -> [Vector] {
        let source = VectorSource(seed: 52)
        let passcode = try source.vector(
            "slot-passcode",
            .passcode,
            .user,
            "the cheapest passcode"
        )
        let odd = Array(" pa\u{308}ss wo\u{308}rd\u{0}\n".utf8)
        let costlier = try PasscodeHashing(rounds: 1 << 11, blockSize: 8, parallelism: 2)
        let device = try source.vector("slot-device", .device, .user, "the device opens both roots")
        return [
            device,
            try source.vector("slot-device-alone", .device, .device, "the device's root alone"),
            passcode,
            try source.vector(
                "slot-passcode-cost",
                .passcode,
                .user,
                "another cost",
                hashing: costlier
            ),
            try source.vector(
                "slot-passcode-bytes",
                .passcode,
                .user,
                "spaces, a zero, and letters that a normalization would compose",
                passcode: odd
            ),
        ] + source.damaged(device) + source.damagedCosts(passcode)
    }

    private func vector(
        _ name: String,
        _ kind: AccessSlot.Kind,
        _ grade: KeyGrade,
        _ comment: String,
        passcode: [UInt8] = VectorSource.passcode,
        hashing: PasscodeHashing = VectorSource.cheap
    ) throws -> Vector {
        .good(
            name,
            "slot",
            section: "5.2",
            must: kind == .device ? ["M15"] : ["M15", "M16", "M18"],
            comment,
            [
                ("keychain", keychain.hex), ("device-key", device.key.hex),
                ("passcode", passcode.hex), ("gives-device-root", roots.device.hex),
                ("gives-user-root", grade == .user ? roots.user?.hex ?? "" : "none"),
            ],
            try slot(kind, grade, passcode: passcode, hashing: hashing).encoded
        )
    }

    private func damaged(_ slot: Vector) -> [Vector] {
        [
            slot.bad("kind-0", must: ["M1"], "kind 0") { $0[0] = 0 },
            slot.bad("kind-3", must: ["M1"], "kind 3") { $0[0] = 3 },
            slot.bad("kind-2", must: ["M1"], "a device slot that says passcode") { $0[0] = 2 },
            slot.bad("grade-0", must: ["M1"], "grade 0") { $0[1] = 0 },
            slot.bad("grade-3", must: ["M1"], "grade 3") { $0[1] = 3 },
            slot.bad("grade-1", must: ["M15"], "the lower grade with both roots") { $0[1] = 1 },
            slot.bad("salt", must: ["M17"], "one bit of the salt") { $0[2] ^= 1 },
            slot.bad("box", must: ["M11"], "one bit of the box") { $0[60] ^= 1 },
            slot.bad("length-less", must: ["M15"], "a box of 91 bytes") {
                $0[37] -= 1
                $0.removeLast()
            },
            slot.bad("length-huge", must: ["M9"], "a box of 4 GiB") {
                $0.replaceSubrange(34..<38, with: [255, 255, 255, 255])
            },
            slot.bad("short", must: ["M1"], "the last byte is missing") { $0.removeLast() },
            slot.bad("long", must: ["M1"], "one byte more") { $0.append(0) },
            slot.bad("nothing", must: ["M1"], "no bytes at all") { $0 = [] },
            slot.bad(
                "other-keychain",
                must: ["M17"],
                "the slot of another keychain",
                with: ["keychain": device.identifier.hex]
            ),
            slot.bad(
                "other-device",
                must: ["M11"],
                "another device's key",
                with: ["device-key": otherDevice.key.hex]
            ),
        ]
    }

    /// The cost of a guess that a file may demand; only the numbers, as running the greatest takes
    /// seconds.
    static func costs() -> [Vector] {
        func cost(
            _ name: String,
            _ comment: String,
            _ values: (n: UInt32, r: UInt32, p: UInt32)
        ) -> Vector {
            Vector.good(
                "cost-\(name)",
                "cost",
                section: "2",
                must: ["M9", "M16"],
                comment,
                [("gives-memory", String(128 * Int(values.n) * Int(values.r)))],
                ByteWriter.bytes { writer in
                    writer.integer(values.n)
                    writer.integer(values.r)
                    writer.integer(values.p)
                }
            )
        }
        func refused(
            _ name: String,
            _ comment: String,
            _ values: (n: UInt32, r: UInt32, p: UInt32)
        ) -> Vector {
            let good = cost(name, comment, values)
            return good.bad(name, must: good.must, comment)
        }
        return [
            cost("least", "the least", (1 << 10, 1, 1)),
            cost("standard", "what writers use", (1 << 17, 8, 1)),
            cost("greatest", "four times the standard, in memory", (1 << 19, 8, 1)),
            cost("greatest-n", "the greatest N", (1 << 21, 2, 1)),
            cost("greatest-p", "four times the standard, in turns", (1 << 15, 8, 16)),
            cost("greatest-r", "the greatest r and p", (1 << 13, 32, 16)),
            refused("memory", "the greatest memory and one bit", (1 << 20, 8, 1)),
            refused("turns", "the greatest memory, twice", (1 << 19, 8, 2)),
            refused("all", "three minutes and 1 GiB", (1 << 18, 32, 16)),
            refused("p", "each number within its own bounds", (1 << 14, 32, 16)),
        ]
    }

    private func damagedCosts(_ slot: Vector) -> [Vector] {
        func cost(_ name: String, _ comment: String, _ values: (UInt32, UInt32, UInt32)) -> Vector {
            slot.bad("cost-\(name)", must: ["M9", "M16"], comment) {
                $0.replaceSubrange(
                    34..<46,
                    with: ByteWriter.bytes { writer in
                        writer.integer(values.0)
                        writer.integer(values.1)
                        writer.integer(values.2)
                    }
                )
            }
        }
        return [
            cost("n-0", "N = 0", (0, 1, 1)),
            cost("n-1000", "N is no power of two", (1000, 1, 1)),
            cost("n-512", "N = 2^9", (512, 1, 1)),
            cost("n-2-22", "N = 2^22, with the least r", (1 << 22, 2, 1)),
            cost("n-2-31", "N = 2^31, the largest power", (1 << 31, 1, 1)),
            cost("n-for-r", "N = 2^16 with r = 1, against RFC 7914", (1 << 16, 1, 1)),
            cost("r-0", "r = 0", (1024, 0, 1)),
            cost("r-33", "r = 33", (1024, 33, 1)),
            cost("p-0", "p = 0", (1024, 1, 0)),
            cost("p-17", "p = 17", (1024, 1, 17)),
            cost("p-max", "p = 2^32 - 1", (1024, 1, .max)),
            cost("memory", "1 GiB", (1 << 20, 8, 1)),
            cost("time", "three minutes and 1 GiB", (1 << 18, 32, 16)),
            cost("time-p", "128 MiB, but sixteen times", (1 << 17, 8, 16)),
            slot.bad("cost-changed", must: ["M17"], "another cost than it was made with") {
                $0[37] = 0
                $0[36] = 8
            },
            slot.bad(
                "wrong-passcode",
                must: ["M18"],
                "a blank behind the passcode",
                with: ["passcode": (Self.passcode + [0x20]).hex]
            ),
            slot.bad("passcode-grade-1", must: ["M13"], "a passcode for the device's root") {
                $0[1] = 1
            },
        ]
    }

    /// Wrapped class keys (vault-format.md §5.3).
    static func classKeyVectors() throws -> [Vector] {
        let source = VectorSource(seed: 53)
        let six = try source.vector(source.classKeys[0], "a key of the user's root")
        let nine = try source.vector(source.classKeys[3], "bound to the device")
        let third = ClassKeys(
            Protection(.whenPasscodeSetThisDeviceOnly, generation: 3),
            master: .random(source.entropy)
        )
        let other = source.otherDevice.key.hex
        var elsewhere = six
        elsewhere.name = "class-key-6-elsewhere"
        elsewhere.comment = "not bound to the device: any device key will do"
        elsewhere.inputs = six.inputs.map { ($0.name, $0.name == "device-key" ? other : $0.value) }
        func protection(_ name: String, _ value: Int64, _ comment: String) -> Vector {
            six.bad(name, must: ["M23"], comment, with: ["protection": String(value)])
        }
        return [
            six, nine, elsewhere,
            try source.vector(source.classKeys[2], "a key of the device's root"),
            try source.vector(source.classKeys[5], "of the device's root, bound to the device"),
            try source.vector(third, "the third key of its class"),
            nine.bad(
                "9-elsewhere",
                must: ["M22"],
                "on another device",
                with: ["device-key": other]
            ),
            six.bad(
                "6-other-root",
                must: ["M11"],
                "under another root",
                with: ["user-root": source.roots.device.hex]
            ),
            six.bad("6-check", must: ["M21"], "the check of another key", with: ["check": other]),
            six.bad("6-box", must: ["M11"], "one bit of the box") { $0[13] ^= 1 },
            six.bad("6-short", must: ["M11"], "the last byte is missing") { $0.removeLast() },
            six.bad(
                "6-other-keychain",
                must: ["M11"],
                "of another keychain",
                with: ["keychain": source.device.identifier.hex]
            ),
            protection("6-as-7", 256 + 7, "the key of another class"),
            protection("6-generation-2", 512 + 6, "the key of another generation"),
            protection("generation-0", 6, "generation 0"),
            protection("class-5", 256 + 5, "class 5"),
            protection("class-13", 256 + 13, "class 13"),
            protection("negative", -1, "a negative protection"),
            protection("41-bits", 1 << 40 | 256 | 6, "41 bits"),
        ]
    }

    private func vector(_ keys: ClassKeys, _ comment: String) throws -> Vector {
        let wrapped = try WrappedClassKey.wrap(
            keys,
            roots: roots,
            binding: device.key,
            keychain: keychain,
            entropy: entropy
        )
        return .good(
            "class-key-\(keys.protection.keyClass.rawValue)",
            "class-key",
            section: "5.3",
            must: keys.protection.keyClass.thisDeviceOnly ? ["M21", "M22"] : ["M21"],
            comment,
            [
                ("keychain", keychain.hex), ("device-key", device.key.hex),
                ("device-root", roots.device.hex), ("user-root", roots.user?.hex ?? ""),
                ("protection", String(keys.protection.stored)), ("check", wrapped.check.hex),
                ("gives-master", keys.master.hex), ("gives-metadata-key", keys.metadata.key.hex),
                ("gives-secret-key", keys.secret.key.hex),
            ],
            wrapped.box
        )
    }
}
