@testable import PortableKeychain

extension VectorSource {
    /// Boxes (vault-format.md §4).
    static func boxes() throws -> [Vector] {
        let source = VectorSource(seed: 4)
        let key = source.roots.device
        func good(_ name: String, _ comment: String, _ plain: [UInt8], _ context: [UInt8]) throws
            -> Vector
        {
            .good(
                name,
                "box",
                section: "4",
                must: ["M11"],
                comment,
                [
                    ("key", key.hex), ("context", context.hex), ("gives-plaintext", plain.hex),
                ],
                try source.seal(plain, key, context)
            )
        }
        let text = try good("box-text", "some text", Array("hello".utf8), Array("context".utf8))
        return [
            text,
            try good("box-empty", "nothing inside", [], Array("context".utf8)),
            try good("box-no-context", "an empty context", Array("hello".utf8), []),
            text.bad("nonce", must: ["M11"], "one bit of the nonce") { $0[0] ^= 1 },
            text.bad("ciphertext", must: ["M11"], "one bit of the ciphertext") { $0[12] ^= 1 },
            text.bad("tag", must: ["M11"], "the last bit of the tag") { $0[32] ^= 1 },
            text.bad("short", must: ["M11"], "the last byte is missing") { $0.removeLast() },
            text.bad("long", must: ["M1", "M11"], "one byte more") { $0.append(0) },
            text.bad("27", must: ["M11"], "no room for nonce and tag") { $0.removeLast(6) },
            text.bad("nothing", must: ["M11"], "no bytes at all") { $0 = [] },
            text.bad("tag-first", must: ["M11"], "the tag before the ciphertext") {
                $0 = Array($0[..<12] + $0[17...] + $0[12..<17])
            },
            text.bad(
                "other-context",
                must: ["M11"],
                "sealed in another context",
                with: ["context": Array("contexT".utf8).hex]
            ),
            text.bad(
                "other-key",
                must: ["M11"],
                "sealed under another key",
                with: ["key": source.roots.user?.hex ?? ""]
            ),
        ]
    }

    /// The file of a device key (vault-format.md §6).
    static func deviceKeys() -> [Vector] {
        let source = VectorSource(seed: 6)
        let file = Vector.good(
            "device-key",
            "device-key",
            section: "6",
            must: ["M27"],
            "a device key",
            [
                ("gives-key", source.device.key.hex),
                ("gives-identifier", source.device.identifier.hex),
            ],
            source.device.file().withUnsafeBytes { Array($0) }
        )
        return [
            file,
            file.bad("magic", must: ["M27"], "another magic") { $0[0] ^= 1 },
            file.bad("version", must: ["M1", "M27"], "PKDEVKY2") {
                $0[7] = UInt8(ascii: "2")
            },
            file.bad("key", must: ["M27"], "one bit of the key") { $0[20] ^= 0x80 },
            file.bad("check", must: ["M27"], "one bit of the check") { $0[47] ^= 1 },
            file.bad("short", must: ["M27"], "the last byte is missing") { $0.removeLast() },
            file.bad("long", must: ["M1", "M27"], "a line feed at the end") { $0.append(10) },
            file.bad("nothing", must: ["M27"], "an empty file") { $0 = [] },
        ]
    }

    /// Persistent references (vault-format.md §8.5).
    static func references() -> [Vector] {
        let source = VectorSource(seed: 85)
        let reference = Vector.good(
            "reference",
            "reference",
            section: "8.5",
            must: ["M39"],
            "a generic password",
            [("gives-class", "genp"), ("gives-identifier", source.keychain.hex)],
            Array("genp".utf8) + source.keychain
        )
        let wrong = "itemNotFound"
        return [
            reference,
            reference.bad("short", wrong, must: ["M39"], "one byte less") { $0.removeLast() },
            reference.bad("long", wrong, must: ["M39"], "one byte more") { $0.append(0) },
            reference.bad("class", wrong, must: ["M39"], "an unknown class") { $0[0] ^= 1 },
            reference.bad("nothing", wrong, must: ["M39"], "no bytes at all") { $0 = [] },
        ]
    }
}
