import Crypto

@_spi(Keepers) @testable import PortableKeychain

/// Slots and keybags of the third version (vault-format.md §5.2).
extension VectorSource {
    static let recoveryKey: [UInt8] = Array(1...20)
    static let loginPassword: [UInt8] = Array("login as ana".utf8)

    /// The same entropy each time, for the presence key of all keybags.
    static var presenceEntropy: KeychainEntropy { VectorSource(seed: 64).entropy }

    /// The secret of a slot, as 32 bytes.
    static func slotSecret(_ kind: AccessSlot.Kind) -> [UInt8] {
        [UInt8](repeating: 0xA0 + kind.rawValue, count: 32)
    }

    /// A slot that is to be wrapped, with a secret that the vectors say.
    func new(_ kind: AccessSlot.Kind, parameters: [UInt8]? = nil) throws -> NewKeySlot {
        let salt = entropy.bytes(Limits.saltLength)
        let secret: SymmetricKey
        switch kind {
        case .device: secret = device.key
        case .passcode:
            secret = try Self.cheap.key(passcode: Judge.buffer(Self.passcode), salt: salt)
        case .loginPassword:
            secret = try Self.cheap.key(passcode: Judge.buffer(Self.loginPassword), salt: salt)
        case .recovery: secret = RecoveryKey(bytes: Judge.buffer(Self.recoveryKey)).secret
        default: secret = Judge.key(Self.slotSecret(kind))
        }
        let usual =
            kind.isHashed ? Self.cheap.encoded : kind.parameterLength > 0 ? [0xB0, 0xB1] : []
        return NewKeySlot(kind, salt: salt, parameters: parameters ?? usual, secret: secret)
    }

    /// A slot of the third version around the roots.
    func listedSlot(
        _ kind: AccessSlot.Kind,
        _ grade: KeyGrade = .user,
        parameters: [UInt8]? = nil
    ) throws -> KeySlot {
        try KeySlot.wrap(
            KeySlot.Content(roots: roots, binding: device.binding(keychain)),
            as: new(kind, parameters: parameters),
            grade: grade,
            presence: .random(Self.presenceEntropy),
            keychain: keychain,
            entropy: entropy
        )
    }

    static func listedSlots() throws -> [Vector] {
        let source = VectorSource(seed: 152)
        var vectors = [
            try source.vector(.device, .device, "slot-3-device-alone", "the device's root alone")
        ]
        for kind in AccessSlot.Kind.allCases {
            vectors.append(try source.vector(kind, .user, "slot-3-\(kind)", "opens both roots"))
        }
        let longest = [UInt8](repeating: 7, count: Limits.slotParametersLength)
        let longestVector = try source.vector(
            .token,
            .user,
            "slot-3-token-longest",
            "the longest parameters",
            parameters: longest
        )
        let device = vectors[1]
        let named = Dictionary(uniqueKeysWithValues: vectors.map { ($0.name, $0) })
        guard let passcode = named["slot-3-passcode"], let token = named["slot-3-token"],
            let recovery = named["slot-3-recovery"], let credential = named["slot-3-credential"],
            let login = named["slot-3-loginPassword"]
        else { return [] }
        return vectors + [longestVector] + source.damagedListed(device)
            + source.misshapenListed(passcode)
            + source.misused(token, recovery, credential) + source.misused(login)
    }

    private func vector(
        _ kind: AccessSlot.Kind,
        _ grade: KeyGrade,
        _ name: String,
        _ comment: String,
        parameters: [UInt8]? = nil
    ) throws -> Vector {
        let own: (String, String) =
            switch kind {
            case .device: ("secret", device.key.hex)
            case .passcode: ("passcode", Self.passcode.hex)
            case .loginPassword: ("login-password", Self.loginPassword.hex)
            case .recovery: ("recovery-key", Self.recoveryKey.hex)
            default: ("secret", Self.slotSecret(kind).hex)
            }
        return .good(
            name,
            "slot-3",
            section: "5.2",
            must: ["M15", "M17", "M51"],
            comment,
            [
                ("keychain", keychain.hex), ("device-key", device.key.hex), own,
                ("gives-device-root", roots.device.hex),
                ("gives-user-root", grade == .user ? roots.user?.hex ?? "" : "none"),
                (
                    "gives-binding",
                    kind == .recovery ? device.binding(keychain).hex : "none"
                ),
            ],
            try listedSlot(kind, grade, parameters: parameters).encoded
        )
    }

    /// Places in a slot without parameters: kind, grade, salt, their length, the box's length.
    private func damagedListed(_ slot: Vector) -> [Vector] {
        [
            slot.bad("kind-0", must: ["M1"], "kind 0") { $0[0] = 0 },
            slot.bad("kind-9", must: ["M1"], "kind 9") { $0[0] = 9 },
            slot.bad("kind-6", must: ["M15"], "a device slot that says recovery") { $0[0] = 6 },
            slot.bad("grade-0", must: ["M1"], "grade 0") { $0[1] = 0 },
            slot.bad("grade-3", must: ["M1"], "grade 3") { $0[1] = 3 },
            slot.bad("grade-1", must: ["M15"], "the lower grade with both roots") { $0[1] = 1 },
            slot.bad("salt", must: ["M17"], "one bit of the salt") { $0[2] ^= 1 },
            slot.bad("parameters", must: ["M15"], "a device slot with parameters") {
                $0[37] = 1
                $0.insert(0, at: 38)
            },
            slot.bad("parameters-huge", must: ["M9"], "parameters of 4 GiB") {
                $0.replaceSubrange(34..<38, with: [255, 255, 255, 255])
            },
            slot.bad("box", must: ["M11"], "one bit of the box") { $0[60] ^= 1 },
            slot.bad("box-short", must: ["M15"], "a box of 91 bytes") {
                $0[41] -= 1
                $0.remove(at: 42)
            },
            slot.bad("presence-none", must: ["M51"], "no presence key for a user") {
                $0.removeLast(60)
                $0[$0.count - 1] = 0
            },
            slot.bad("presence-short", must: ["M51"], "a presence box of 59 bytes") {
                $0.removeLast()
                $0[$0.count - 60] = 59
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
                with: ["secret": otherDevice.key.hex]
            ),
        ]
    }

