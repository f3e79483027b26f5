import Foundation
import Testing

@testable import PortableKeychain

/// External representations (item-semantics.md §6.2).
@Suite struct KeyMaterialTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let name: String
        let type: KeyType
        let size: Int
        let publicLength: Int?
        let privateLength: Int?
        var testDescription: String { name }
        var isStructured: Bool { type == .rsa || type == .ellipticCurve }
    }

    static let forms: [Form] = [
        Form(name: "p256", type: .ellipticCurve, size: 256, publicLength: 65, privateLength: 97),
        Form(name: "p384", type: .ellipticCurve, size: 384, publicLength: 97, privateLength: 145),
        Form(name: "p521", type: .ellipticCurve, size: 521, publicLength: 133, privateLength: 199),
        Form(name: "ed25519", type: .ed25519, size: 256, publicLength: 32, privateLength: 32),
        Form(name: "x25519", type: .x25519, size: 256, publicLength: 32, privateLength: 32),
        Form(name: "rsa2048", type: .rsa, size: 2048, publicLength: 270, privateLength: nil),
        Form(name: "rsa1024", type: .rsa, size: 1024, publicLength: 140, privateLength: nil),
        Form(name: "rsa512", type: .rsa, size: 512, publicLength: 74, privateLength: nil),
        Form(name: "mlkem768", type: .mlKEM, size: 768, publicLength: 1184, privateLength: 96),
        Form(name: "mlkem1024", type: .mlKEM, size: 1024, publicLength: 1568, privateLength: 96),
        Form(name: "mldsa65", type: .mlDSA, size: 65, publicLength: 1952, privateLength: 64),
        Form(name: "mldsa87", type: .mlDSA, size: 87, publicLength: 2592, privateLength: 64),
    ]

    @Test(arguments: forms)
    func writesAndReads(form: Form) throws {
        let key = try TestKeys.key(form.name)
        #expect(key.type == form.type)
        #expect(key.keyClass == .privateKey)
        #expect(key.sizeInBits == form.size)
        if let length = form.privateLength { #expect(key.externalRepresentation.count == length) }
        #expect(key.publicKey.externalRepresentation.count == form.publicLength)
        for half in [key, key.publicKey] {
            let copy = try KeyMaterial(
                externalRepresentation: half.externalRepresentation,
                type: half.type,
                keyClass: half.keyClass
            )
            #expect(copy == half)
            #expect(copy.sizeInBits == form.size)
            #expect(copy.applicationLabel == key.applicationLabel)
            #expect(copy.publicKey == key.publicKey)
        }
        #expect(key != key.publicKey)
        #expect(key.applicationLabel.count == 20)
    }

    @Test(arguments: forms)
    func refusesBytesThatAreNotAKey(form: Form) throws {
        let key = try TestKeys.key(form.name)
        for half in [key, key.publicKey] {
            let bytes = half.externalRepresentation.array
            var wrong: [[UInt8]] = [
                [], [0], Array(bytes.dropLast()), bytes + [0], [0] + bytes,
                [UInt8](repeating: 0xFF, count: KeyDER.largest + 1),
            ]
            // Any 32 bytes are a key of Curve25519, and any bytes a public key of lattices.
            if form.publicLength != 32, half.keyClass == .privateKey || form.isStructured {
                wrong.append([UInt8](repeating: 0xFF, count: bytes.count))
                wrong.append([UInt8](repeating: 0, count: bytes.count))
            }
            for bytes in wrong {
                #expect(refusal(bytes, half.type, half.keyClass) == .invalidParameter)
            }
        }
        // Of the other class and of other types.
        let bytes = key.externalRepresentation.array
        if form.publicLength != 32 {
            #expect(refusal(bytes, form.type, .publicKey) == .invalidParameter)
        }
        for type in [KeyType.rsa, .ellipticCurve, .mlDSA] where type != form.type {
            #expect(refusal(bytes, type, .privateKey) == .invalidParameter)
        }
        #expect(refusal(bytes, KeyType(rawValue: "7"), .privateKey) == .invalidParameter)
    }

    @Test(arguments: ["p256", "p384", "p521"])
    func refusesForeignPoints(name: String) throws {
        let key = try TestKeys.key(name)
        let other = try key.another()
        let field = (key.sizeInBits + 7) / 8
        let mine = key.externalRepresentation.array
        let point = other.publicKey.externalRepresentation.array
        // A point of the curve, but not the scalar's.
        #expect(
            refusal(point + mine.suffix(field), .ellipticCurve, .privateKey) == .invalidParameter
        )
        // Not of the curve.
        var moved = point
        moved[moved.count - 1] ^= 1
        #expect(refusal(moved, .ellipticCurve, .publicKey) == .invalidParameter)
        // Compressed and hybrid forms.
        #expect(refusal([2] + point[1...field], .ellipticCurve, .publicKey) == .invalidParameter)
        #expect(refusal([6] + point[1...], .ellipticCurve, .publicKey) == .invalidParameter)
        // The order of the group and more is not a scalar.
        let large = [UInt8](repeating: 0xFF, count: field)
        #expect(refusal(point + large, .ellipticCurve, .privateKey) == .invalidParameter)
    }

    @Test(arguments: ["mlkem768", "mldsa65"])
    func noticesChangedSeeds(name: String) throws {
        let key = try TestKeys.key(name)
        var bytes = key.externalRepresentation.array
        bytes[3] ^= 1
        #expect(refusal(bytes, key.type, .privateKey) == .invalidParameter)
    }

    @Test func readsTheOldNumberOfCurves() throws {
        let key = try TestKeys.key("p256")
        let copy = try KeyMaterial(
            externalRepresentation: key.externalRepresentation,
            type: KeyType(rawValue: "43"),
            keyClass: .privateKey
        )
        #expect(copy == key)
        #expect(copy.type == .ellipticCurve)
    }

    @Test(
        arguments: [
            (.rsa, 1024), (.ellipticCurve, 256), (.ellipticCurve, 384), (.ellipticCurve, 521),
            (.ed25519, 0), (.x25519, 9), (.mlKEM, 768), (.mlKEM, 1024), (.mlDSA, 65), (.mlDSA, 87),
        ] as [(KeyType, Int)]
    )
    func makesKeys(type: KeyType, size: Int) throws {
        let specification = try KeySpecification(type: type, sizeInBits: size)
        let first = try KeyMaterial.generate(specification)
        #expect(first.type == type)
        #expect(first.sizeInBits == (size < 10 ? 256 : size))
        guard type != .rsa else { return }
        let second = try KeyMaterial.generate(specification)
        #expect(first != second)
        #expect(first.applicationLabel != second.applicationLabel)
    }

    @Test(
        arguments: [
            (.rsa, 0), (.rsa, -8), (.rsa, 512), (.rsa, 1023), (.rsa, 1032), (.rsa, 8320),
            (.rsa, 1_000_000), (.rsa, .max), (.ellipticCurve, 192), (.ellipticCurve, 224),
            (.ellipticCurve, 255), (.mlKEM, 512), (.mlDSA, 44), (KeyType(rawValue: "107"), 448),
            (KeyType(rawValue: ""), 256),
        ] as [(KeyType, Int)]
    )
    func makesNoOtherKeys(type: KeyType, size: Int) {
        #expect(
            cause { _ = try KeySpecification(type: type, sizeInBits: size) } == .invalidParameter
        )
    }

    @Test(arguments: [0, -8, 512, 1023, 1032, 8320, 1_000_000, .max])
    func makesNoOtherRSAKeys(bits: Int) {
        #expect(cause { _ = try KeyMaterial.generate(.rsa(bits: bits)) } == .invalidParameter)
    }

    @Test(
        arguments: [
            (.p256, .ellipticCurve, 256), (.p384, .ellipticCurve, 384),
            (.p521, .ellipticCurve, 521), (.ed25519, .ed25519, 256), (.x25519, .x25519, 256),
            (.rsa(bits: 1024), .rsa, 1024), (.mlKEM768, .mlKEM, 768), (.mlKEM1024, .mlKEM, 1024),
            (.mlDSA65, .mlDSA, 65), (.mlDSA87, .mlDSA, 87),
        ] as [(KeySpecification, KeyType, Int)]
    )
    func makesWhatIsSpecified(
        specification: KeySpecification,
        type: KeyType,
        size: Int
    ) throws {
        let key = try KeyMaterial.generate(specification)
        #expect(key.type == type)
        #expect(key.sizeInBits == size)
        #expect(key.keyClass == .privateKey)
        #expect(try KeySpecification(type: type, sizeInBits: size) == specification)
    }

    @Test func showsNoSecret() throws {
        let key = try TestKeys.key("p256")
        var dumped = ""
        dump(key, to: &dumped)
        let scalar = key.externalRepresentation.array.suffix(32)
        let forms = [
            scalar.map { String(format: "%02x", $0) }.joined(), Data(scalar).base64EncodedString(),
            scalar.map(String.init).joined(separator: ", "),
        ]
        for form in forms { #expect(!"\(key) \(dumped)".contains(form)) }
        #expect("\(key)" == "private key of type 73, 256 bits")
    }

    private func refusal(
        _ bytes: [UInt8],
        _ type: KeyType,
        _ keyClass: KeyClass
    ) -> KeychainError.Code? {
        cause {
            _ = try KeyMaterial(
                externalRepresentation: .bytes(bytes),
                type: type,
                keyClass: keyClass
            )
        }
    }
}
