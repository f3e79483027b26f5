import Foundation
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The attributes of keys (item-semantics.md §6.1).
@Suite struct KeyAttributesTests {
    /// The table for RSA and elliptic curves, private and public; of others where they differ.
    static let flags: [(String, Int64, Int64)] = [
        ("perm", 1, 1), ("priv", 1, 1), ("modi", 1, 1), ("sens", 0, 0), ("asen", 0, 0),
        ("extr", 1, 1), ("next", 0, 0), ("encr", 0, 1), ("sign", 1, 0), ("vrfy", 0, 1),
        ("snrc", 0, 0), ("vyrc", 0, 0), ("wrap", 0, 1), ("unwp", 1, 0),
    ]

    @Test(
        arguments: [
            ("rsa2048", 42, 2048, decrypts: [1, 1], derives: 0),
            ("p256", 73, 256, decrypts: [1, 0], derives: 1),
            ("p521", 73, 521, decrypts: [1, 0], derives: 1),
            ("ed25519", 105, 256, decrypts: [1, 0], derives: 0),
            ("x25519", 106, 256, decrypts: [1, 0], derives: 1),
            ("mlkem768", 110, 768, decrypts: [1, 0], derives: 0),
            ("mldsa87", 111, 87, decrypts: [1, 0], derives: 0),
        ] as [(String, Int64, Int64, decrypts: [Int64], derives: Int64)]
    )
    func saysAll(
        name: String,
        type: Int64,
        size: Int64,
        decrypts: [Int64],
        derives: Int64
    ) throws {
        let key = try TestKeys.key(name)
        for (half, index) in [(key, 0), (key.publicKey, 1)] {
            var expected: [String: AttributeValue] = [
                "kcls": .number(index == 0 ? 1 : 0), "type": .number(type),
                "bsiz": .number(size), "esiz": .number(size),
                "klbl": .data(Data(key.applicationLabel)),
                "decr": .number(decrypts[index]), "drve": .number(index == 0 ? derives : 0),
            ]
            for (flag, ofPrivate, ofPublic) in Self.flags {
                expected[flag] = .number(index == 0 ? ofPrivate : ofPublic)
            }
            let said = half.itemAttributes.map { ($0.key.name, $0.value) }
            #expect(Dictionary(uniqueKeysWithValues: said) == expected)
        }
    }

    /// The digest by openssl: the public key in its external form, through `sha1sum`.
    @Test(
        arguments: [
            ("p256", "6dcb2b07adcfad3f6247a0bafeea7db831dfee29"),
            ("rsa2048", "bb3605bce63a4f6ac2573463d46cb77ababcf7bb"),
            ("ed25519", "5825b1db3b84b79cb33f528063e932f62ade5f8f"),
        ]
    )
    func labelsByThePublicKey(name: String, digest: String) throws {
        let label = try TestKeys.key(name).applicationLabel
        #expect(label.map { String(format: "%02x", $0) }.joined() == digest)
    }

    @Test(
        arguments: [
            (["type": .string("73"), "kcls": .string("1")], nil),
            (["type": .number(73), "kcls": .number(1)], nil),
            (["type": .string("43"), "kcls": .number(1), "bsiz": .number(1)], nil),
            (["type": .string("73")], .invalidParameter),
            (["kcls": .string("1")], .invalidParameter),
            (["type": .string("73"), "kcls": .string("2")], .unimplemented),
            (["type": .string("73"), "kcls": .number(2)], .unimplemented),
            (["type": .string("73"), "kcls": .number(3)], .invalidParameter),
            (["type": .string("73"), "kcls": .string("0")], .invalidParameter),
            (["type": .string("42"), "kcls": .string("1")], .invalidParameter),
            (["type": .data(Data()), "kcls": .string("1")], .invalidParameter),
        ] as [([String: AttributeValue], KeychainError.Code?)]
    )
    func readsByAttributes(
        values: [String: AttributeValue],
        refusal: KeychainError.Code?
    ) throws {
        let key = try TestKeys.key("p256")
        var attributes = ItemAttributes()
        for (name, value) in values { attributes[try #require(AttributeKey(name))] = value }
        let found = cause {
            let copy = try KeyMaterial(
                externalRepresentation: key.externalRepresentation,
                attributes: attributes
            )
            #expect(copy == key)
        }
        #expect(found == refusal)
    }
}