    private func misshapenListed(_ passcode: Vector) -> [Vector] {
        let cost = 38..<50
        let other = otherDevice.key.hex
        return [
            passcode.bad(
                "passcode-without-device",
                must: ["M22"],
                "the right passcode elsewhere",
                with: [
                    "device-key": other
                ]
            ),
            passcode.bad(
                "passcode-wrong",
                must: ["M18"],
                "another passcode",
                with: [
                    "passcode": (Self.passcode + [0x20]).hex
                ]
            ),
            passcode.bad("passcode-cost-short", must: ["M15"], "a cost of 11 bytes") {
                $0[37] = 11
                $0.remove(at: 49)
            },
            passcode.bad("passcode-cost-long", must: ["M15"], "a cost of 13 bytes") {
                $0[37] = 13
                $0.insert(0, at: 50)
            },
            passcode.bad("passcode-cost-none", must: ["M15"], "no cost") {
                $0[37] = 0
                $0.removeSubrange(cost)
            },
            passcode.bad("passcode-cost-time", must: ["M9", "M16"], "three minutes and 1 GiB") {
                $0.replaceSubrange(cost, with: [0, 4, 0, 0, 0, 0, 0, 32, 0, 0, 0, 16])
            },
            passcode.bad(
                "passcode-cost-changed",
                must: ["M17"],
                "another cost than it was made with"
            ) {
                $0[40] = 8
            },
            passcode.bad("passcode-grade-1", must: ["M15"], "a passcode for the device's root") {
                $0[1] = 1
            },
        ]
    }

    private func misused(_ login: Vector) -> [Vector] {
        [
            login.bad("loginPassword-cost-none", must: ["M15"], "no cost") {
                $0[37] = 0
                $0.removeSubrange(38..<50)
            },
            login.bad("loginPassword-cost-time", must: ["M9", "M16"], "three minutes and 1 GiB") {
                $0.replaceSubrange(38..<50, with: [0, 4, 0, 0, 0, 0, 0, 32, 0, 0, 0, 16])
            },
            login.bad(
                "loginPassword-wrong",
                must: ["M18"],
                "another login password",
                with: [
                    "login-password": (Self.loginPassword + [0x20]).hex
                ]
            ),
            login.bad(
                "loginPassword-without-device",
                must: ["M22"],
                "the login password elsewhere",
                with: [
                    "device-key": otherDevice.key.hex
                ]
            ),
            login.bad("loginPassword-passcode", must: ["M51"], "a login that says passcode") {
                $0[0] = 2
            },
            login.bad("loginPassword-presence", must: ["M51"], "a login that proves presence") {
                $0[$0.count - 1] = 60
                $0 += [UInt8](repeating: 0, count: 60)
            },
        ]
    }

    private func misused(_ token: Vector, _ recovery: Vector, _ credential: Vector) -> [Vector] {
        let other = otherDevice.key.hex
        return [
            token.bad(
                "token-wrong",
                must: ["M11"],
                "another secret",
                with: [
                    "secret": Self.slotSecret(.tokenWithPIN).hex
                ]
            ),
            token.bad(
                "token-without-device",
                must: ["M22"],
                "the token elsewhere",
                with: [
                    "device-key": other
                ]
            ),
            token.bad("token-with-pin", must: ["M17"], "a token that says token with PIN") {
                $0[0] = 4
            },
            token.bad("token-parameters", must: ["M17"], "one bit of the parameters") {
                $0[38] ^= 1
            },
            token.bad("token-parameters-long", must: ["M15"], "parameters of 1,025 bytes") {
                $0.replaceSubrange(
                    34..<40,
                    with: [0, 0, 4, 1] + [UInt8](repeating: 7, count: 1025)
                )
            },
            recovery.bad("recovery-short-box", must: ["M15"], "a recovery slot without the binding")
            {
                $0[41] -= 32
                $0.removeSubrange(42..<74)
            },
            recovery.bad(
                "recovery-wrong",
                must: ["M11"],
                "another recovery key",
                with: [
                    "recovery-key": Array(2...21).map { UInt8($0) }.hex
                ]
            ),
            credential.bad(
                "credential-presence",
                must: ["M51"],
                "a credential that proves presence"
            ) {
                $0[$0.count - 1] = 60
                $0 += [UInt8](repeating: 0, count: 60)
            },
            credential.bad(
                "credential-without-device",
                must: ["M22"],
                "the credential elsewhere",
                with: [
                    "device-key": other
                ]
            ),
        ]
    }
}
