import Crypto

@_spi(Keepers) @testable import PortableKeychain

extension VectorSource {
    /// The results of a rotation: the next identifier, and envelopes inside of others
    /// (vault-format.md §15).
    static func rotations() throws -> [Vector] {
        let source = VectorSource(seed: 150)
        let next = Vector.good(
            "next-keychain",
            "next-keychain",
            section: "15.1",
            must: ["M65"],
            "the identifier after a rotation",
            [("device-key", source.device.key.hex), ("keychain", source.keychain.hex)],
            source.device.successor(of: source.keychain)
        )
        let skipped = source.device.successor(of: next.bytes)
        let others = [
            next.bad("device-key", must: ["M65"], "with another device key") {
                $0 = source.otherDevice.successor(of: source.keychain)
            },
            next.bad("after-next", must: ["M65"], "after two rotations") { $0 = skipped },
            next.bad("same", must: ["M65"], "the same identifier") { $0 = source.keychain },
        ]
        return try [next] + others + carried(source)
    }

    private static func carried(_ source: VectorSource) throws -> [Vector] {
        let presence = try PresenceKey.random(source.entropy)
        let old = try PresenceKey.random(source.entropy)
        let sender = try PresenceKey.random(source.entropy).publicKey
        let keybag = try source.keybag(presence: presence)
        let origin = Envelope.Place(
            keychain: source.entropy.bytes(16),
            identifier: source.entropy.bytes(16),
            classCode: .genericPassword
        )
        let password = Array("open sesame".utf8)
        let payload = Array("s3cret".utf8)
        let encapsulation = { (key: PresenceKey, keychain: [UInt8]) in
            PresenceKey.Encapsulation(
                secret: try key.secret(encapsulated: sender, keychain: keychain),
                encapsulated: sender
            )
        }
        let make = { (name: String, needs: Envelope.Needs, comment: String) in
            let inner = try Envelope.seal(
                Judge.buffer(payload),
                needs,
                at: origin,
                presence: encapsulation(old, origin.keychain),
                password: PasswordDerivation(
                    password: Judge.buffer(password),
                    salt: source.entropy.bytes(32),
                    hashing: Self.cheap
                ).key(),
                entropy: source.entropy
            )
            let carried = try Envelope.carry(
                inner,
                needs,
                from: origin,
                presence: old,
                to: source.keychain,
                encapsulation(presence, source.keychain),
                entropy: source.entropy
            )
            return Vector.good(
                name,
                "envelope",
                section: "15.2",
                must: ["M66"],
                comment,
                [
                    ("device-key", source.device.key.hex), ("keybag", keybag.encoded().hex),
                    ("identifier", origin.identifier.hex), ("class", "1"),
                    ("needs", String(needs.rawValue)), ("password", password.hex),
                    ("gives-payload", payload.hex),
                ],
                carried.array
            )
        }
        let own = try make("carried-password", .password, "a password, after a rotation")
        let both = try make(
            "carried-both",
            [.presence, .password],
            "a password and the user, after a rotation"
        )
        return [own, both] + damaged(own, both)
    }

    private static func damaged(_ own: Vector, _ both: Vector) -> [Vector] {
        let wrong = "authenticationFailed"
        // Version and needs, then the origin; the inner envelope follows, or key and box.
        let (origin, inner) = (2, 18)
        let (key, box, last) = (18, 18 + 32, 18 + 32 + 60)
        return [
            own.bad("carried-version-3", "newerVersion", must: ["M54"], "version 3") { $0[0] = 3 },
            own.bad("carried-needs", must: ["M66"], "other needs outside") { $0[1] = 3 },
            own.bad("carried-inner-needs", must: ["M66"], "other needs inside") {
                $0[inner + 1] = 3
            },
            own.bad("carried-twice", must: ["M66"], "version 2 inside") { $0[inner] = 2 },
            own.bad("carried-nothing", must: ["M66"], "nothing inside") {
                $0.removeSubrange(inner...)
            },
            own.bad("carried-short", must: ["M66"], "half an origin") { $0.removeSubrange(9...) },
            own.bad(
                "carried-no-password",
                must: ["M66"],
                "no password is needed",
                with: ["needs": "1"]
            ) {
                $0[1] = 1
                $0[inner + 1] = 1
            },
            own.bad("carried-origin", wrong, must: ["M57"], "another origin") { $0[origin] ^= 1 },
            own.bad(
                "carried-wrong",
                wrong,
                must: ["M56"],
                "another password",
                with: ["password": Array("close sesame".utf8).hex]
            ),
            own.bad(
                "carried-identifier",
                wrong,
                must: ["M57"],
                "another item",
                with: ["identifier": [UInt8](repeating: 7, count: 16).hex]
            ),
            both.bad("carried-sender", must: ["M66"], "another encapsulated key") {
                $0[key] ^= 1
            },
            both.bad("carried-box", must: ["M66"], "a changed box") { $0[box] ^= 1 },
            both.bad("carried-moved", must: ["M66"], "another origin, which the box names too") {
                $0[origin] ^= 1
            },
            both.bad("carried-inner-sender", wrong, must: ["M57"], "another sender inside") {
                $0[last + 2] ^= 1
            },
        ]
    }

