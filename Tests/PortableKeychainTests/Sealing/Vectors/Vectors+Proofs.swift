import Crypto

@_spi(Keepers) @testable import PortableKeychain

extension VectorSource {
    /// Keybags with a key of the user's presence (vault-format.md §12.1).
    static func presenceKeys() throws -> [Vector] {
        let source = VectorSource(seed: 121)
        let presence = try PresenceKey.random(source.entropy)
        let sender = try PresenceKey.random(source.entropy).publicKey
        let open = try source.keybag(presence: presence)
        let closed = try source.keybag(passcode: true, presence: presence)
        let secret = try presence.secret(encapsulated: sender, keychain: source.keychain)
        let vector = { (name: String, keybag: Keybag, passcode: [UInt8]?, comment: String) in
            Vector.good(
                name,
                "presence",
                section: "12.1",
                must: ["M12", "M51", "M52"],
                comment,
                [("device-key", source.device.key.hex)]
                    + (passcode.map { [("passcode", $0.hex)] } ?? [])
                    + [("encapsulated", sender.hex), ("gives-secret", secret.hex)],
                keybag.encoded()
            )
        }
        let plain = vector("presence", open, nil, "no passcode is set")
        let locked = vector("presence-passcode", closed, passcode, "a passcode is given")
        let end = open.encoded().count
        let publicKey = end - Limits.keyLength - Limits.boxOverhead - 4 - Limits.keyLength
        return [plain, locked] + [
            plain.bad("short", must: ["M1", "M51"], "the last byte is missing") { $0.removeLast() },
            plain.bad("long", must: ["M1", "M51"], "a byte too many") { $0.append(0) },
            plain.bad("box-short", must: ["M51"], "a box of 59 bytes") {
                $0[publicKey + 32 + 3] -= 1
                $0.removeLast()
            },
            plain.bad("public-key", must: ["M51"], "another public half") { $0[publicKey] ^= 1 },
            plain.bad("box", must: ["M51"], "a changed box") { $0[end - 1] ^= 1 },
            plain.bad(
                "encapsulated-short",
                must: ["M51"],
                "an encapsulated key of 31 bytes",
                with: ["encapsulated": [UInt8](repeating: 7, count: 31).hex]
            ),
            locked.bad(
                "passcode-wrong",
                "authenticationFailed",
                must: ["M52"],
                "another passcode",
                with: ["passcode": Array("battery staple".utf8).hex]
            ),
        ]
    }

    /// Payloads that take proof (vault-format.md §12.2).
    static func envelopes() throws -> [Vector] {
        let source = VectorSource(seed: 122)
        let presence = try PresenceKey.random(source.entropy)
        let sender = try PresenceKey.random(source.entropy).publicKey
        let keybag = try source.keybag(presence: presence)
        let place = Envelope.Place(
            keychain: source.keychain,
            identifier: source.entropy.bytes(16),
            classCode: .genericPassword
        )
        let password = Array("open sesame".utf8)
        let make = { (name: String, needs: Envelope.Needs, payload: [UInt8]?, comment: String) in
            let envelope = try Envelope.seal(
                payload.map(Judge.buffer),
                needs,
                at: place,
                presence: PresenceKey.Encapsulation(
                    secret: try presence.secret(encapsulated: sender, keychain: source.keychain),
                    encapsulated: sender
                ),
                password: needs.contains(.password)
                    ? PasswordDerivation(
                        password: Judge.buffer(password),
                        salt: source.entropy.bytes(32),
                        hashing: Self.cheap
                    ).key() : nil,
                entropy: source.entropy
            )
            return Vector.good(
                name,
                "envelope",
                section: "12.2",
                must: ["M53", "M54", "M56", "M57"],
                comment,
                [
                    ("device-key", source.device.key.hex), ("keybag", keybag.encoded().hex),
                    ("identifier", place.identifier.hex), ("class", "1"),
                    ("needs", String(needs.rawValue)), ("password", password.hex),
                    ("gives-payload", payload?.hex ?? "none"),
                ],
                envelope.withUnsafeBytes { Array($0) }
            )
        }
        let secret = Array("s3cret".utf8)
        let user = try make("envelope", .presence, secret, "the user must be there")
        let own = try make("envelope-password", .password, secret, "a password of its own")
        let both = try make("envelope-both", [.presence, .password], secret, "both")
        let empty = try make("envelope-empty", .presence, [], "an empty payload")
        let none = try make("envelope-none", .presence, nil, "no payload")
        return [user, own, both, empty, none] + damaged(user) + misused(user, own, both)
    }

    private static func damaged(_ user: Vector) -> [Vector] {
        [
            user.bad("version-0", must: ["M54"], "version 0") { $0[0] = 0 },
            user.bad("version-3", "newerVersion", must: ["M54"], "version 3") { $0[0] = 3 },
            user.bad("bytes-0", must: ["M54"], "nothing at all") { $0 = [] },
            user.bad("bytes-2", must: ["M54"], "no more than version and needs") {
                $0.removeSubrange(2...)
            },
            user.bad("bytes-short", must: ["M54"], "a box that is no box") {
                $0.removeSubrange(50...)
            },
            user.bad("sender", must: ["M56", "M57"], "another sender") { $0[2] ^= 1 },
            user.bad("box", must: ["M56"], "a changed box") { $0[$0.count - 1] ^= 1 },
            user.bad(
                "identifier",
                must: ["M57"],
                "another item",
                with: ["identifier": [UInt8](repeating: 7, count: 16).hex]
            ),
            user.bad("class", must: ["M57"], "another class", with: ["class": "2"]),
        ]
    }

    private static func misused(_ user: Vector, _ own: Vector, _ both: Vector) -> [Vector] {
        // Salt and cost follow version and needs.
        let cost = 2 + Limits.saltLength
        return [
            user.bad("needs", must: ["M53"], "less than the rules ask for", with: ["needs": "3"]),
            both.bad("needs-more", must: ["M53"], "more than the rules", with: ["needs": "1"]),
            own.bad(
                "password-wrong",
                "authenticationFailed",
                must: ["M56"],
                "another password",
                with: ["password": Array("close sesame".utf8).hex]
            ),
            own.bad("salt", "authenticationFailed", must: ["M56", "M57"], "another salt") {
                $0[2] ^= 1
            },
            own.bad("rounds-3", must: ["M55"], "N that is no power of two") { $0[cost + 3] = 3 },
            own.bad("rounds-many", must: ["M55"], "N of 2^31") { $0[cost] = 0x80 },
            own.bad("block-0", must: ["M55"], "r of 0") { $0[cost + 7] = 0 },
            own.bad("parallel-255", must: ["M55"], "p of 255") { $0[cost + 11] = 255 },
        ]
    }
}
