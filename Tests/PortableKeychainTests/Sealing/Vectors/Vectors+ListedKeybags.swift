import Crypto

@testable import PortableKeychain

/// Keybags of the third version (vault-format.md §5.1).
extension VectorSource {
    /// A keybag with slots of these kinds besides that of the device.
    func listedKeybag(_ kinds: [AccessSlot.Kind]) throws -> Keybag {
        let hasPasscode = kinds.contains(.passcode)
        return try Keybag.make(
            keychain: keychain,
            device: device,
            roots: roots,
            keys: classKeys.filter { hasPasscode || !$0.protection.keyClass.needsPasscode },
            presence: .random(Self.presenceEntropy),
            new: kinds.map { try new($0) },
            passcodeGeneration: hasPasscode ? 1 : 0,
            entropy: entropy
        )
    }

    static func listedKeybags() throws -> [Vector] {
        let source = VectorSource(seed: 151)
        let all = AccessSlot.Kind.allCases.filter { $0 != .device }
        let bare = try source.listedKeybag([])
        let full = try source.listedKeybag(all + [.token, .securityKey])
        let token = try source.listedKeybag([.token])
        let plain = try source.vector(bare, nil, "keybag-3", "nothing but the device key")
        let closed = try source.vector(full, nil, "keybag-3-locked", "every kind, none opened")
        var opened: [Vector] = []
        for kind in all {
            opened.append(
                try source.vector(full, kind, "keybag-3-\(kind)", "every kind, one opened")
            )
        }
        let locked = opened[0]
        return [plain, closed] + opened + [
            try source.vector(token, .token, "keybag-3-no-passcode", "locked without a passcode")
        ] + (try source.misshapenListed(locked, full))
            + (try source.unusual(plain, bare, full, token))
            + source.damagedListed(plain, locked, opened)
    }

    private func vector(
        _ keybag: Keybag,
        _ kind: AccessSlot.Kind?,
        _ name: String,
        _ comment: String
    ) throws -> Vector {
        var inputs = [("device-key", device.key.hex)]
        switch kind {
        case nil, .device: break
        case .passcode: inputs.append(("passcode", Self.passcode.hex))
        case .recovery: inputs.append(("recovery-key", Self.recoveryKey.hex))
        case .loginPassword: inputs.append(("login-password", Self.loginPassword.hex))
        case let kind?:
            let slot = keybag.slots.first { $0.kind == kind }
            inputs.append(("slot", slot?.description.identifier ?? ""))
            inputs.append(("secret", Self.slotSecret(kind).hex))
        }
        let sender = try PresenceKey.random(entropy).publicKey
        let presence = try PresenceKey.random(Self.presenceEntropy)
        let opensUser = !keybag.canBeLocked || kind != nil
        inputs.append(("encapsulated", sender.hex))
        inputs.append(("gives-keychain", keychain.hex))
        for keys in classKeys {
            let keyClass = keys.protection.keyClass
            guard keybag.hasPasscode || !keyClass.needsPasscode else { continue }
            let isOpen = opensUser || keyClass.grade == .device
            inputs.append(("gives-class-\(keyClass.rawValue)", isOpen ? keys.master.hex : "locked"))
        }
        let proves = opensUser && kind?.provesPresence ?? true
        let secret = try presence.secret(encapsulated: sender, keychain: keychain)
        inputs.append(("gives-secret", proves ? secret.hex : "locked"))
        return .good(
            name,
            "keybag-3",
            section: "5.1",
            must: ["M12", "M13", "M14", "M51", "M52"],
            comment,
            inputs,
            keybag.encoded()
        )
    }

    private func damagedListed(_ plain: Vector, _ locked: Vector, _ opened: [Vector]) -> [Vector] {
        let end = plain.bytes.count
        let refused = "authenticationFailed"
        return [
            plain.bad("version-1", must: ["M12"], "says version 1") { $0[4] = 1 },
            plain.bad("version-2", must: ["M12"], "says version 2") { $0[4] = 2 },
            plain.bad("version-4", "newerVersion", must: ["M12"], "says version 4") { $0[4] = 4 },
            plain.bad("short", must: ["M1"], "the last byte is missing") { $0.removeLast() },
            plain.bad("long", must: ["M1"], "one byte more") { $0.append(0) },
            plain.bad("presence-box", must: ["M51"], "a presence box at the end as in version 2") {
                $0 += [0, 0, 0, 60] + [UInt8](repeating: 0, count: 60)
            },
            plain.bad("public-key", must: ["M51"], "another public half") { $0[end - 1] ^= 1 },
            plain.bad("keychain", must: ["M17"], "one bit of the keychain's name") { $0[5] ^= 1 },
            plain.bad("no-slot", must: ["M13"], "no slot is counted") { $0[41] = 0 },
            plain.bad("slot-count", must: ["M1"], "a slot is counted that is not there") {
                $0[41] = 2
            },
            plain.bad(
                "device",
                "wrongDeviceKey",
                must: ["M19"],
                "another device's key",
                with: [
                    "device-key": otherDevice.key.hex
                ]
            ),
            locked.bad(
                "wrong",
                refused,
                must: ["M20"],
                "another passcode",
                with: [
                    "passcode": Array("correct Horse".utf8).hex
                ]
            ),
            opened[1].bad(
                "token-wrong",
                refused,
                must: ["M20"],
                "another secret",
                with: [
                    "secret": Self.slotSecret(.device).hex
                ]
            ),
            opened[4].bad(
                "recovery-wrong",
                refused,
                must: ["M20"],
                "another recovery key",
                with: [
                    "recovery-key": Array(2...21).map { UInt8($0) }.hex
                ]
            ),
            locked.bad("generation", must: ["M14"], "another passcode generation") { $0[40] = 2 },
        ]
    }

