@testable import PortableKeychain

extension VectorSource {
    /// Keybags (vault-format.md §5.1).
    static func keybags() throws -> [Vector] {
        let source = VectorSource(seed: 51)
        let open = try source.keybag()
        let closed = try source.keybag(passcode: true)
        let plain = source.vector("keybag", open, nil, "no passcode is set")
        let locked = source.vector("keybag-locked", closed, nil, "a passcode is set and not given")
        let unlocked = source.vector("keybag-unlocked", closed, passcode, "a passcode is given")
        return [plain, locked, unlocked] + source.damaged(plain, unlocked)
            + (try source.misshapenSlots(plain, open, unlocked, closed))
            + source.misshapenKeys(plain, open, unlocked, closed)
    }

    private func vector(
        _ name: String,
        _ keybag: Keybag,
        _ passcode: [UInt8]?,
        _ comment: String
    ) -> Vector {
        var inputs = [("device-key", device.key.hex)]
        if let passcode { inputs.append(("passcode", passcode.hex)) }
        inputs.append(("gives-keychain", keychain.hex))
        let opensUser = !keybag.hasPasscode || passcode != nil
        for keys in classKeys {
            let keyClass = keys.protection.keyClass
            guard keybag.hasPasscode || !keyClass.needsPasscode else { continue }
            let isOpen = opensUser || keyClass.grade == .device
            inputs.append(("gives-class-\(keyClass.rawValue)", isOpen ? keys.master.hex : "locked"))
        }
        return .good(
            name,
            "keybag",
            section: "5.1",
            must: ["M12", "M13", "M14"],
            comment,
            inputs,
            keybag.encoded()
        )
    }

    private func damaged(_ plain: Vector, _ unlocked: Vector) -> [Vector] {
        [
            plain.bad("magic", must: ["M12"], "another magic") { $0[0] ^= 1 },
            plain.bad("version-0", must: ["M12"], "version 0") { $0[4] = 0 },
            plain.bad("version-2", must: ["M12", "M51"], "version 2 without its last key") {
                $0[4] = 2
            },
            plain.bad("version-3", must: ["M12"], "version 1 that says version 3") { $0[4] = 3 },
            plain.bad("version-4", "newerVersion", must: ["M12"], "version 4") { $0[4] = 4 },
            plain.bad("version-255", "newerVersion", must: ["M12"], "version 255") { $0[4] = 255 },
            plain.bad("short", must: ["M1"], "the last byte is missing") { $0.removeLast() },
            plain.bad("long", must: ["M1"], "one byte more") { $0.append(0) },
            plain.bad("half", must: ["M1"], "the second half is missing") {
                $0.removeLast($0.count / 2)
            },
            plain.bad("nothing", must: ["M1"], "no bytes at all") { $0 = [] },
            plain.bad("keychain", must: ["M17"], "one bit of the keychain's name") { $0[5] ^= 1 },
            plain.bad("device", "wrongDeviceKey", must: ["M19"], "one bit of the device's name") {
                $0[21] ^= 1
            },
            plain.bad("slot-count", must: ["M1"], "a slot is counted that is not there") {
                $0[41] = 2
            },
            plain.bad("no-slot", must: ["M13"], "no slot is counted") { $0[41] = 0 },
            plain.bad("last-box", must: ["M11"], "the last bit of the last class key") {
                $0[$0.count - 1] ^= 1
            },
            plain.bad(
                "other-device",
                "wrongDeviceKey",
                must: ["M19"],
                "with another device's key",
                with: ["device-key": otherDevice.key.hex]
            ),
            unlocked.bad(
                "wrong-passcode",
                "authenticationFailed",
                must: ["M20"],
                "with another passcode",
                with: ["passcode": Array("correct Horse".utf8).hex]
            ),
            unlocked.bad(
                "empty-passcode",
                "invalidParameter",
                must: ["M9"],
                "with an empty passcode",
                with: ["passcode": ""]
            ),
            unlocked.bad("generation", must: ["M14"], "another passcode generation") {
                $0[40] = 2
            },
        ]
    }

    private func misshapenSlots(
        _ plain: Vector,
        _ open: Keybag,
        _ unlocked: Vector,
        _ closed: Keybag
    ) throws -> [Vector] {
        return [
            try shape(unlocked, closed, "back-door", "M13", "the device opens both roots still") {
                $0.slots[0] = try slot(.device, .user)
            },
            shape(unlocked, closed, "slots-turned", "M2", "the passcode's slot comes first") {
                $0.slots.reverse()
            },
            shape(unlocked, closed, "passcode-alone", "M13", "no slot of the device") {
                $0.slots.removeFirst()
            },
            shape(unlocked, closed, "slot-twice", "M2", "the passcode's slot twice") {
                $0.slots.append($0.slots[1])
            },
            shape(plain, open, "device-twice", "M13", "the device's slot twice") {
                $0.slots.append($0.slots[0])
            },
            try shape(plain, open, "device-alone", "M13", "nothing opens the user's root") {
                $0.slots[0] = try slot(.device, .device)
            },
        ]
    }

    private func misshapenKeys(
        _ plain: Vector,
        _ open: Keybag,
        _ unlocked: Vector,
        _ closed: Keybag
    ) -> [Vector] {
        [
            shape(plain, open, "key-missing", "M14", "a class has no key") {
                $0.classKeys.remove(at: 2)
            },
            shape(plain, open, "key-twice", "M2", "a class has its key twice") {
                $0.classKeys.insert($0.classKeys[0], at: 0)
            },
            shape(plain, open, "keys-turned", "M2", "classes out of order") {
                $0.classKeys.swapAt(0, 1)
            },
            shape(plain, open, "key-12", "M14", "class 12 without a passcode") {
                $0.classKeys.append(closed.classKeys[6])
            },
            shape(unlocked, closed, "no-key-12", "M14", "a passcode without class 12") {
                $0.classKeys.removeLast()
            },
            shape(plain, open, "keys-exchanged", "M11", "the boxes of two classes exchanged") {
                let (first, second) = ($0.classKeys[0], $0.classKeys[1])
                $0.classKeys[0] = WrappedClassKey(
                    protection: first.protection,
                    check: second.check,
                    box: second.box
                )
            },
            shape(plain, open, "check", "M21", "a class key with the check of another") {
                let (first, second) = ($0.classKeys[0], $0.classKeys[1])
                $0.classKeys[0] = WrappedClassKey(
                    protection: first.protection,
                    check: second.check,
                    box: first.box
                )
            },
            shape(plain, open, "key-box-length", "M1", "a class key's box is too short") {
                $0.classKeys[5] = WrappedClassKey(
                    protection: $0.classKeys[5].protection,
                    check: $0.classKeys[5].check,
                    box: Array($0.classKeys[5].box.dropLast())
                )
            },
            shape(plain, open, "key-generation", "M14", "the second key of a class that has one") {
                $0.classKeys[5] = WrappedClassKey(
                    protection: Protection(.alwaysThisDeviceOnly, generation: 2),
                    check: $0.classKeys[5].check,
                    box: $0.classKeys[5].box
                )
            },
        ]
    }

    /// Another keybag in the bytes of a vector.
    func shape(
        _ base: Vector,
        _ keybag: Keybag,
        _ name: String,
        _ must: String,
        _ comment: String,
        _ change: (inout Keybag) throws -> Void
    ) rethrows -> Vector {
        var keybag = keybag
        try change(&keybag)
        let bytes = keybag.encoded()
        return base.bad(name, must: [must], comment) { $0 = bytes }
    }
}