    /// The memory beside the device key (vault-format.md §16).
    static func memories() throws -> [Vector] {
        let source = VectorSource(seed: 160)
        let record = RollbackMemory.Record(
            latest: .init(epoch: 3, generation: 42),
            first: .init(epoch: 1, generation: 0),
            since: 804_000_000.5
        )
        let mac = RollbackMemory.mac(source.device, source.keychain)
        let vector = Vector.good(
            "memory",
            "memory",
            section: "16",
            must: ["M67", "M69"],
            "three epochs and 42 changes",
            [
                ("device-key", source.device.key.hex), ("keychain", source.keychain.hex),
                ("gives-epoch", "3"), ("gives-generation", "42"), ("gives-first-epoch", "1"),
                ("gives-first-generation", "0"), ("gives-since", "804000000.5"),
            ],
            record.encoded(source.keychain, mac) ?? []
        )
        let other = [UInt8](repeating: 7, count: 16).hex
        return [
            vector,
            vector.bad("magic", must: ["M69"], "another magic") { $0[0] ^= 1 },
            vector.bad("version", must: ["M69"], "another version") { $0[7] ^= 3 },
            vector.bad("keychain", must: ["M69"], "a changed keychain") { $0[8] ^= 1 },
            vector.bad("epoch", must: ["M69"], "a changed epoch") { $0[31] ^= 1 },
            vector.bad("generation", must: ["M69"], "a changed generation") { $0[39] ^= 1 },
            vector.bad("since", must: ["M69"], "a changed time") { $0[63] ^= 1 },
            vector.bad("code", must: ["M69"], "a changed code") { $0[79] ^= 1 },
            vector.bad("short", must: ["M69"], "a byte is missing") { $0.removeLast() },
            vector.bad("long", must: ["M69"], "a byte too many") { $0.append(0) },
            vector.bad("nothing", must: ["M69"], "an empty file") { $0 = [] },
            vector.bad("zeros", must: ["M69"], "zeros, as after a power cut") {
                $0 = [UInt8](repeating: 0, count: 80)
            },
            vector.bad(
                "other-keychain",
                must: ["M69"],
                "of another keychain",
                with: ["keychain": other]
            ),
            vector.bad(
                "other-device",
                must: ["M69"],
                "of another device key",
                with: ["device-key": source.otherDevice.key.hex]
            ),
        ]
    }
}

extension Judge {
    /// The identifier after a rotation.
    static func nextKeychain(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let device = DeviceKey(key(vector.hex("device-key")))
        guard device.successor(of: vector.hex("keychain")) == vector.bytes else {
            throw KeychainError(.corrupt)
        }
        return [:]
    }

    /// The content of a memory file.
    static func memory(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let device = DeviceKey(key(vector.hex("device-key")))
        let keychain = vector.hex("keychain")
        let mac = RollbackMemory.mac(device, keychain)
        let record = vector.bytes.withUnsafeBytes { RollbackMemory.Record($0, keychain, mac) }
        guard let record else { throw KeychainError(.corrupt) }
        return [
            "gives-epoch": String(record.latest.epoch),
            "gives-generation": String(record.latest.generation),
            "gives-first-epoch": String(record.first.epoch),
            "gives-first-generation": String(record.first.generation),
            "gives-since": String(record.since),
        ]
    }
}