    private func misshapenListed(_ locked: Vector, _ full: Keybag) throws -> [Vector] {
        let passcode = try listedSlot(.passcode)
        let recovery = try listedSlot(.recovery)
        let login = try listedSlot(.loginPassword)
        let user = try listedSlot(.device)
        func sort(_ keybag: inout Keybag) { keybag.slots.sort { $0.precedes($1) } }
        return [
            shape(locked, full, "back-door", "M13", "the device opens both roots still") {
                $0.slots[0] = user
            },
            shape(locked, full, "slots-turned", "M2", "two kinds exchanged") {
                $0.slots.swapAt(1, 2)
            },
            shape(locked, full, "salts-turned", "M2", "two tokens exchanged") {
                $0.slots.swapAt(2, 3)
            },
            shape(locked, full, "slot-twice", "M2", "the same slot twice") {
                $0.slots.insert($0.slots[2], at: 2)
            },
            shape(locked, full, "device-last", "M13", "the device's slot is not the first") {
                $0.slots.append($0.slots.removeFirst())
            },
            shape(locked, full, "no-device", "M13", "no slot of the device") {
                $0.slots.removeFirst()
            },
            shape(locked, full, "two-passcodes", "M13", "two passcodes") {
                $0.slots.append(passcode)
                sort(&$0)
            },
            shape(locked, full, "two-recovery-keys", "M13", "two recovery keys") {
                $0.slots.append(recovery)
                sort(&$0)
            },
            shape(locked, full, "two-login-passwords", "M13", "two login passwords") {
                $0.slots.append(login)
                sort(&$0)
            },
        ]
    }

    private func unusual(
        _ plain: Vector,
        _ bare: Keybag,
        _ full: Keybag,
        _ token: Keybag
    ) throws -> [Vector] {
        let passcode = try listedSlot(.passcode)
        let recovery = try listedSlot(.recovery)
        let credential = try listedSlot(.credential)
        let login = try listedSlot(.loginPassword)
        let many = try (0..<16).map { _ in try listedSlot(.token) }
        let alone = try listedSlot(.device, .device)
        let user = try listedSlot(.device)
        let bound = try classKeys.filter { !$0.protection.keyClass.needsPasscode }.map {
            try WrappedClassKey.wrap(
                $0,
                roots: roots,
                binding: device.key,
                keychain: keychain,
                entropy: entropy
            )
        }
        func sort(_ keybag: inout Keybag) { keybag.slots.sort { $0.precedes($1) } }
        return [
            shape(plain, bare, "many", "M13", "seventeen slots") {
                $0.slots = [alone] + many
                sort(&$0)
            },
            shape(plain, bare, "device-alone", "M13", "nothing opens the user's root") {
                $0.slots = [alone]
            },
            shape(plain, bare, "recovery-alone", "M13", "only the recovery key opens both roots") {
                $0.slots = [alone, recovery]
            },
            shape(plain, bare, "credential-alone", "M13", "nothing proves presence") {
                $0.slots = [alone, credential]
            },
            shape(plain, bare, "login-alone", "M13", "nothing proves presence") {
                $0.slots = [alone, login]
            },
            shape(plain, bare, "device-twice", "M13", "the device's slot twice") {
                $0.slots = [user, user]
            },
            shape(plain, bare, "no-key-12", "M14", "a passcode without class 12") {
                $0.slots = [alone, passcode]
            },
            shape(plain, token, "key-12", "M14", "class 12 with a token alone") {
                $0.classKeys.append(full.classKeys[6])
            },
            shape(plain, bare, "old-binding", "M22", "class keys bound to the device key itself") {
                $0.classKeys = bound
            },
        ]
    }
}
